"""What is said of a game of Career Compass, and what its decisions are about."""

import pytest

from engine import SYSTEMS
from engine.career_compass.cards import CAPTIONS, CARD_IDS, FACES, SKILL_IDS
from engine.career_compass.telling import TELLERS
from engine.core.rng import Stream
from tests.engine.career_compass.support import compass, throw

THREE = "K05 K13 K03"


def told(g, action, reader):
    return [str(sentence) for sentence in g.telling(action, reader)]


def first_throw(g, skill):
    """What everybody hears of a throw of that skill."""
    number = FACES[g.joker].index(SKILL_IDS.index(skill))
    g.rng = next(Stream(seed).state for seed in range(1_000) if Stream(seed).below(6) == number)
    return told(g, "throw", None)


def caption(card):
    return CAPTIONS[CARD_IDS.index(card)]


def test_every_kind_of_event_happens() -> None:
    heard: set[str] = set()
    for seed in range(120):
        settings = {"no_card_tie": ("random", "split")[seed % 2], "choice_cards": 5}
        game = SYSTEMS["career_compass"].new_game(2 + seed % 7, seed, {"settings": settings})
        stream = Stream(seed)
        while not game.over:
            heard |= {event[0] for event in game.play_aloud(stream.choice(game.legal_actions()))}
    assert heard | {"drawn_for_stack", "shared_stack"} == set(TELLERS)


def test_levels_are_heard_by_all_and_the_card_by_its_holder_alone() -> None:
    g = throw(compass(THREE, "K01 K21 K22 K23"), "practical")
    everybody = [
        "Seat 1 chooses a card to read.",
        "Seat 1 reads Field and lab work 9.",
        "Seat 2 reads Field and lab work 6.",
    ]
    assert told(g, "read K13", 1)[0] == everybody[0]
    assert told(g, "read K13", 0)[0] == f"Seat 1 chooses to read: {caption('K13')}."
    assert told(g, "read K13", None)[1] == everybody[1]
    assert told(g, "read K13", 0)[1] == f"Seat 1 reads Field and lab work 9 ({caption('K13')})."


@pytest.mark.parametrize("reader", [None, 1])
def test_what_is_given_away_is_told_to_nobody_else(reader) -> None:
    g = throw(compass(THREE, "K01 K21 K22 K23"), "practical")
    g.play("read K05")
    assert g.prompt == "give"
    assert told(g, "give K03", reader)[0] == "Seat 1 chooses a card to give away."
    assert told(g, "give K03", 0)[0] == f"Seat 1 gives away: {caption('K03')}."


def test_a_sentence_names_people_and_its_rule() -> None:
    g = compass("K13 K05 K03 K01", "K05 K21 K22 K23")
    sentence = g.telling("throw", None)[0]
    assert sentence.named(["Ada", "Bo"]).startswith("Ada throws the die: ") and sentence.why == "rule 10"


def test_every_decision_says_what_it_is_about() -> None:
    g = compass(THREE, "K01 K21 K22 K23")
    assert g.about() == {"contenders": [0, 1], "stack": 0}
    throw(g, "practical")
    about = g.about()
    assert about["skill"] == "practical" and set(about["cards"]) == {"K03", "K05", "K13"}
    assert about["cards"]["K13"] == {"caption": caption("K13"), "level": 9, "joker": about["cards"]["K13"]["joker"]}
    g.play("read K05")
    assert g.prompt == "give" and g.about()["to"] == 1
    assert g.view(1)["about"] == {} and g.view(0)["about"] == g.about()


def test_the_joker_skill_is_heard_from_those_alone_who_are_equal_at_the_top() -> None:
    g = compass("K17 K21 K22 K23", "K18 K24 K25 K26", "K01 K27 K28 K29")
    heard = [line for line in first_throw(g, "quantitative") if "joker" in line]
    assert [line.split(" reads ")[0] for line in heard] == ["Equal at the top: Seat 1", "Equal at the top: Seat 2"]


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("random", "Nobody of the tied has a card left; chance gives the stack to Seat"),
        ("split", "Seat 1 and Seat 2 have no card left and share the stack of 3."),
    ],
)
def test_who_gets_a_stack_that_nobody_can_play_for_is_told(rule: str, said: str) -> None:
    g = compass("K10", "K11", "K01 K27 K28 K29", joker="teamwork", no_card_tie=rule)
    assert any(line.startswith(said) for line in first_throw(g, "leadership"))
