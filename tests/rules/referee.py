"""A second, slower referee that shares no code with the one tested, to judge changed deals by.

It knows one question: is this record of a deal legal? It is written for sight, not for speed.
"""

QUEENS_AND_JACKS = [suit + rank for rank in "QJ" for suit in "CSHD"]


def trumps_of(contract):
    if contract in ("queens", "jacks"):
        return [suit + contract[0].upper() for suit in "CSHD"]
    if contract == "aces":
        return []
    suit = {"clubs": "C", "spades": "S", "hearts": "H"}.get(contract, "D")
    plain = [suit + rank for rank in ("A", "10", "K", "9")]
    return ["H10", *QUEENS_AND_JACKS, *[card for card in plain if card != "H10"]]


class Referee:
    """Judges one record, see :func:`is_legal`."""

    def __init__(self, record):
        self.record = record
        self.seats = list(record.seats)
        self.hands = {seat: list(record.hands[seat]) for seat in self.seats}
        self.both = [seat for seat in self.seats if self.hands[seat].count("CQ") == 2]
        self.kind, self.seat, self.contract = self.settle()
        self.trumps = trumps_of(self.contract)
        self.called = {"re": [], "kontra": []}  # (level, cards held, cards needed)

    def is_legal(self):
        cards = sorted(card for hand in self.hands.values() for card in hand)
        pack = sorted(s + r for s in "CSHD" for r in ("A", "10", "K", "Q", "J", "9") for _ in "12")
        if cards != pack or any(len(hand) != 12 for hand in self.hands.values()):
            return False
        return self.game_is_allowed() and self.play_is_allowed()

    def settle(self):
        game = self.record.game
        if game is not None:
            return game.kind, game.seat, game.contract
        for want in ("pflichtsolo", "lustsolo", "marriage"):
            for said in self.record.reservations:
                if said.wants == want:
                    return want, said.seat, said.contract
        return "normal", None, None

    def game_is_allowed(self):
        done = self.record.pflichtsolo_done
        for said in self.record.reservations:
            if said.wants == "lustsolo" and said.seat not in done:
                return False
            if said.wants == "pflichtsolo" and said.seat in done:
                return False
            if said.wants == "marriage" and self.both != [said.seat]:
                return False
        return self.kind != "marriage" or self.both == [self.seat]

    def next_seat(self, seat):
        return self.seats[(self.seats.index(seat) + 1) % 4]

    def play_is_allowed(self):
        seat = self.record.dealer
        while True:
            seat = seat % 5 + 1
            if seat in self.seats:
                break
        leader = self.seat if self.kind in ("pflichtsolo", "vorfuehrung") else seat
        winners, trick = [], []
        for number, card in enumerate([*self.record.plays, None]):
            for call in self.record.calls:
                if call.after == number and not self.call_is_allowed(call, winners):
                    return False
            if card is None:
                return True
            player = leader
            for _ in trick:
                player = self.next_seat(player)
            hand = self.hands[player]
            if card not in hand:
                return False
            if trick:
                led = self.suit(trick[0][1])
                if self.suit(card) != led and any(self.suit(held) == led for held in hand):
                    return False
            hand.remove(card)
            trick.append((player, card))
            if len(trick) == 4:
                leader = self.taker(trick)
                winners.append(leader)
                trick = []
        raise AssertionError

    def suit(self, card):
        return "trump" if card in self.trumps else card[0]

    def taker(self, trick):
        for card in self.trumps:
            for player, played in trick:
                if played == card:
                    return player
        for rank in ("A", "10", "K", "Q", "J", "9"):
            for player, played in trick:
                if played == trick[0][1][0] + rank:
                    return player
        raise AssertionError

    def party(self, seat, winners):
        """The party and by how many cards limits are moved; None before a marriage is clear."""
        if self.kind == "marriage":
            foreign = [n for n, winner in enumerate(winners[:3]) if winner != self.seat]
            if foreign:
                re, moved = (self.seat, winners[foreign[0]]), foreign[0]
            elif len(winners) >= 3:
                re, moved = (self.seat,), 2
            else:
                return None
            return ("re" if seat in re else "kontra"), moved
        if self.kind != "normal":
            return ("re" if seat == self.seat else "kontra"), 0
        return ("re" if "CQ" in self.record.hands[seat] else "kontra"), 0

    def call_is_allowed(self, call, winners):
        found = self.party(call.seat, winners)
        if found is None:
            return False
        party, moved = found
        levels = ["re" if party == "re" else "kontra", "no90", "no60", "no30", "schwarz"]
        if call.call not in levels:
            return False
        cards = len(self.hands[call.seat])
        level = levels.index(call.call)
        own, other = self.called[party], self.called["kontra" if party == "re" else "re"]
        reached = max((made for made, _, _ in own), default=-1)
        if level <= reached:
            return False
        open_now = [step for step in range(5) if cards >= 11 - step - moved]
        if level == 0 and 0 not in open_now:
            if not any(cards >= needed - 1 for _, _, needed in other):
                return False
        elif any(step not in open_now for step in range(reached + 1, level + 1)):
            return False
        elif any(held < needed for made, held, needed in own if made == 0):
            return False  # Re or Kontra was in time only as a reply
        own.append((level, cards, 11 - level - moved))
        return True


def is_legal(record):
    """Whether the law has nothing against the deal; ``stands`` and ``rest`` are not looked at."""
    return Referee(record).is_legal()
