"""Sentences the draw gives back: an English template and its values, ready for translation."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Value = int | str


def gettext_noop(template: str) -> str:
    """Mark a template for the message catalogue; the pages translate it when they show it."""
    return template


@dataclass(frozen=True)
class Reason:
    """One sentence about a draw.

    ``code`` is stable snake_case for programs; ``template`` is an English msgid with
    ``%(name)s`` places; ``params`` fills them. Parameters named ``entries`` or ``pairs`` hold
    entry numbers as text ("3, 17" or "3–17, 4–9").
    """

    code: str
    template: str
    params: Mapping[str, Value] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template % self.params


class SeatingRefused(ValueError):  # noqa: N818 - a refusal is an answer, not a fault
    """The draw cannot be made as asked; says why and what would be possible.

    Carries the fields of a ``Reason`` (``code``, ``template``, ``params``).
    """

    def __init__(self, code: str, template: str, params: Mapping[str, Value]) -> None:
        super().__init__(template % params)
        self.code = code
        self.template = template
        self.params = params
