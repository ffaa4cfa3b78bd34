"""What the buttons of a table say, and what its page draws."""

import random

import pytest
from django.template.loader import render_to_string

from engine import SYSTEMS, Sentence, new_game, surely
from engine.game_of_the_year import telling as year
from engine.office_job import telling as office
from league.play.rules.game_of_the_year import shown as year_shown
from league.play.rules.office_job import RANKS
from league.play.rules.office_job import shown as office_shown
from league.play.rules.systems import PLAYED_HERE, consequences, label_of, laid_out, shown
from league.play.rules.tokens import Token, spread
from tests.inspector.looks import empty_parts
from tests.inspector.nodes import read

NAMES = ("Ada", "Bo", "Cleo", "Dev", "Eve", "Fay")
RARE = {"clear"}  # in one game of fifty or so
ODD_HOUSES = {
    "game_of_the_year": {
        "settings": {
            "lucky": "choose",
            "birth_shield": "ask",
            "any_token": "buy_or_card",
            "leap_year": True,
            "token_timing": "any",
        }
    },
    "office_job": {"settings": {"second_csuite": "return"}},
}


def positions(system: str, seats: int, seed: int, options=None):
    """Every position of a game of random choices, the end included."""
    game, chance = new_game(system, seats, rng_seed=seed, options=options), random.Random(seed)
    while not game.over:
        yield game
        game.play(chance.choice(list(game.legal_actions())))
    yield game


@pytest.mark.parametrize("system", ["game_of_the_year", "office_job"])
def test_every_choice_of_many_games_has_words_of_its_own(system):
    prompts = set()
    for seed in range(16):
        options = ODD_HOUSES[system] if seed % 2 else None
        for game in positions(system, 2 + seed % 4, seed, options):
            view = game.view(game.actor)
            prompts.add(view["prompt"])
            labels = [label_of(system, action, view["about"], NAMES) for action in view["legal"]]
            told = [(label.text, label.detail) for label in labels]
            assert all(label.text for label in labels) and len(set(told)) == len(told)
            assert sum(label.main for label in labels) <= 1
    offered = set(type(game).decisions.names) - {"over"}
    assert prompts >= offered - RARE


@pytest.mark.parametrize("seeds", [2, pytest.param(6, marks=pytest.mark.further)])
@pytest.mark.parametrize("system", PLAYED_HERE)
def test_a_page_draws_every_position_for_everybody_who_looks(system, seeds):
    options = {"settings": {"turn_limit": 100}} if system == "careers" else None  # which chance alone makes endless
    for seed in range(seeds):
        for game in positions(system, max(3, SYSTEMS[system].seats[0]), seed, options):
            for reader in (None, 0, 1, 2):
                assert shown(system, laid_out(system, game.view(reader), game, ()), NAMES)


@pytest.mark.parametrize("system", ["game_of_the_year", "office_job"])
def test_what_is_drawn_is_the_same_in_every_world_that_a_reader_can_not_tell_apart(system):
    for seed in range(5):
        for number, game in enumerate(positions(system, 4, seed)):
            if number % 7 == 0 and not game.over:
                for reader in (None, 0, 3):
                    other = game.determinize(reader, 5)
                    assert shown(system, game.view(reader), NAMES) == shown(system, other.view(reader), NAMES)


def test_a_button_says_what_follows_and_nothing_that_it_has_said():
    told = [
        Sentence("{0} picks {days}."),
        Sentence(year.MOVES),
        Sentence(year.ENTRY),
        Sentence("{0} pays {1} ${amount}."),
        Sentence(year.TURN),
    ]
    assert consequences("game_of_the_year", told) == [told[3]]
    told = [Sentence("{0} plays."), Sentence("{0} gains."), Sentence(office.TURN), Sentence("{0} draws a card.")]
    assert consequences("office_job", told) == [told[1]]


def test_sure_consequences_never_tell_of_the_next_turn():
    for system in ("game_of_the_year", "office_job"):
        for number, game in enumerate(positions(system, 3, 2)):
            if number % 25 == 0 and not game.over:
                for choice in game.legal:
                    told = consequences(system, surely(game, choice.action))
                    assert not [one for one in told if one.named(NAMES).startswith("Turn ")]


def test_the_calendar_has_every_day_once_and_every_token_where_its_player_stands():
    game = new_game("game_of_the_year", 4, rng_seed=1)
    drawn = year_shown(game.view(None), NAMES)
    assert sum((leaf.plain + leaf.pictures).count("M") for leaf in drawn["leaves"]) == 365
    assert [leaf.days for leaf in drawn["leaves"]] == [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    assert len(drawn["start"]) == 4
    for game in positions("game_of_the_year", 4, 1):
        drawn = year_shown(game.view(None), NAMES)
        placed = [(at, token.seat) for at, leaf in enumerate(drawn["leaves"], 1) for token in leaf.tokens]
        wanted = [(int(one["date"][:2]), seat) for seat, one in enumerate(game.view(None)["players"], 1)
                  if one["date"] != "start"]  # fmt: skip
        assert sorted(placed) == sorted(wanted)


def test_the_ladder_holds_everybody_once_on_the_step_of_their_rank():
    for game in positions("office_job", 4, 3):
        view = game.view(None)
        drawn = office_shown(view, NAMES)
        assert [step["rank"] for step in drawn["ladder"]] == list(RANKS)
        steps = {person["token"].seat: step["rank"] for step in drawn["ladder"] for person in step["people"]}
        assert steps == {seat: one["rank"] for seat, one in enumerate(view["players"], 1)}


def test_tokens_of_one_square_stand_beside_each_other():
    for count in range(1, 7):
        assert len(set(spread(count, 5))) == count
    assert Token(1, "“ada”").letter == "A" and Token(2, "!").letter == "?"
    assert Token(1, "Ada", 8, 40).place == "8 40"


@pytest.mark.parametrize("system", ["career_compass", "career_poker", "office_job"])
def test_a_choice_that_plays_a_card_of_the_hand_stands_at_that_card(system):
    """A choice that picks somebody else's card is not a card of the hand."""
    of_cards = 0
    for game in positions(system, 4, 1):
        view = game.view(None if game.over else game.actor)
        hand = {card["key"] for card in shown(system, view, NAMES)["hand"]}
        for action in view["legal"]:
            card = label_of(system, action, view["about"], NAMES).card
            own = action.split()[0] in ("discard", "give", "play", "read", "return") and view["prompt"] != "delegate"
            assert card in hand if own else not card
            of_cards += own
    assert of_cards


def test_what_a_card_to_give_or_to_read_says_aloud_has_no_empty_part():
    verbs = set()
    for game in positions("career_compass", 4, 1):
        view = game.view(None if game.over else game.actor)
        cards = {card["key"]: card for card in shown("career_compass", view, NAMES)["hand"]}
        for action in view["legal"]:
            verb, label = action.split()[0], label_of("career_compass", action, view["about"], NAMES)
            if label.card and verb not in verbs:
                verbs.add(verb)
                way = {"action": action, "text": label.text, "detail": label.detail}
                table = {"hand": [(cards[label.card], [way])]}
                assert not list(empty_parts(read(render_to_string("league/play/compass_pack.html", {"table": table}))))
    assert verbs == {"give", "read"}
