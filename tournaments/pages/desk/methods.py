"""The ways to draw, in the words of the desk."""

from django.utils.translation import gettext_lazy

METHOD_NAMES = {
    "random": gettext_lazy("random"),
    "ranked": gettext_lazy("by standing"),
    "ranked_apart": gettext_lazy("by standing, nobody meets again"),
    "score_groups": gettext_lazy("within score groups"),
    "ladder": gettext_lazy("winners up, losers down"),
    "fixed_plan": gettext_lazy("fixed plan for all sessions"),
}

# What each means, in one line.
METHOD_HINTS = {
    "random": gettext_lazy("By lot; nobody meets again as far as that can be had."),
    "ranked": gettext_lazy("The best at table 1 and so on, whoever met before (Setzrunde)."),
    "ranked_apart": gettext_lazy(
        "As by standing, but players move as few tables as needed so that nobody meets again."
    ),
    "score_groups": gettext_lazy(
        "Groups of about equal size by standing; by lot and without repeats inside each."
    ),
    "ladder": gettext_lazy("The best of each table moves up one table, the last moves down one."),
    "fixed_plan": gettext_lazy(
        "Drafts all sessions at once; personal cards can then be printed beforehand."
    ),
}


def method_choices(*, first: bool) -> list[tuple[str, str, str]]:
    """Code, name and meaning of each way that makes sense; ``first`` for the first session."""
    fit = ("random", "fixed_plan") if first else tuple(METHOD_NAMES)[:-1]
    return [(code, str(METHOD_NAMES[code]), str(METHOD_HINTS[code])) for code in fit]
