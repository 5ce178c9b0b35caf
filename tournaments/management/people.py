"""Who plays in tournaments that are made up: names that no one bears."""

import csv
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random

# fmt: off
_FIRST_NAMES = (
    "Ada", "Ännchen", "Arvid", "Bärbel", "Björn", "Carlotta", "Cäcilia", "Dörte", "Eike", "Emil",
    "Fiete", "Franka", "Gösta", "Grete", "Hanno", "Hedda", "Ignaz", "Imke", "Jette", "Jörg",
    "Karl-Theodor", "Käthe", "Levke", "Lütfiye", "Malte", "Mechthild", "Nils", "Nuria", "Öznur",
    "Ole", "Pia", "Quirin", "Rosalinde", "Rüdiger", "Søren", "Swantje", "Thilo", "Tjorven", "Ulf",
    "Ursel", "Veit", "Wibke", "Xenia", "Yvo", "Zoë", "Zdeněk",
)
_BEGINNINGS = (
    "Abwurf", "Ansagen", "Blankass", "Bubensolo", "Damensolo", "Doppelkopf", "Dullen",
    "Eichelober", "Fehlfarben", "Fuchsfang", "Gegenspiel", "Herzdamen", "Hochzeits", "Karlchen",
    "Kartengeber", "Kontra", "Kreuzbuben", "Listen", "Lustsolo", "Mischer", "Neuner", "Pikdamen",
    "Pflichtsolo", "Schwarzspiel", "Stichzähl", "Trumpfass", "Überstich", "Vorhand",
)
_ENDS = (
    "acker", "bäcker", "berg", "büttel", "dörfer", "eder", "feld", "hövel", "inger", "kötter",
    "mann", "müller", "rath", "ström",
)
# fmt: on
_CLUBS = (
    "Die Füchse Probestadt",
    "Karlchen Musterhausen",
    "Herz Zehn Nirgendwo",
    "Öchslein Sticht e. V.",
    "Re & Kontra Beispielhausen",
    "Stichfest Hinterwalde",
    "1. Doppelkopfclub Trumpf-Ass Musterhausen an der Beispielach e. V.",
    "Überstich Unterprobe",
)


@dataclass(frozen=True, slots=True)
class Person:
    """Someone as they are entered."""

    first_name: str
    last_name: str
    club_name: str = ""
    ddv_number: str = ""
    publish_name: bool = False


def invented_people(chance: Random, count: int) -> list[Person]:
    """People of different names, some in clubs, most of whom let their name be published.

    None has a DDV number: it might be one that someone in the address book bears.
    """
    names = list(product(_FIRST_NAMES, _BEGINNINGS, _ENDS))
    return [
        Person(
            first,
            _last_name(chance, beginning + end),
            club_name=chance.choice(_CLUBS) if chance.random() < 0.8 else "",
            publish_name=chance.random() < 0.75,
        )
        for first, beginning, end in chance.sample(names, count)
    ]


def _last_name(chance: Random, name: str) -> str:
    kind = chance.random()
    if kind < 0.06:
        return f"von der {name}"
    if kind < 0.16:
        return f"{name}-{chance.choice(_BEGINNINGS)}{chance.choice(_ENDS)}"
    return name


def people_in(path: Path) -> list[Person]:
    """The people of a list as clubs send it (the demo's)."""
    with path.open(encoding="utf-8", newline="") as file:
        return [
            Person(
                row["Vorname"],
                row["Nachname"],
                club_name=row["Verein"],
                ddv_number=row["DDV-Nummer"],
                publish_name=row["Name veröffentlichen"] == "ja",
            )
            for row in csv.DictReader(file, delimiter=";")
        ]
