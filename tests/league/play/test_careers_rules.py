"""Careers on the page: every choice has words, and a page is made of what its reader knows."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from engine import Game, new_game
from engine.careers.board import BORDER, ENTRANCE, PATH, load_board
from engine.careers.state import Prompt, Purpose
from engine.translatable import spoken
from league.play.rules.careers import arranged, laid_out, shown, thrown
from league.play.rules.careers_labels import GROUPS, label_of, where_to
from tests.factories.boards import a_board_file

NAMES = ["Ada", "Bo", "Cleo", "Dev"]
LEVELS = ("director", "manager", "entry")
CHARACTERS = [
    {"name": name, "level": level, "specialty": "law", "side_interest": "journalism"}
    for name, level in zip(NAMES, LEVELS, strict=False)
]
TABLES: list[dict[str, Any]] = [
    {},
    {"settings": {"loans": "tracked", "target": 60}, "board": a_board_file()},
    {"settings": {"offers": "single", "holiday_choice": "before_roll", "bump_all": True}, "board": "jazz_age"},
    {"settings": {"mode": "timed", "timed_minutes": 30}, "players": [*CHARACTERS, {"name": "Dev"}]},
    {"settings": {"target": 2500, "unrelated": "normal"}, "board": "hi_tech"},
    {
        "settings": {"carry_over": "degrees_and_trips", "min_part": 20},
        "players": [{"degrees": {"pharmacology": 4}}, {"degrees": {"pharmacology": 4}}, {}, {}],
    },
]


SELDOM = ("declare", "trade", "several")
ANYWHERE = (BORDER, ENTRANCE, PATH)  # where nothing holds a piece


def random_games(many: int, most: int = 300) -> Iterator[tuple[Game, Random]]:
    """Positions of games that anybody might play: every decision before it is taken."""
    for number in range(many):
        game = new_game("careers", 4, options=TABLES[number % len(TABLES)], key=bytes([number]) * 32)
        chance = Random(number)
        for _action in range(most):
            if game.over:
                break
            yield game, chance
            legal = list(game.legal_actions())
            liked = [one for one in legal if game.actions.texts[one].split()[0] not in SELDOM or chance.random() < 0.05]
            game.play(chance.choice(liked or legal))


def drawn(game: Game, seat: int | None) -> tuple[dict[str, Any], list[Any]]:
    """What a page draws, and its choices with their labels."""
    view = laid_out(game.view(seat), game, ())
    choices = [SimpleNamespace(action=action, label=label_of(action, view["about"], NAMES)) for action in view["legal"]]
    return shown(view, NAMES), choices


@pytest.mark.parametrize("many", [30, pytest.param(100, marks=pytest.mark.further)])
def test_every_choice_of_many_games_has_words_and_a_place(many):
    prompts = set()
    for game, _chance in random_games(many):
        page, choices = drawn(game, game.actor)
        prompts.add(game.prompt)
        for one in choices:
            assert spoken(one.label.text).strip() and one.label.group in GROUPS
            assert one.label.seat != game.actor
        assert page["asks"] or game.prompt in ("turn", "move", "gamble")
        controls = arranged(choices)
        laid = [controls.first] if controls.first else []
        hands = [one for card in (*controls.cards, *controls.opportunities) for one in card.choices]
        people = [one for each in controls.people.values() for one in each]
        assert controls.only_more == ({one.label.group for one in choices} <= {"people", "more"})
        laid += [*controls.main, *hands, *people, *controls.more, *controls.amounts, *controls.items]
        assert {one.action for one in laid} == {one.action for one in choices} and len(laid) == len(choices)
    assert {name.lower() for name in vars(Prompt) if name.isupper()} - {"over"} <= prompts


def test_two_choices_of_one_kind_never_say_the_same():
    for game, _chance in random_games(10):
        _page, choices = drawn(game, game.actor)
        if len(game.table.board.rides) < 2:  # where all travel is by train, two cards have one name
            continue
        said = [(one.label.text, one.label.card, one.label.detail, one.label.group) for one in choices]
        assert len(set(map(repr, said))) == len(choices), game.prompt


def test_what_is_drawn_follows_from_what_the_reader_knows():
    """Two worlds: however hidden cards and formulas are dealt, the page stays."""
    for at, (game, chance) in enumerate(random_games(5)):
        if at % 23:
            continue
        for reader in (None, *range(4)):
            other = game.determinize(reader, chance.randrange(10**6))
            assert repr(drawn(game, reader)) == repr(drawn(other, reader))


def test_a_card_says_where_it_leads():
    """What the label promises is where the piece is moved, before the square does anything with it."""
    checked = 0
    for game, _chance in random_games(15, 250):
        if game.prompt not in ("turn", "move"):
            continue
        board = game.table.board
        for one in drawn(game, game.actor)[1]:
            if one.label.group == "cards" and board.place[game.where[game.actor]] in ANYWHERE:
                after = game.clone()
                after.events = []
                after.apply(after.actions.number(one.action))
                moves = [
                    event for event in after.events if event[0] in ("moved", "moved_back") and event[1] == game.actor
                ]
                if moves:
                    assert moves[0][2] == one.label.to
                    checked += 1
    assert checked > 50


def test_the_chances_of_a_throw_are_those_of_its_dice():
    for game, _chance in random_games(3):
        page, _choices = drawn(game, game.actor)
        if page["chances"]:
            assert sum(page["chances"].values()) == 36
            if game.where[game.actor] < 42:
                assert page["chances"][(game.where[game.actor] + 7) % 42] == 6


def test_a_piece_leaves_its_path_by_the_exit():
    board = load_board()
    path = board.paths[0]
    assert where_to(board, path.gate + path.size, 1) == path.exit
    assert where_to(board, path.gate, 1) == path.gate + 1
    assert where_to(board, 40, 5) == 3 and where_to(board, 2, -5) == 39


@pytest.mark.parametrize(
    ("told", "dice"),
    [
        ([("points", 0, 0, 2), ("threw", 0, 4, 2), ("threw", 1, 1, 0)], (4, 2)),
        ([("threw", 1, 5, 0)], (5,)),
        ([("threw_for", 1, 3, Purpose.BONUS)], (3,)),
        ([("threw_for", 1, 11, Purpose.HEARTS)], ()),
        ([], ()),
    ],
)
def test_the_dice_are_those_of_the_last_throw_whatever_its_words(told, dice):
    sentences = new_game("careers", 2, 1).told(told, None)
    assert thrown([replace(one, text="{0}?") for one in sentences]) == dice


def test_a_sum_beyond_a_hundred_thousand_is_asked_for_in_two_steps():
    game = new_game("careers", 4, 1, options={"settings": {"formula": "random"}})
    game.cash = [1_234_567] * 4
    for action in (f"trade with seat {(game.actor + 1) % 4 + 1}", "item nothing", "item cash"):
        game.play(action)
    asked = []
    for figure in (3, 25):
        page, choices = drawn(game, game.actor)
        steps = page["stepper"]
        asked.append((spoken(page["asks"]), steps.least, steps.most, steps.unit, spoken(choices[-1].label.text)))
        game.play(f"amount {figure}")
    assert asked == [
        ("How much? Steps of £100,000 first, the rest afterwards.", 0, 1_200_000, 100_000, "£1,200,000"),
        ("£300,000, and how much more?", 0, 99_900, 100, "£399,900"),
    ]
    assert game.about()["takes"] == "cash 302500"
