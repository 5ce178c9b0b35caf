"""The words in which the desk says what to do next. No database, no request."""

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True)
class OpenTable:
    """A table without a sheet. ``ends`` is when its time is up, with its extra minutes; None
    while no clock runs. ``progress`` says how far its sheet is keyed by phone, or is empty;
    ``deals_left`` counts what is then still to play.
    """

    number: int
    ends: datetime | None = None
    is_over: bool = False
    progress: str = ""
    deals_left: int = 0

    @property
    def is_playing(self) -> bool:
        return self.ends is not None and not self.is_over


@dataclass(frozen=True)
class SessionNow:
    """A session as far as the next step depends on it. Tables are named by their numbers."""

    number: int
    state: str
    tables: int = 0
    missing: tuple[OpenTable, ...] = ()
    unverified: tuple[int, ...] = ()
    faults: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class Situation:
    """A tournament as far as the next step depends on it.

    ``registered`` and ``present`` count entries that are not withdrawn; ``left_of_draft`` names
    those of a draft who are no longer present, ``not_in_draft`` those present but not in it.
    """

    is_closed: bool
    registered: int
    present: int
    sessions: tuple[SessionNow, ...]
    left_of_draft: tuple[str, ...] = ()
    not_in_draft: tuple[str, ...] = ()


@dataclass(frozen=True)
class Act:
    """A button: ``url`` is the name of a page, ``args`` follow the tournament in its address,
    ``anchor`` is the field there to go to.
    """

    label: str
    url: str
    key: str
    args: tuple[int, ...] = ()
    post: bool = False
    anchor: str = ""


@dataclass(frozen=True)
class Group:
    """Tables that wait for the same thing, and the one act for them. ``look`` is its colour."""

    label: str
    lines: list[str]
    act: Act
    look: str = ""


@dataclass(frozen=True)
class Step:
    """The one next step: what stands at the top of the desk."""

    code: str
    title: str
    main: Act | None
    details: list[str] = field(default_factory=list)
    others: list[Act] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
