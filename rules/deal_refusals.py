"""What the law has against a deal, as sentences: hands, reservations, cards, calls (TSR 2-6, 9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.refusal import Refusal, gettext_noop

_SYMBOLS: Final = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
_CALLS: Final = {"re": "Re", "kontra": "Kontra"}


def card_name(card: str) -> str:
    """A card as people write it: ``♣Q``."""
    return _SYMBOLS.get(card[:1], card[:1]) + card[1:]


def _names(cards: Iterable[str]) -> str:
    return " ".join(card_name(card) for card in cards)


# --- dealing -------------------------------------------------------------------------------------


def dealer_holds_cards(dealer: int) -> Refusal:
    return Refusal(
        "dealer_holds_cards",
        gettext_noop("At a table of five the dealer sits out; seat %(dealer)d cannot deal here."),
        {"dealer": dealer},
        rule="10.1",
    )


def hand_size(seat: int, cards: int) -> Refusal:
    return Refusal(
        "hand_size",
        gettext_noop("Seat %(seat)d was dealt %(cards)d cards, not 12: the deal must be repeated."),
        {"seat": seat, "cards": cards},
        rule="3.3.7",
    )


def not_the_pack(surplus: Iterable[str], missing: Iterable[str]) -> Refusal:
    return Refusal(
        "not_the_pack",
        gettext_noop(
            "The hands are not the pack of 48 cards: too many %(surplus)s, too few %(missing)s."
        ),
        {"surplus": _names(surplus), "missing": _names(missing)},
        rule="2.2",
    )


# --- finding the game ----------------------------------------------------------------------------


def contract_not_in_ruleset(contract: str | None, ruleset: str) -> Refusal:
    return Refusal(
        "contract_not_in_ruleset",
        gettext_noop("%(ruleset)s has no solo called “%(contract)s”."),
        {"ruleset": ruleset, "contract": contract},
        rule="2.3",
    )


def marriage_without_queens(seat: int | None) -> Refusal:
    return Refusal(
        "marriage_without_queens",
        gettext_noop("Seat %(seat)s does not hold both ♣Q and cannot announce a marriage."),
        {"seat": seat},
        rule="4.4.1",
    )


def asked_out_of_turn(due: int) -> Refusal:
    return Refusal(
        "asked_out_of_turn",
        gettext_noop(
            "All four are asked once, from the dealer's left; now it is seat %(due)d's turn."
        ),
        {"due": due},
        rule="4.1.1",
    )


def asked_too_often() -> Refusal:
    return Refusal(
        "asked_out_of_turn",
        gettext_noop("All four are asked once; there is nobody left to ask."),
        rule="4.1.1",
    )


def no_asking_before_vorfuehrung(seat: int) -> Refusal:
    return Refusal(
        "no_asking_before_vorfuehrung",
        gettext_noop(
            "A Vorführung is nobody's choice and nobody is asked before it: "
            "seat %(seat)d cannot make a reservation for it."
        ),
        {"seat": seat},
        rule="4.2.3",
    )


# --- playing -------------------------------------------------------------------------------------


def deal_is_over() -> Refusal:
    return Refusal("deal_is_over", gettext_noop("The deal is over."), rule="5.3")


def deal_unfinished(played: int) -> Refusal:
    return Refusal(
        "deal_unfinished",
        gettext_noop("The deal is not finished: %(played)d of 48 cards have been played."),
        {"played": played},
        rule="5.3",
    )


def card_not_in_hand(seat: int, card: str) -> Refusal:
    return Refusal(
        "card_not_in_hand",
        gettext_noop("It is seat %(seat)d's turn, and it does not hold %(card)s."),
        {"seat": seat, "card": card_name(card)},
        rule="5.2.1",
    )


def must_follow_trump(seat: int, card: str, could: Iterable[str]) -> Refusal:
    return Refusal(
        "must_follow_suit",
        gettext_noop("Seat %(seat)d played %(card)s on a trump, but could follow: %(could)s."),
        {"seat": seat, "card": card_name(card), "could": _names(could)},
        rule="5.2.2",
    )


def must_follow_suit(seat: int, card: str, suit: str, could: Iterable[str]) -> Refusal:
    return Refusal(
        "must_follow_suit",
        gettext_noop("Seat %(seat)d played %(card)s on %(suit)s, but could follow: %(could)s."),
        {"seat": seat, "card": card_name(card), "suit": _SYMBOLS[suit], "could": _names(could)},
        rule="5.2.2",
    )


def nothing_stands(seat: int, card: str) -> Refusal:
    return Refusal(
        "nothing_stands",
        gettext_noop(
            "Seat %(seat)d broke no rule with %(card)s, so there is no breach that could stand."
        ),
        {"seat": seat, "card": card_name(card)},
        rule="9.6.3",
    )


def only_a_soloist_ends() -> Refusal:
    return Refusal(
        "only_a_soloist_ends",
        gettext_noop("Only a soloist may cut a deal short."),
        rule="5.4",
    )


def parties_unknown() -> Refusal:
    return Refusal(
        "parties_unknown",
        gettext_noop(
            "The marriage is not clarified yet, so nobody can say which party the remaining "
            "tricks go to: the director decides."
        ),
        rule="9.5",
    )


# --- calls ---------------------------------------------------------------------------------------


def call_not_in_ruleset(call: str, ruleset: str) -> Refusal:
    return Refusal(
        "call_not_in_ruleset",
        gettext_noop("%(ruleset)s has no call “%(call)s”."),
        {"ruleset": ruleset, "call": call},
        rule="6.3.1",
    )


def before_clarified(seat: int) -> Refusal:
    return Refusal(
        "before_clarified",
        gettext_noop(
            "Seat %(seat)d called before the trick that clarifies the marriage was complete."
        ),
        {"seat": seat},
        rule="6.4.2",
    )


def wrong_party(seat: int, call: str) -> Refusal:
    return Refusal(
        "wrong_party",
        gettext_noop("Seat %(seat)d called %(call)s, but is not of that party."),
        {"seat": seat, "call": _CALLS[call]},
        rule="6.2.2",
    )


def repeated(seat: int, call: str) -> Refusal:
    return Refusal(
        "repeated",
        gettext_noop("Seat %(seat)d called %(call)s, which its party has already called."),
        {"seat": seat, "call": _CALLS.get(call, call)},
        rule="6.4.7",
    )


def too_late(seat: int, call: str, cards: int, needed: int) -> Refusal:
    return Refusal(
        "too_late",
        gettext_noop(
            "Seat %(seat)d called %(call)s too late: cards in hand %(cards)d, needed %(needed)d."
        ),
        {"seat": seat, "call": _CALLS.get(call, call), "cards": cards, "needed": needed},
        rule="6.2.2" if call in _CALLS else "6.3.4",
    )


def reply_too_late(seat: int, call: str, cards: int, needed: int) -> Refusal:
    return Refusal(
        "reply_too_late",
        gettext_noop(
            "Seat %(seat)d called %(call)s too late even as a reply: "
            "cards in hand %(cards)d, needed %(needed)d."
        ),
        {"seat": seat, "call": _CALLS[call], "cards": cards, "needed": needed},
        rule="6.4.4",
    )


def no_announcement(seat: int, call: str, announcement: str, cards: int, needed: int) -> Refusal:
    return Refusal(
        "no_announcement",
        gettext_noop(
            "Seat %(seat)d called %(call)s without its party's %(announcement)s, which is no "
            "longer open: cards in hand %(cards)d, needed %(needed)d."
        ),
        {
            "seat": seat,
            "call": call,
            "announcement": _CALLS[announcement],
            "cards": cards,
            "needed": needed,
        },
        rule="6.3.2",
    )


def skipped(seat: int, call: str, level: str, cards: int, needed: int) -> Refusal:
    return Refusal(
        "skipped",
        gettext_noop(
            "Seat %(seat)d called %(call)s and skipped %(level)s, which is no longer open: "
            "cards in hand %(cards)d, needed %(needed)d."
        ),
        {"seat": seat, "call": call, "level": level, "cards": cards, "needed": needed},
        rule="6.4.3",
    )


def absage_after_late_reply(seat: int, call: str, announcement: str) -> Refusal:
    return Refusal(
        "absage_after_late_reply",
        gettext_noop(
            "Seat %(seat)d called %(call)s, but its party's %(announcement)s was in time only as "
            "a reply: no Absage may follow it."
        ),
        {"seat": seat, "call": call, "announcement": _CALLS[announcement]},
        rule="6.4.4",
    )


# --- what the law leaves open: told, never raised ------------------------------------------------


def calls_without_clarification(seat: int) -> Refusal:
    return Refusal(
        "calls_without_clarification",
        gettext_noop(
            "Seat %(seat)d called after the groom took the first three tricks. The TSR do not say "
            "which limits hold then; the call was taken as after a clarification in trick 3. "
            "The director decides."
        ),
        {"seat": seat},
        rule="6.4.2",
    )


def marriage_cut_short(seat: int | None) -> Refusal:
    return Refusal(
        "marriage_cut_short",
        gettext_noop(
            "Seat %(seat)s plays alone in a marriage. Whether it may cut the deal short as a "
            "soloist may, the TSR do not say; it was taken as allowed. The director decides."
        ),
        {"seat": seat},
        rule="5.4",
    )
