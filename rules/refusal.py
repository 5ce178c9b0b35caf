"""What the law says no to, as data that a program can test and a person can read."""

from __future__ import annotations

from collections.abc import Mapping


def gettext_noop(template: str) -> str:
    """Mark an English sentence for the message catalogue without translating it here."""
    return template


class Refusal(Exception):  # noqa: N818 -- a refusal is an answer, not a programming error
    """Something the rules or a format do not allow.

    ``code`` is stable snake_case, ``rule`` the TSR paragraph or None, ``at`` the 0-based index of
    the offending item in its list or None. ``template`` is an English sentence with ``%(name)s``
    places, so that a page can translate it first and then fill in ``params``.
    """

    def __init__(
        self,
        code: str,
        template: str,
        params: Mapping[str, object] | None = None,
        *,
        rule: str | None = None,
        at: int | None = None,
    ) -> None:
        self.code = code
        self.rule = rule
        self.at = at
        self.template = template
        self.params = dict(params or {})
        super().__init__(code, self.message)

    @property
    def message(self) -> str:
        """The sentence in English."""
        return self.template % self.params

    def as_dict(self) -> dict[str, object]:
        """The ``error`` object of a refused line."""
        return {"code": self.code, "rule": self.rule, "at": self.at, "message": self.message}


def bad_input(template: str, **params: object) -> Refusal:
    """A refusal of data that is not in the documented form at all."""
    return Refusal("bad_input", template, params)
