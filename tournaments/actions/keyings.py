"""A table keyed a second time, by someone else, and what makes it count as verified."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.sheet import SheetReport, SheetRow
from tournaments.actions import sheets
from tournaments.actions.at_table import TableUnderWay, at_table
from tournaments.actions.core import Refused, required_reason
from tournaments.models import Table, Tournament

# How a table came to be verified, as the log says it.
BY_SECOND_KEYING = "second_keying"
AFTER_REVEAL = "after_reveal"  # a second keying by who had been shown the first
BY_COMPARISON = "comparison"


class Differs(Refused):
    """The two keyings are not the same; ``places`` are the rows or seats, counted from 1.

    The sentence does not tell what the first keying holds: who keys again shall look at the
    paper, not at the screen.
    """

    def __init__(self, message: str, places: list[int]):
        super().__init__(message, where=places[0], code="differs")
        self.places = places


def key_again(
    tournament: Tournament,
    actor: Any,
    session: int,
    table: int,
    *,
    totals: Sequence[int] | None = None,
    rows: Sequence[Mapping[str, Any]] | None = None,
    revealed: bool = False,
    reason: str = "",
    seen: str | None = None,
    key: str | None = None,
) -> Table:
    """Verify a table by keying it again: its totals, or its rows deal by deal.

    ``revealed``: the first keying was shown before, so this one was not blind; the log says so.

    Raises Differs when the keyings do not agree; Refused to whoever typed the table, for a sheet
    with errors (TSR 7.3), and for one with warnings unless ``reason`` says why they may stand.
    Nothing of the first keying is changed.
    """
    with at_table(
        tournament, actor, "key_again", session, table, key, seen, closed_too=True
    ) as desk:
        refuse_unless_entered(desk)
        if not has_other_eyes(desk, actor):
            raise Refused(
                _(
                    "You typed table %(table)s yourself: someone else keys it again, "
                    "or the director says that it agrees with the paper."
                )
                % {"table": table},
                code="same_person",
            )
        if rows is not None:
            _compare_rows(desk, sheets.rows_from_records(desk.table.size, rows))
        else:
            _compare_totals(desk, list(totals or ()))
        report = sheets.report_of(desk.table, desk.deals, sheets.ruleset_of(desk.table))
        settle_findings(desk, report, reason)
        set_verified(desk, actor, AFTER_REVEAL if revealed else BY_SECOND_KEYING)
    return desk.table


def has_other_eyes(desk: TableUnderWay, actor: Any) -> bool:
    """Is the actor someone else than who typed the table? The program counts as someone else."""
    return actor is None or desk.table.entered_by_id != actor.pk


def refuse_unless_entered(desk: TableUnderWay) -> None:
    if desk.table.state != Table.State.ENTERED:
        raise Refused(
            _("Table %(table)s is %(state)s, so there is nothing to verify.")
            % {"table": desk.table.number, "state": desk.table.get_state_display()},
            code="state",
        )


def settle_findings(desk: TableUnderWay, report: SheetReport | None, reason: str) -> None:
    """Errors block; warnings need a reason, which goes into the log."""
    if errors := sheets.errors_in(report):
        raise Refused(
            _("The sheet has faults, so it cannot be verified: %(first)s")
            % {"first": sheets.finding_sentence(errors[0])},
            code="errors",
        )
    if sheets.warnings_in(report):
        if not reason.strip():
            raise Refused(
                _("The sheet has warnings. Look at them and say why they may stand."),
                where="reason",
                code="warnings",
            )
        desk.this.reason = required_reason(reason)


def set_verified(desk: TableUnderWay, actor: Any, how: str) -> None:
    """The table is verified by ``actor``; the log tells how and who had typed it."""
    first = desk.table.entered_by
    desk.table.state = Table.State.VERIFIED
    desk.table.verified_by = actor
    desk.table.save(update_fields=["state", "entered_by", "verified_by"])
    told = {"how": how}
    if first is not None and first != actor:
        told["typed_by"] = first.get_full_name() or first.get_username()
    desk.this.after = told


def _compare_rows(desk: TableUnderWay, typed: list[SheetRow]) -> None:
    if sheets.is_totals_only(desk.deals):
        raise Refused(_("For this table only the totals were typed: key those."), code="state")
    first = [row for row in sheets.stored_rows(desk.deals) if not sheets.is_note(row)]
    numbers = [n for n, row in enumerate(typed, start=1) if not sheets.is_note(row)]
    again = [typed[n - 1] for n in numbers]
    differing = [
        numbers[at] if at < len(numbers) else len(typed) + 1
        for at in range(max(len(first), len(again)))
        if first[at : at + 1] != again[at : at + 1]
    ]
    if differing:
        raise Differs(
            _("The keyings differ in row %(row)s. Compare it with the paper.")
            % {"row": differing[0]},
            differing,
        )


def _compare_totals(desk: TableUnderWay, typed: list[int]) -> None:
    first = sheets.totals_of(desk.table.size, desk.deals)
    if len(typed) != len(first):
        raise Refused(
            _("Table %(table)s has %(size)s seats, so it needs %(size)s totals.")
            % {"table": desk.table.number, "size": desk.table.size},
            code="totals",
        )
    differing = [
        seat for seat, pair in enumerate(zip(first, typed, strict=True), 1) if pair[0] != pair[1]
    ]
    if differing:
        raise Differs(
            _("The keyings differ at seat %(seats)s. Compare with the paper.")
            % {"seats": ", ".join(map(str, differing))},
            differing,
        )
