"""What Office Job says: events in sentences, and what a decision is about."""

import pytest

from engine.office_job.cards import NUMBER
from engine.office_job.game import DECISIONS
from engine.office_job.telling import TELLERS
from tests.engine.hearing import abouts, hears, kinds_heard, random_moments
from tests.engine.office_job.support import begin, draws, job, numbers, play, points, skill, turn

ABOUT = {
    "start": {"deck", "last"},
    "replacement": {"card", "central", "instead"},
    "play": {"must_play", "plays", "cards"},
    "delegate": {"to", "cards"},
    "target": {"card", "for", "among"},
    "discard": {"card", "for", "left"},
    "pick_up": {"card", "for", "left"},
    "clear": {"card", "for", "left", "area", "among"},
}
SHIP_IT = {"card": "ship_it", "name": "Ship It", "text": "Two points for you."}


def test_every_kind_of_event_occurs() -> None:
    # Both piles are never empty at once in a game that is played by chance.
    assert kinds_heard("office_job", 80) == {*TELLERS} - {"none_left"}


def test_every_decision_says_what_it_is_about() -> None:
    assert {*ABOUT} == {*DECISIONS.names} - {"over"}
    assert abouts("office_job", 320) == ABOUT


@pytest.mark.rule("office_job 18")
@pytest.mark.rule("office_job B17")
def test_only_who_draws_a_card_hears_which() -> None:
    g = turn(job(), 0, "ship_it")
    draws(g, 1, "big_picture")
    twin = g.clone()
    assert hears(g, "play ship_it", 1) == [
        "Seat 1 plays Ship It. Two points for you.",
        "Seat 1 gains 2 points and has 2.",
        "Turn 2: Seat 2 begins.",
        "Seat 2 draws Big Picture from their deck, 9 left.",
    ]
    assert hears(twin, "play ship_it", None)[-1] == "Seat 2 draws a card from their deck, 9 left."
    assert g.about()["card"]["card"] == "big_picture" and g.about()["instead"] is None
    assert hears(g, "keep", 0) == ["Seat 2 keeps the card."]


@pytest.mark.rule("office_job 19")
def test_a_card_that_is_thrown_away_lies_open_and_its_replacement_does_not() -> None:
    g = job()
    begin(g, 0, "missed_deadline")
    g.central[-1] = NUMBER["overtime"]
    assert g.about()["card"]["name"] == "Missed Deadline"
    twin = g.clone()
    assert hears(g, "replace", 2) == [
        "Seat 1 doesn't like Missed Deadline and throws it away.",
        "Seat 1 draws a card from the central deck.",
    ]
    assert hears(twin, "replace", 0)[1] == "Seat 1 draws Overtime from the central deck."


@pytest.mark.rule("office_job 23")
def test_a_card_that_went_back_is_known_to_all_when_it_is_drawn() -> None:
    g = job()
    skill(g, 2)
    g.central.append(NUMBER["big_picture"])
    g.known = 1
    begin(g, 0, "ship_it")
    assert g.about()["instead"] == "big_picture"
    assert hears(g, "replace", None)[1] == "Seat 1 draws Big Picture from the central deck."


@pytest.mark.rule("office_job 9")
@pytest.mark.rule("office_job 15")
def test_a_delegated_card_and_a_promotion_are_told() -> None:
    g = job()
    points(g, 5, 4, 0)
    g.hands[0] = numbers("ship_it", "pass_the_blame")
    begin(g, 0)
    assert g.about() == {"deck": 10, "last": False}
    assert hears(g, "delegate to seat 2", None) == ["Seat 1 delegates a card to Seat 2."]
    assert g.about()["to"] == 1 and g.about()["cards"][0] == SHIP_IT
    assert hears(g, "play ship_it", None)[:3] == [
        "Seat 1 has Seat 2 play Ship It. Two points for you.",
        "Seat 2 gains 2 points and has 6.",
        "Seat 2 is promoted to Manager.",
    ]


@pytest.mark.rule("office_job 16")
def test_a_loss_and_the_fall_from_a_rank_are_told_with_their_rules() -> None:
    g = turn(job(), 0, "pass_the_blame")
    points(g, 0, 6, 0)
    play(g, "pass_the_blame")
    assert g.about()["card"]["card"] == "pass_the_blame"
    assert g.about()["among"][0] == {"seat": 1, "points": 6, "rank": "manager"}
    told = g.told(g.play_aloud("choose seat 2"), None)
    assert [(str(sentence), sentence.why) for sentence in told][:3] == [
        ("Seat 1 picks Seat 2 for Pass the Blame.", ""),
        ("Seat 2 loses 3 points and has 3.", ""),
        ("Seat 2 is back at entry level.", "rule 16"),
    ]


def test_only_the_two_concerned_hear_which_card_was_poached() -> None:
    g = turn(job(), 0, "poach_a_colleague")
    g.hands[1] = numbers("overtime")
    g.play("play poach_a_colleague")
    secret, open_to = "Seat 1 takes a card out of Seat 2's hand.", "Seat 1 takes Overtime out of Seat 2's hand."
    for reader, sentence in ((0, open_to), (1, open_to), (2, secret), (None, secret)):
        assert sentence in hears(g.clone(), "choose seat 2", reader)


@pytest.mark.rule("office_job B8")
def test_with_both_piles_empty_that_is_said() -> None:
    g = turn(job(), 0, "coffee_run", draw=None)
    g.central, g.discard = [], []
    assert "No card is left for Seat 1 to draw." in hears(g, "play coffee_run", None)


@pytest.mark.rule("office_job 11")
def test_the_powers_of_c_suite_are_told() -> None:
    g = job()
    skill(g, 0)
    points(g, 10, 3, 0)
    begin(g, 0)
    twin = g.clone()
    assert hears(g, "gain a point", None)[:2] == [
        "Seat 1 uses the power of C-Suite for a free point.", "Seat 1 gains a point and has 11."
    ]  # fmt: skip
    assert hears(twin, "take 2 points from seat 2", None)[:2] == [
        "Seat 1 uses the power of C-Suite against Seat 2: up to 2 points less.", "Seat 2 loses 2 points and has 1."
    ]  # fmt: skip


@pytest.mark.rule("office_job 22")
def test_a_skill_of_c_suite_is_told_to_stay_in_play() -> None:
    g = turn(job(), 0, "tight_ship")
    assert hears(g, "play tight_ship", None)[1] == "Tight Ship stays in play: Seat 1 has a C-Suite Skill."


def test_a_boost_is_told_before_what_the_card_brings() -> None:
    g = turn(job(), 0, "work_ethic")
    play(g, "work_ethic")
    turn(g, 0, "performance_review")
    told = [line for line in hears(g, "play performance_review", None) if "on form" in line or "gains" in line]
    assert told == ["Seat 1 is on form: a point on top.", "Seat 1 gains 3 points and has 4."]


def test_a_card_that_a_ward_keeps_away_is_told_to_all() -> None:
    g = turn(job(), 1, "tight_ship")
    play(g, "tight_ship")
    points(g, 5, 5, 5)
    turn(g, 0, "reorganisation")
    play(g, "reorganisation")
    kept = "Reorganisation does not reach Seat {}."
    assert kept.format(3) not in hears(g.clone(), "choose seat 3", None)
    assert hears(g, "choose seat 2", None)[:2] == ["Seat 1 picks Seat 2 for Reorganisation.", kept.format(2)]


@pytest.mark.rule("office_job 14")
@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("thick_skin", ["Seat 2 is shielded and spared 2 points.", "Seat 2 loses a point and has 5."]),
        ("ship_it", ["Seat 2 loses 3 points and has 3."]),
    ],
)
def test_what_a_shield_saves_is_told_before_what_is_lost(card: str, told: list[str]) -> None:
    g = turn(job(), 1, card)
    play(g, card)
    points(g, 0, 6, 0)
    turn(g, 0, "pass_the_blame")
    play(g, "pass_the_blame")
    assert hears(g, "choose seat 2", None)[1 : 1 + len(told)] == told


def test_clearing_an_area_says_whose_and_what_lies_there() -> None:
    g = turn(job(), 0, "clean_desk")
    g.areas[1] = ((NUMBER["thick_skin"], 0, (0,)), (NUMBER["acting_manager"], 0, (0,)))
    play(g, "clean_desk", "choose seat 2")
    about = g.about()
    assert (about["area"], about["left"], about["card"]["card"]) == (1, 1, "clean_desk")
    assert [(one["place"], one["name"]) for one in about["among"]] == [(1, "Thick Skin"), (2, "Acting Manager")]
    told = hears(g, "clear area card 2", None)
    assert told[0] == "Seat 2's Acting Manager ends and goes to the discard pile."


def test_what_is_told_accounts_for_every_point_rank_and_card() -> None:
    change = {"draws": 1, "draws_central": 1, "picks_up": 1, "takes": 1, "put_back": -1, "replaces": -1, "plays": -1,
              "discards": -1}  # fmt: skip
    for game, action in random_moments("office_job", 40):
        g = game.clone()
        points, ranks = g.points[:], g.rank[:]
        held = [len(hand) for hand in g.hands]
        for kind, seat, *about in g.play_aloud(action):
            if kind in change:
                held[seat] += change[kind]
            if kind in ("gains", "loses"):
                points[seat] += about[0] if kind == "gains" else -max(about[0], 0)
                assert points[seat] == about[1]
            elif kind == "rank":
                ranks[seat] = about[1]
            elif kind == "takes":
                held[about[0]] -= 1
            elif kind == "hand_goes":
                held[seat] = 0
        assert (points, ranks) == (g.points, g.rank)
        assert held == [len(hand) for hand in g.hands]
