"""Wishes for the draw: added, taken back, and as the draw takes them."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.actions.core import Refused, change
from tournaments.actions.seats import entries_by_number
from tournaments.models import Entry, Tournament, Wish
from tournaments.models.text import clean_text
from tournaments.seating import SeatingRefused, club, fixed_table, keeper, pair, table_sizes, team
from tournaments.seating import Wish as Asked
from tournaments.seating.wishes import Wanted

Kind = Wish.Kind
MOST_WISHES = 500
MOST_TABLE = 999


def add_wish(
    tournament: Tournament,
    actor: Any,
    *,
    kind: str,
    start_numbers: Sequence[int],
    hard: bool = True,
    table: int | None = None,
    name: str = "",
    key: str | None = None,
) -> Wish:
    """Note a wish for all sessions drawn from now on.

    A team has two start numbers or more, a pair two, the others one; a fixed table its number.
    Refused: other numbers, start numbers nobody has, and the same wish again.
    """
    with change(tournament, actor, "add_wish", key=key) as this:
        numbers = sorted(set(start_numbers))
        _refuse_unsound(kind, numbers, table)
        if this.tournament.wishes.count() >= MOST_WISHES:
            raise Refused(_("More than %(most)s wishes are not kept.") % {"most": MOST_WISHES})
        entries = entries_by_number(this.tournament, numbers)
        refuse_again(this.tournament, kind, numbers, table)
        wish = Wish.objects.create(
            tournament=this.tournament,
            kind=kind,
            hard=hard,
            table=table if kind == Kind.TABLE else None,
            name=clean_text(name)[:60] if kind == Kind.TEAM else "",
        )
        wish.entries.set(entries.values())
        this.subject = ", ".join(map(str, numbers))
        this.after = wish_told(wish, numbers)
    return wish


def remove_wish(tournament: Tournament, actor: Any, pk: int, *, key: str | None = None) -> None:
    """Take a wish back; sessions that are drawn stay as they are."""
    with change(tournament, actor, "remove_wish", key=key) as this:
        wish = this.tournament.wishes.filter(pk=pk).first()
        if wish is None:
            raise Refused(_("This wish is gone already."), code="no_wish")
        numbers = sorted(wish.entries.values_list("start_number", flat=True))
        this.subject = ", ".join(map(str, numbers))
        this.before = wish_told(wish, numbers)
        wish.delete()


def keep_club_mates_apart(
    tournament: Tournament, actor: Any, how: str, *, key: str | None = None
) -> None:
    """Set whether members of a club are kept apart: ``any`` (no), ``soft`` or ``hard``."""
    with change(tournament, actor, "keep_club_mates_apart", key=key) as this:
        if how not in Tournament.ClubMates.values:
            raise Refused(_("There is no such choice."), where="club_mates", code="club_mates")
        this.before = {"club_mates": this.tournament.club_mates}
        this.tournament.club_mates = how
        this.tournament.save(update_fields=["club_mates"])
        this.after = {"club_mates": how}


def wishes_of(tournament: Tournament) -> list[Asked]:
    """All wishes as the draw takes them, by start numbers, in three queries."""
    asked = []
    for wish in tournament.wishes.prefetch_related("entries"):
        numbers = sorted(entry.start_number for entry in wish.entries.all())
        asked.append(_asked(wish, numbers))
    return asked + _club_wishes(tournament)


def contradiction(tournament: Tournament, wishes: Sequence[Asked]) -> str:
    """Why the wishes cannot be kept with those who are present now; "" if nothing is known.

    A sentence that also says what would be possible.
    """
    present = list(
        tournament.entries.filter(status=Entry.Status.PRESENT).values_list(
            "start_number", flat=True
        )
    )
    try:
        Wanted(wishes, present, table_sizes(len(present)))
    except SeatingRefused as refusal:
        if refusal.code == "contradictory_wishes":
            return _(refusal.template) % refusal.params
    return ""


def _asked(wish: Wish, numbers: Sequence[int]) -> Asked:
    if wish.kind == Kind.TEAM:
        return team(numbers, wish.name, hard=wish.hard)
    if wish.kind == Kind.PAIR:
        return pair(numbers[0], numbers[1], hard=wish.hard)
    if wish.kind == Kind.TABLE:
        return fixed_table(numbers[0], wish.table or 0, hard=wish.hard)
    return keeper(numbers[0], hard=wish.hard)


def _club_wishes(tournament: Tournament) -> list[Asked]:
    if tournament.club_mates == Tournament.ClubMates.ANY:
        return []
    clubs: dict[tuple[str, str], list[int]] = defaultdict(list)
    members = tournament.entries.exclude(player__club=None).order_by("start_number")
    for key, name, number in members.values_list(
        "player__club__sort_key", "player__club__name", "start_number"
    ):
        clubs[key, name].append(number)
    hard = tournament.club_mates == Tournament.ClubMates.HARD
    return [
        club(numbers, name, hard=hard)
        for (_key, name), numbers in sorted(clubs.items())
        if len(numbers) > 1
    ]


def _refuse_unsound(kind: str, numbers: Sequence[int], table: int | None) -> None:
    if kind not in Kind.values:
        raise Refused(_("There is no such wish."), where="kind", code="kind")
    if kind == Kind.TEAM and len(numbers) < 2:
        raise _numbers_refused(_("A team has two start numbers or more, such as 3, 7, 12."))
    if kind == Kind.PAIR and len(numbers) != 2:
        raise _numbers_refused(_("Two different start numbers are needed, such as 3, 7."))
    if kind in (Kind.TABLE, Kind.KEEPER) and len(numbers) != 1:
        raise _numbers_refused(_("One start number is needed here; every player has a wish apart."))
    if kind == Kind.TABLE and (table is None or not 1 <= table <= MOST_TABLE):
        raise Refused(_("Which table? Its number is needed."), where="table", code="table")


def _numbers_refused(message: str) -> Refused:
    return Refused(message, where="start_numbers", code="start_numbers")


def refuse_again(tournament: Tournament, kind: str, numbers: list[int], table: int | None) -> None:
    """The same wish twice, or one player at two tables."""
    for wish in tournament.wishes.filter(kind=kind).prefetch_related("entries"):
        if sorted(entry.start_number for entry in wish.entries.all()) != numbers:
            continue
        if kind == Kind.TABLE and wish.table != table:
            raise Refused(
                _("No. %(number)s has table %(table)s already. Remove that wish first.")
                % {"number": numbers[0], "table": wish.table},
                where="table",
                code="table",
            )
        raise _numbers_refused(_("This wish is noted already."))


def wish_told(wish: Wish, numbers: list[int]) -> dict[str, Any]:
    """What the log keeps of a wish."""
    told = {"kind": wish.kind, "start_numbers": numbers, "hard": wish.hard}
    if wish.table:
        told["table"] = wish.table
    if wish.name:
        told["name"] = wish.name
    return told
