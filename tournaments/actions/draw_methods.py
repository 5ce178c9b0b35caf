"""From a way to draw to what the draw is made from: standings, score groups, last points."""

from django.utils.translation import gettext as _

from tournaments.actions.core import Refused
from tournaments.actions.seats import history_before
from tournaments.actions.wishes import wishes_of
from tournaments.models import Seat, Session, Table, Tournament
from tournaments.models.standings import standings_of
from tournaments.seating import SeatingRefused, table_sizes
from tournaments.seating.recipe import Recipe

BY_STANDING = ("ranked", "ranked_apart", "score_groups", "ladder")
DEFAULT_GROUPS = 3
MOST_GROUPS = 50


def recipe_for(
    session: Session,
    method: str,
    seed: int,
    present: list[int],
    *,
    locked: dict[int, list[int]],
    groups: int = DEFAULT_GROUPS,
) -> Recipe:
    """All that a session is drawn from; refused where the method lacks something.

    ``present`` are start numbers. The methods by standing need the results of every session
    before; who has none comes last, by start number.
    """
    tournament, number = session.tournament, session.number
    if locked and method != "random":
        raise Refused(
            _("Only a random draw can leave tables as they are."), where="locked", code="bad_lock"
        )
    entries = sorted(present)
    if method in BY_STANDING:
        _refuse_without_standing(session, method)
        entries = _in_standing(tournament, number - 1, present)
    return Recipe(
        method=method,
        seed=seed,
        entries=entries,
        number=number,
        sessions=tournament.sessions.count(),
        history=history_before(tournament, number),
        wishes=wishes_of(tournament),
        first_seed=_first_seed(tournament, number) if method == "random" else None,
        locked=locked,
        groups=_groups(entries, groups) if method == "score_groups" else [],
        points=_last_points(tournament, number - 1, entries) if method == "ladder" else {},
    )


def _first_seed(tournament: Tournament, number: int) -> int | None:
    """The seed from which all sessions were planned, if there is one."""
    first = tournament.sessions.order_by("number").first()
    return first.seed if first is not None and first.number < number else None


def _refuse_without_standing(session: Session, method: str) -> None:
    before = session.tournament.sessions.filter(number__lt=session.number)
    if not before.exists():
        raise Refused(
            _(
                "There is no standing before the first session. Draw it at random, or make a "
                "plan for all sessions."
            ),
            where="method",
            code="no_standing",
        )
    open_tables = Table.objects.filter(session__in=before, state=Table.State.OPEN)
    missing = open_tables.order_by("session__number", "number").first()
    if missing is not None:
        raise Refused(
            _(
                "This way to draw needs every result, but of session %(session)s sheets are "
                "missing (table %(table)s is one). Until they are in, draw at random."
            )
            % {"session": missing.session.number, "table": missing.number},
            where="method",
            code="sheets_missing",
        )


def _in_standing(tournament: Tournament, through: int, present: list[int]) -> list[int]:
    """Those present, the best first."""
    here = set(present)
    rows = standings_of(tournament, through=through)
    order = [row.entry.start_number for row in rows if row.entry.start_number in here]
    return order + sorted(here - set(order))


def _groups(standing: list[int], groups: int) -> list[list[int]]:
    """Groups of about equal size that fill whole tables, the best first."""
    try:
        sizes = table_sizes(len(standing))
    except SeatingRefused:
        return [standing]  # the draw refuses it, with the reason
    if not 1 <= groups <= min(len(sizes), MOST_GROUPS):
        raise Refused(
            _("With %(tables)s tables there can be 1 to %(tables)s score groups.")
            % {"tables": len(sizes)},
            where="groups",
            code="groups",
        )
    result, start = [], 0
    for group in range(groups):
        tables = sizes[len(sizes) * group // groups : len(sizes) * (group + 1) // groups]
        result.append(standing[start : start + sum(tables)])
        start += sum(tables)
    return result


def _last_points(tournament: Tournament, number: int, entries: list[int]) -> dict[int, int]:
    seats = Seat.objects.filter(
        session__tournament=tournament, session__number=number, points__isnull=False
    ).values_list("entry__start_number", "points")
    here = set(entries)
    return {start_number: points for start_number, points in seats if start_number in here}
