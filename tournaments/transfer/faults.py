"""What is wrong with a file or with what is stored, one sentence for each fault."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

ERROR = "error"
WARNING = "warning"
# Nobody reads more, and a hostile file could have millions.
MOST_FAULTS = 500


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: ``code`` is stable, ``where`` and ``message`` are for a person.

    A ``warning`` is something the rules do not allow but that can have happened.
    """

    code: str
    where: str
    message: str
    severity: str = ERROR

    def __str__(self) -> str:
        return f"{self.where}: {self.message}" if self.where else self.message

    def as_dict(self) -> dict[str, str]:
        return {"code": self.code, "where": self.where, "message": self.message}


class TooManyFaults(Exception):
    """There are so many faults that looking further is of no use."""


class Faults(list[Fault]):
    """The faults found so far."""

    def add(self, code: str, where: str, message: str, severity: str = ERROR) -> None:
        if len(self) >= MOST_FAULTS:
            self.append(
                Fault("too_many_faults", "", _("There are more faults; the rest is not shown."))
            )
            raise TooManyFaults
        self.append(Fault(code, where, message, severity))


class Unsound(Exception):
    """A file that cannot be read as a tournament, with every fault found in it."""

    def __init__(self, faults: list[Fault]):
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults


def unsound(code: str, message: str) -> Unsound:
    """A file of which nothing further can be read."""
    return Unsound([Fault(code, "", message)])
