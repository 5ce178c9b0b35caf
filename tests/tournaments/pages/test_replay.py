"""The page that replays a disputed deal: the same answers as ``replay_deals``, step by step."""

import json
import re
from html import unescape

import pytest
from django.urls import reverse
from django.utils import translation

from rules.refusal import Refusal
from rules.replay import replay as play_record
from scoring.replay_answers import replay_deal
from scoring.replay_records import read_replay
from tests.examples import worked_cases
from tests.rules.table import MASTER, hands_with
from tests.tournaments import factories
from tests.tournaments.actions.play import drawn
from tests.tournaments.played import played
from tournaments.models import Table
from tournaments.pages.cards import cards_text
from tournaments.pages.desk.replay_draft import draft_of, look_at, read_draft
from tournaments.pages.desk.replay_text import as_text, read_pasted

pytestmark = pytest.mark.django_db

CASES = [case.values[0]["in"] for case in worked_cases("replays.jsonl")]


def outcome(record):
    try:
        return replay_deal(record), None
    except Refusal as refusal:
        return None, refusal


LEGAL = [record for record in CASES if outcome(record)[0]]
REFUSED = [record for record in CASES if outcome(record)[1]]
NORMAL = next(r for r in LEGAL if r.get("game") == {"kind": "normal"} and r.get("calls"))
SOLO = next(r for r in LEGAL if r.get("game", {}).get("kind") == "lustsolo")


@pytest.fixture
def desk(client):
    client.force_login(factories.user())
    return client


def send(client, act, record=None, **fields):
    if record is not None:
        text = record if isinstance(record, str) else json.dumps(record)
        fields["record"] = text
    answer = client.post(reverse("replay"), {"act": act, **fields})
    assert answer.status_code == 200
    return answer


def record_in(answer):
    """The record that travels in the page."""
    html = answer.content.decode()
    return json.loads(unescape(re.search(r'name="record" value="([^"]*)"', html).group(1)))


def step_of(answer):
    return answer.context["step"]


# --- the same answer -----------------------------------------------------------------------------


@pytest.mark.parametrize("record", LEGAL)
def test_a_pasted_record_gets_the_verdict_of_replay_deals(desk, record):
    answer, expected = send(desk, "paste", pasted=json.dumps(record)), replay_deal(record)
    result = answer.context["verdict"]
    assert [points for _name, points in result["scores"]] == list(
        expected["result"]["scores"].values()
    )
    assert result["value"] == expected["result"]["value"]
    assert [(item["rule"], item["points"]) for item in result["breakdown"]] == [
        (item["rule"], item["points"]) for item in expected["result"]["breakdown"]
    ]
    shown = answer.context["tricks"]["tricks"]
    assert [(t["leader"], t["winner"], t["card_points"]) for t in shown] == [
        (t["leader"], t["winner"], t["card_points"]) for t in expected["tricks"]
    ]
    text = answer.content.decode()
    assert all(item["text"] in unescape(text) for item in result["breakdown"])


@pytest.mark.parametrize("record", REFUSED)
def test_a_refused_record_is_refused_with_the_same_code_and_paragraph(desk, record):
    _none, expected = outcome(record)
    answer = send(desk, "paste", pasted=json.dumps(record))
    said = answer.context.get("refusal") or answer.context["fault"]
    assert (said["code"], said["rule"]) == (expected.code, expected.rule)
    assert expected.code in answer.content.decode()
    if expected.rule:
        assert f"TSR {expected.rule}" in answer.content.decode()


@pytest.mark.parametrize("record", REFUSED)
def test_what_goes_before_a_fault_is_legal_and_nothing_more(record):
    _none, expected = outcome(record)
    if expected.code == "bad_input" or expected.rule == "4.1.4":
        return
    look = look_at(draft_of(record).record)
    assert look.refusal.code == expected.code
    if look.legal is None:
        assert look.of == ""
        return
    play_record(look.legal)
    if look.of == "card":
        assert len(look.legal.plays) == expected.at
    else:
        assert len(look.legal.calls) == expected.at


def test_the_same_record_card_by_card(desk):
    """Keyed like at a table: every card and call sent on its own, undone and sent again."""
    record = {**NORMAL, "plays": [], "calls": []}
    waiting = list(NORMAL["calls"])
    answer = send(desk, "show", record)
    for played_so_far, card in enumerate(NORMAL["plays"]):
        while waiting and waiting[0]["after"] == played_so_far:
            call = waiting.pop(0)
            answer = send(desk, f"call:{call['seat']}:{call['call']}", record_in(answer))
        before = record_in(answer)
        answer = send(desk, f"play:{card}", before)
        if played_so_far % 8 == 3:
            assert record_in(send(desk, "undo", record_in(answer))) == before
    assert step_of(answer) == "verdict"
    scores = dict(answer.context["verdict"]["scores"])
    assert list(scores.values()) == list(replay_deal(NORMAL)["result"]["scores"].values())


# --- keying --------------------------------------------------------------------------------------


def test_from_the_set_up_to_the_first_card(desk):
    page = desk.get(reverse("replay"))
    assert step_of(page) == "set-up"
    fields = {"size": 4, "dealer": 4, "kind": "normal", "ruleset": "ddv", "name2": "Adler"}
    answer = send(desk, "set-up", record_in(page), **fields)
    assert step_of(answer) == "hands"
    for card in ("H10", "CQ"):
        answer = send(desk, f"hands:give:{card}", record_in(answer), to=1)
    assert record_in(answer)["hands"]["1"] == ["H10", "CQ"]
    answer = send(desk, "hands:take:1:H10", record_in(answer), to=1)
    assert record_in(answer)["hands"]["1"] == ["CQ"]
    hands = hands_with()
    typed = {f"hand{seat}": cards_text(hands[seat]).lower() for seat in (1, 2, 3)}
    answer = send(desk, "hands:typed", record_in(answer), **typed, hand4="")
    full = record_in(answer)["hands"]
    assert sorted(full["4"]) == sorted(hands[4])  # the fourth fills itself
    answer = send(desk, "hands:done", record_in(answer))
    assert step_of(answer) == "play"
    assert answer.context["table"]["turn"] == "Platz 1"
    assert "2 Adler" in answer.content.decode()


def test_what_is_typed_and_is_no_card_stays_and_is_named(desk):
    record = {**NORMAL, "hands": dict.fromkeys("1234", []), "plays": [], "calls": []}
    answer = send(desk, "hands:done", record, hand1="h10 xx cq", hand2="ka", hand3="", hand4="")
    assert step_of(answer) == "hands"
    text = unescape(answer.content.decode())
    assert "h10 xx cq" in text
    assert "„xx“ ist keine Karte" in text


def test_hands_that_are_not_the_pack_are_refused_with_the_paragraph(desk):
    hands = {seat: list(hand) for seat, hand in hands_with().items()}
    hands[1][0] = hands[3][0]  # ♣10 three times, ♣A once
    typed = {f"hand{seat}": cards_text(hand) for seat, hand in hands.items()}
    answer = send(desk, "hands:done", {**NORMAL, "plays": [], "calls": []}, **typed)
    assert step_of(answer) == "hands"
    assert answer.context["refusal"]["code"] == "not_the_pack"
    assert "TSR 2.2" in answer.content.decode()


def test_only_legal_cards_can_be_pressed(desk):
    answer = send(desk, "show", {**NORMAL, "plays": NORMAL["plays"][:1], "calls": []})
    deal = play_record(read_replay(NORMAL), 1)
    assert {card for card, legal in answer.context["turn"]["hand"] if legal} == set(
        deal.legal_cards
    )
    html = answer.content.decode()
    for card, legal in answer.context["turn"]["hand"]:
        button = re.search(rf'<button name="act" value="play:{card}"[^>]*>', html).group()
        assert ("disabled" in button) is not legal


def test_calls_are_offered_while_they_are_open_and_say_how_long(desk):
    begun = {**NORMAL, "plays": [], "calls": []}
    lines = send(desk, "show", begun).context["turn"]["calls"]
    assert [line["seat"] for line in lines] == [1, 2, 3, 4]
    assert lines[0]["calls"][0]["hint"] == "mit mindestens 11 Karten"
    late = {**begun, "plays": NORMAL["plays"][:12]}
    assert send(desk, "show", late).context["turn"]["calls"] == []
    answer = send(desk, "call:1:no90", late)
    assert answer.context["fault"]["rule"]
    assert record_in(answer)["calls"] == []


def test_several_cards_typed_at_once_stop_at_the_first_that_may_not_be_played(desk):
    begun = {**NORMAL, "plays": [], "calls": []}
    deal = play_record(read_replay(NORMAL), 2)
    seat = deal.turn
    barred = next(card for card in deal.hands[seat] if card not in deal.legal_cards)
    typed = cards_text([*NORMAL["plays"][:2], barred, "CA"])
    answer = send(desk, "type", begun, typed=typed)
    assert record_in(answer)["plays"] == NORMAL["plays"][:2]
    assert answer.context["fault"]["rule"] == "5.2.2"
    assert cards_text([barred]) in answer.context["typed"]
    stands = send(desk, f"stand:{barred}", record_in(answer))
    assert record_in(stands)["stands"] == [2]


def test_a_refused_card_may_stand_or_be_keyed_anew(desk):
    record = next(r for r in REFUSED if outcome(r)[1].code == "must_follow_suit")
    at = outcome(record)[1].at
    answer = send(desk, "show", record)
    assert answer.context["refusal"]["where"].startswith(f"Stich {at // 4 + 1}, Karte {at % 4 + 1}")
    anew = send(desk, f"cut:{at}", record_in(answer))
    assert step_of(anew) == "play"
    assert record_in(anew)["plays"] == record["plays"][:at]
    stands = send(desk, f"let-stand:{at}", record_in(answer))
    after = stands.context.get("refusal")
    assert after is None or after["at"] > at


def test_a_refused_call_can_be_left_out(desk):
    record = next(r for r in REFUSED if outcome(r)[1].code == "repeated")
    answer = send(desk, "show", record)
    assert answer.context["refusal"]["of"] == "call"
    assert step_of(send(desk, f"drop:{outcome(record)[1].at}", record_in(answer))) == "verdict"


def test_a_soloist_shortens_the_deal_and_the_end_can_be_undone(desk):
    begun = {**SOLO, "plays": SOLO["plays"][:8], "calls": []}
    answer = send(desk, "end:kontra", begun)
    assert step_of(answer) == "verdict"
    expected = replay_deal({**begun, "ends": {"after": 8, "rest": "kontra"}})
    assert answer.context["verdict"]["value"] == expected["result"]["value"]
    assert step_of(send(desk, "undo", record_in(answer))) == "play"
    normal = send(desk, "end:re", {**NORMAL, "plays": NORMAL["plays"][:8], "calls": []})
    assert normal.context["fault"]["rule"] == "5.4"


def test_what_the_law_leaves_open_is_said(desk):
    hands = {str(seat): hand for seat, hand in hands_with({1: MASTER}).items()}
    record = {"dealer": 4, "hands": hands, "game": {"kind": "normal"}, "plays": []}
    answer = send(desk, "end:re", record)  # a silent marriage that its player shortens
    assert step_of(answer) == "verdict"
    assert "Die Turnierleitung entscheidet" in answer.content.decode()


@pytest.mark.parametrize("at", [0, 1, 4, 23, 47, 48])
def test_stepping_shows_the_table_at_that_moment(desk, at):
    answer = send(desk, f"step:{at}", NORMAL)
    deal = play_record(read_replay(NORMAL), at)
    table = answer.context["table"]
    assert table["played"] == at
    assert table["points"] == [
        ("Re", deal.card_points("re")),
        ("Kontra", deal.card_points("kontra")),
    ]
    steps = answer.context["steps"]
    assert (steps["card_back"], steps["card_on"]) == (max(0, at - 1), min(48, at + 1))
    assert steps["trick_back"] % 4 == steps["trick_on"] % 4 == 0


# --- set-up --------------------------------------------------------------------------------------


def test_reservations_are_asked_from_the_dealers_left(desk):
    record = next(r for r in LEGAL if "reservations" in r)
    said = {answer["seat"]: answer.get("wants", "") for answer in record["reservations"]}
    fields = {"size": 4, "dealer": record["dealer"], "kind": "asked", "ruleset": "ddv"}
    fields |= {f"says{seat}": wants for seat, wants in said.items()}
    answer = send(desk, "set-up", record, **fields)
    assert record_in(answer)["reservations"] == record["reservations"]
    assert step_of(answer) == "verdict"  # hands and cards were kept


def test_at_a_table_of_five_the_dealer_holds_no_cards(desk):
    fields = {"size": 5, "dealer": 2, "kind": "normal", "ruleset": "ddv"}
    answer = send(desk, "set-up", **fields)
    assert record_in(answer)["seats"] == [1, 3, 4, 5]
    answer = send(
        desk, "set-up", **{**fields, "kind": "pflichtsolo", "seat": 2, "contract": "aces"}
    )
    assert step_of(answer) == "set-up"
    assert answer.context["form"].errors


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"kind": "marriage"}, "seat"),
        ({"kind": "lustsolo", "seat": 1}, "contract"),
        ({"dealer": 5}, "dealer"),
        ({"kind": "armut"}, "kind"),
        ({"size": "x"}, "size"),
    ],
)
def test_a_set_up_that_lacks_something_says_what(desk, fields, wrong):
    answer = send(
        desk, "set-up", **{"size": 4, "dealer": 1, "kind": "normal", "ruleset": "ddv", **fields}
    )
    assert wrong in answer.context["form"].errors


def test_a_table_of_the_desk_lends_its_names_to_those_who_work_there(client):
    tournament = played(8, 1)
    table = Table.objects.filter(session__tournament=tournament).first()
    address = f"{reverse('replay')}?table={table.pk}"
    name = str(table.seats.first().entry.player)
    client.force_login(factories.user(is_superuser=True))
    assert name in unescape(client.get(address).content.decode())
    client.force_login(factories.user())
    assert name not in unescape(client.get(address).content.decode())
    for strange in ("x", "99999999", "²", "1" * 50):
        assert client.get(f"{reverse('replay')}?table={strange}").status_code == 200


# --- text, paper, doors --------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("record", LEGAL)
def test_a_record_in_lines_is_read_as_it_was_written(record, language):
    draft = draft_of({**record, "stands": [3, 9]})
    with translation.override(language):
        again = read_pasted(as_text(draft.record)).record
    for part in ("dealer", "plays", "calls", "stands", "seats", "pflichtsolo_done", "ruleset"):
        assert getattr(again, part) == getattr(draft.record, part), part
    assert again.hands == draft.record.hands
    assert (again.game, again.reservations) == (draft.record.game, draft.record.reservations)


@pytest.mark.parametrize(
    "text", ["Geber 2", "Wetter: schön", "Ansage: Re", "Platz 1: H11", "x", ""]
)
def test_lines_that_nobody_understands_are_named(desk, text):
    answer = send(desk, "paste", pasted=text)
    assert step_of(answer) == "set-up"
    assert answer.context["fault"]["text"]
    assert answer.context["pasted"] == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Geber: 1\nSpiel: Stille Hochzeit 2", "stille Hochzeit"),
        ("Geber: 1\nSpiel: Armut Hochzeit 2", "armut marriage"),
        ("Geber: 1\nSpiel: normal\nGeber: 2", "Geber: 2"),
        ("Platz 1: ka\nPlatz 2: ka\nSeat 1: k9", "Seat 1: k9"),
        ("Stich 1: ♣A ♣A ♣10 ♣9\nStich 3: ♠A ♠A ♠10 ♠9", "Stich 3"),
        ("Stich 2: ♣A ♣A ♣10 ♣9", "Stich 2"),
        ("Stich 1: ♣A ♣A ♣10\nStich 2: ♠A ♠A ♠10 ♠9", "3 Karten"),
    ],
)
def test_lines_that_would_be_read_as_another_deal_are_refused(desk, text, said):
    answer = send(desk, "paste", pasted=text)
    assert step_of(answer) == "set-up"
    assert said in answer.context["fault"]["text"]


def test_a_record_far_too_long_does_not_come_back(desk):
    answer = send(desk, "paste", pasted="H10 " * 250_000)
    assert "zu lang" in answer.context["fault"]["text"]
    assert len(answer.content) < 100_000


def test_the_record_on_paper(desk):
    answer = desk.post(reverse("replay-print"), {"record": json.dumps(NORMAL)})
    text = answer.content.decode()
    assert "Mitschrift eines Spiels" in text
    assert text.count('class="nowrap in-text') == 48
    assert desk.get(reverse("replay-print")).status_code == 405


def refused_card():
    """A record in which seat 1 does not follow suit, and where in it."""
    deal = next(r for r in REFUSED if outcome(r)[1].code == "must_follow_suit" and "hands" in r)
    look = look_at(read_replay(deal, finished=False))
    return deal, look


def penalty_link(page):
    found = re.search(r'href="([^"]*/penalty/[^"]*)"', page)
    return unescape(found.group(1)) if found else ""


def test_a_breach_leads_to_the_penalty_at_the_table_it_came_from(client):
    tournament, record, look = drawn(9), *refused_card()
    dealer_sits_out = record["dealer"] not in [int(seat) for seat in record["hands"]]
    table = Table.objects.get(size=5 if dealer_sits_out else 4, session__tournament=tournament)
    client.force_login(factories.staff(tournament, "referee"))
    page = client.get(f"{reverse('replay')}?table={table.pk}").content.decode()
    blank = unescape(re.search(r'name="record" value="([^"]*)"', page).group(1))
    pasted = json.dumps(record)
    verdict = send(client, "paste", blank, pasted=pasted)
    link = penalty_link(verdict.content.decode())
    assert f"/tables/{table.number}/penalty/?" in link
    assert f"breach=serious&offender={look.deal().turn}&" in link
    form = client.get(link).content.decode()
    assert '<option value="serious" selected>' in form
    assert "nicht bedient, Stich" in form
    assert record_in(verdict)["table"] == table.pk
    # Not for who may not give it, not without a table, not at a table of another size.
    other = Table.objects.exclude(size=table.size).get(session__tournament=tournament)
    for strange in (None, other.pk, 0, -1, True, "1", 10**12):
        answer = send(client, "show", {**record, "table": strange})
        assert penalty_link(answer.content.decode()) == ""
    client.force_login(factories.staff(tournament, "helper"))
    answer = send(client, "show", {**record, "table": table.pk})
    assert penalty_link(answer.content.decode()) == ""


def test_the_penalty_knows_the_solo_and_the_absagen_of_the_other_side(client):
    tournament = drawn(4)
    table = Table.objects.get(session__tournament=tournament)
    client.force_login(factories.staff(tournament, "director"))
    hands = hands_with({1: ["H10", "SA"], 2: ["SK", "DA"], 3: ["SQ"], 4: ["SJ"]})
    record = {
        "dealer": 4,
        "hands": {str(seat): list(hand) for seat, hand in hands.items()},
        "game": {"kind": "lustsolo", "seat": 1, "contract": "aces"},
        "pflichtsolo_done": [1, 2, 3, 4],
        "calls": [{"seat": 1, "call": "no60", "after": 0}],
        "plays": ["SA", "DA"],
        "table": table.pk,
    }
    answer = send(client, "show", record).content.decode()
    link = penalty_link(answer)
    assert "offender=2" in link
    assert "soloist=1&kind=lustsolo&absagen=2" in link
    call = {**record, "plays": [], "calls": [{"seat": 2, "call": "re", "after": 0}]}
    link = penalty_link(send(client, "show", call).content.decode())
    assert "offender=2" in link
    assert "breach" not in link


def test_only_for_those_who_are_signed_in(client):
    assert client.get(reverse("replay")).status_code == 302
    assert client.post(reverse("replay"), {"act": "paste"}).status_code == 302


def test_no_tournament_takes_the_pages_address():
    assert factories.tournament(name="Replay").slug == "replay-2"


# --- strange input -------------------------------------------------------------------------------

STRANGE = ["", "{", "[]", "null", '{"names": 3}', "[" * 5000, '{"dealer": 1e999}', "x" * 30_000]


@pytest.mark.parametrize("text", STRANGE)
def test_a_tampered_record_is_a_sentence(desk, text):
    assert send(desk, "play:CQ", text).context["fault"]["text"]
    assert desk.post(reverse("replay-print"), {"record": text}).status_code == 200


@pytest.mark.parametrize("key", ["seats", "dealer", "hands", "game", "plays", "calls", "names"])
@pytest.mark.parametrize("value", [None, 7, "x", [], {}, [None], {"1": 3}, [[["CA"]]], -1, 5])
@pytest.mark.parametrize("act", ["show", "step:9", "undo", "hands:done", "change-set-up"])
def test_a_record_with_one_strange_value_is_no_error_page(desk, key, value, act):
    send(desk, act, {**NORMAL, key: value})


@pytest.mark.parametrize(
    "act",
    ["play:", "play:X9", "stand:CQ", "call:9:re", "call:1:x", "call:", "end:x", "cut:x", "cut:²"]
    + ["cut:999999999999", "drop:-1", "drop:99", "let-stand:99", "step:x", "hands:give:X1", "?"]
    + ["hands:take:9:CQ", "hands:take:1:CQ", "hands:empty:x", "hands:", "type", "undo", "set-up"],
)
@pytest.mark.parametrize("cards", [0, 7, 48])
def test_a_strange_button_is_no_error_page(desk, act, cards):
    calls = [call for call in NORMAL["calls"] if call["after"] <= cards]
    send(
        desk, act, {**NORMAL, "plays": NORMAL["plays"][:cards], "calls": calls}, to="x", typed="ha"
    )


def test_names_are_read_with_care():
    draft = read_draft(json.dumps({**NORMAL, "names": {"1": " A\u202e  b ", "2": 7, "9": "x"}}))
    assert draft.names == {1: "A b"}
