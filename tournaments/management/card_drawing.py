"""The drawing of the 24 cards, as one SVG with a symbol for each.

A card is 60 by 84. The page's colours come in as custom properties (``--card-paper``,
``--card-edge``, ``--card-black``, ``--card-red``), so that the cards are light and dark with it.
Red suits have a light line inside: without colour, too, all four suits differ.
Queens and jacks have a second symbol with English letters (``CQ-en``).
"""

from collections.abc import Iterator

from rules.cards import RANKS, SUITS

# Each pip fills a square from -10 to 10.
_PIPS = {
    "C": '<circle cx="0" cy="-4.6" r="4.6"/><circle cx="-5.1" cy="2.6" r="4.6"/>'
    '<circle cx="5.1" cy="2.6" r="4.6"/><path d="M-1.2-2h2.4l.4 6.5 2.4 5h-8l2.4-5z"/>',
    "S": '<path d="M0-9.6C2.2-5.4 9.4-1.8 9.4 3.2 9.4 7.6 4 8.6 1.5 5.4L4 9.6h-8L-1.5 5.4'
    'C-4 8.6-9.4 7.6-9.4 3.2-9.4-1.8-2.2-5.4 0-9.6z"/>',
    "H": '<path d="M0 9.4C-3.4 5.4-9.4 1.4-9.4-3.6-9.4-9.4-2.6-10.4 0-5.6 2.6-10.4 9.4-9.4 '
    '9.4-3.6 9.4 1.4 3.4 5.4 0 9.4z"/>',
    "D": '<path d="M0-9.8 7.6 0 0 9.8-7.6 0z"/>',
}
_INSIDE = {
    "H": '<path d="M0 5.4C-2.6 2.4-6.4-.4-6.4-3.6-6.4-6-3.6-6.4-1.6-4.4" fill="none" '
    'stroke="var(--card-paper,#fffefb)" stroke-width="1.4" stroke-linecap="round"/>',
    "D": '<path d="M0-5.2 4 0 0 5.2-4 0z" fill="var(--card-paper,#fffefb)"/>',
}
# What the king, the queen and the jack wear; drawn on a square from -10 to 10.
_HEADS = {
    "K": '<path d="M-9 5V-5l4.5 4L0-8l4.5 7L9-5V5z"/><path d="M-9 7.2H9V9.4H-9z"/>',
    "Q": '<path d="M-9 3C-6 7 6 7 9 3L7 9H-7z"/><circle cx="-8" cy="-1" r="1.9"/>'
    '<circle cx="-3" cy="2" r="1.9"/><circle cx="3" cy="2" r="1.9"/>'
    '<circle cx="8" cy="-1" r="1.9"/><circle cx="0" cy="-5" r="2.6"/>',
    "J": '<path d="M-9.5 6C-6-2-3-4 3-4 7-4 9 1 9.5 6z"/>'
    '<path d="M2-3C4-8 7-9.6 9.6-9.2 8.6-6.6 7-4.4 4.4-2.4z"/><path d="M-10 7.4H10V9.2H-10z"/>',
}
_GERMAN = {"Q": "D", "J": "B"}
_COLOURS = {
    "C": "var(--card-black,#1c1b19)",
    "S": "var(--card-black,#1c1b19)",
    "H": "var(--card-red,#b4281e)",
    "D": "var(--card-red,#b4281e)",
}


def drawing() -> str:
    """The whole file."""
    symbols = "\n".join(_symbols())
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'


def _symbols() -> Iterator[str]:
    for suit in SUITS:
        for rank in RANKS:
            yield _card(suit + rank, suit, rank, _GERMAN.get(rank, rank))
            if rank in _GERMAN:
                yield _card(f"{suit}{rank}-en", suit, rank, rank)


def _card(name: str, suit: str, rank: str, index: str) -> str:
    narrow = ' textLength="25" lengthAdjust="spacingAndGlyphs"' if index == "10" else ""
    return (
        f'<symbol id="{name}" viewBox="0 0 60 84"><rect x="1" y="1" width="58" height="82" rx="6" '
        'fill="var(--card-paper,#fffefb)" stroke="var(--card-edge,#8d877b)" stroke-width="1.5"/>'
        f'<g fill="{_COLOURS[suit]}"><text x="5" y="29" font-size="29" font-weight="700" '
        f'font-family="system-ui,DejaVu Sans,sans-serif"{narrow}>{index}</text>'
        f"{_pip(suit, 'translate(46 19)')}{_middle(suit, rank)}</g></symbol>"
    )


def _middle(suit: str, rank: str) -> str:
    """A big pip, or what a court card wears above a smaller one."""
    if rank not in _HEADS:
        return _pip(suit, "translate(30 56) scale(1.9)")
    head = f'<g transform="translate(30 47) scale(1.05)">{_HEADS[rank]}</g>'
    return head + _pip(suit, "translate(30 69) scale(.95)")


def _pip(suit: str, where: str) -> str:
    return f'<g transform="{where}">{_PIPS[suit]}{_INSIDE.get(suit, "")}</g>'
