"""What the session protocol has against a row, as sentences (TSR 4.2, 4.3, 8.5, 8.6, 10.1)."""

from __future__ import annotations

from rules.refusal import Refusal, gettext_noop
from rules.ruleset import TableRules


def too_many_deals(deal: int, table: TableRules) -> Refusal:
    return Refusal(
        "too_many_deals",
        gettext_noop("Deal %(deal)d is one too many: a session here has %(deals)d deals."),
        {"deal": deal, "deals": table.deals},
        rule=table.rule,
    )


def second_pflichtsolo(seat: int | None) -> Refusal:
    return Refusal(
        "second_pflichtsolo",
        gettext_noop("Seat %(seat)s has already played its Pflichtsolo."),
        {"seat": seat},
        rule="8.6",
    )


def lustsolo_before_pflichtsolo(seat: int | None) -> Refusal:
    return Refusal(
        "lustsolo_before_pflichtsolo",
        gettext_noop("Seat %(seat)s may not play a Lustsolo before its own Pflichtsolo."),
        {"seat": seat},
        rule="4.3.1",
    )


def soloist_sits_out(seat: int) -> Refusal:
    return Refusal(
        "soloist_sits_out",
        gettext_noop("Seat %(seat)s deals and holds no cards, so it cannot be the soloist."),
        {"seat": seat},
        rule="10.1",
    )


def wrong_soloist(seat: int | None, due: int) -> Refusal:
    return Refusal(
        "wrong_soloist",
        gettext_noop("The Vorführung is due from seat %(due)d, not from seat %(seat)s."),
        {"seat": seat, "due": due},
        rule="4.2.3",
    )


def vorfuehrung_expected(due: int, owing: int, remaining: int) -> Refusal:
    return Refusal(
        "vorfuehrung_expected",
        gettext_noop(
            "Open Pflichtsoli: %(open)d, deals left: %(remaining)d. "
            "Seat %(due)d must play its Vorführung now."
        ),
        {"due": due, "open": owing, "remaining": remaining},
        rule="4.2.3",
    )


def vorfuehrung_too_early(seat: int | None, owing: int, remaining: int) -> Refusal:
    return Refusal(
        "vorfuehrung_too_early",
        gettext_noop(
            "A Vorführung by seat %(seat)s is not due yet: "
            "open Pflichtsoli: %(open)d, deals left: %(remaining)d."
        ),
        {"seat": seat, "open": owing, "remaining": remaining},
        rule="4.2.3",
    )
