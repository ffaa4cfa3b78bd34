"""The last word of a bot: what decided the game, where its scores prove it."""

import pytest
from django.contrib.auth.models import User
from django.template.loader import render_to_string

from characters.models import Character
from engine import SYSTEMS
from engine.core.simulation import record_game
from games.models import Play, PlaySeat
from league.models import Season, SeasonPlay
from league.play.queries.tables import table_view
from league.play.rules.last_words import last_word
from league.play.rules.systems import PLAYED_HERE

NAMES = ["Ada", "Bo", "Cleo"]


def careers(cash: int, happiness: int, fame: int, formula: int | None = 30) -> dict:
    parts = {"formula_cash": formula, "formula_happiness": formula, "formula_fame": formula}
    return {"cash": cash, "happiness": happiness, "fame": fame, "points": cash // 1000 + happiness + fame, **parts}


def office(rank: str, points: int) -> dict:
    return {"rank": rank, "points": points}


def poker(*positions: int) -> dict:
    return {"positions": positions, "points": sum(3 - place for place in positions)}


def year(fame: int, family: int, red: int, holidays: int, money: int, points: int | None = None) -> dict:
    tokens = {"fame_tokens": fame, "family_tokens": family, "red_letter_tokens": red}
    usual = 5 * (fame + family + red + holidays) + money // 100
    return {**tokens, "holiday_cards": holidays, "money": money, "points": usual if points is None else points}


def compass(cards: int) -> dict:
    return {"cards": cards, "points": cards}


@pytest.mark.parametrize(
    ("system", "scores", "words"),
    [
        ("careers", [careers(30000, 30, 30), careers(30000, 29, 40), careers(0, 0, 0)],
         "Bo came closest: only 1 heart was missing."),
        ("careers", [careers(30000, 30, 30), careers(28500, 30, 30)],
         "Bo came closest: 2 thousand in cash were missing."),
        ("careers", [careers(30000, 30, 30), careers(20000, 20, 30)],
         "Bo came closest: 20 points of the formula were missing."),
        ("careers", [careers(30000, 30, 30), careers(30000, 30, 30)], None),
        ("careers", [careers(30000, 9, 9, None), careers(20000, 9, 9, None)],
         "10 points decided: Ada's lead over Bo."),
        ("office_job", [office("c_suite", 9), office("manager", 12)],
         "The rank decided: nobody else climbed as high as Ada."),
        ("office_job", [office("c_suite", 12), office("manager", 15), office("c_suite", 11)],
         "1 point decided: Ada's lead over Cleo."),
        ("office_job", [office("c_suite", 12), office("c_suite", 12)], None),
        ("career_poker", [poker(1, 1, 3), poker(2, 2, 1), poker(3, 3, 2)],
         "Ada was out first in 2 of 3 deals, more often than anybody else."),
        ("career_poker", [poker(1, 2), poker(3, 1)], "1 point decided: Ada's lead over Bo."),
        ("game_of_the_year", [year(9, 0, 0, 0, 0), year(2, 4, 0, 0, 0)],
         "Fame decided: Ada had 9 of these tokens, Bo had 2."),
        ("game_of_the_year", [year(3, 3, 3, 3, 0), year(2, 2, 2, 0, 0)],
         "30 points decided: Ada's lead over Bo."),
        ("game_of_the_year", [year(9, 0, 0, 0, 0, 99), year(2, 4, 0, 0, 0)], None),
        ("career_compass", [compass(20), compass(8), compass(0)], "Cleo had no card left, and Ada held the most: 20."),
        ("career_compass", [compass(8), compass(8), compass(0)], None),
    ],
)  # fmt: skip
def test_a_bot_names_what_decided_and_is_silent_where_the_scores_do_not_show_it(system, scores, words):
    said = last_word(system, {"winners": [0], "scores": scores}, NAMES[: len(scores)])
    assert (str(said) if said else None) == words


@pytest.mark.parametrize("winners", [[], [0, 1]])
def test_nothing_is_said_where_nobody_or_several_have_won(winners):
    assert last_word("career_compass", {"winners": winners, "scores": [compass(9), compass(0)]}, NAMES[:2]) is None


@pytest.mark.parametrize("system", PLAYED_HERE)
def test_a_whole_game_of_every_kind_can_be_spoken_of(system):
    outcome = record_game(SYSTEMS[system], 4, ["greedy"], 2, None).game.outcome().as_dict()
    last_word(system, outcome, ["Ada", "Bo", "Cleo", "Dev"])


def test_a_beaten_bot_says_it_and_nobody_where_no_bot_sits_for_itself():
    play = Play(pk=0, system="career_compass", status=Play.OVER)
    play.outcome = {"winners": [1], "scores": [compass(5), compass(20), compass(0)]}
    bots = [
        PlaySeat(play=play, seat=2, bot="greedy", name="Max"),
        PlaySeat(play=play, seat=3, bot="greedy", name="<i>"),
    ]
    reader = User(pk=0)
    seats = [PlaySeat(play=play, seat=1, name="Ada", person=reader), *bots]
    table = table_view(SeasonPlay(play=play, season=Season()), reader, seats=seats, unkept=())
    shown = render_to_string("league/play/last_word.html", {"table": table})
    assert "<bdi>&lt;i&gt;</bdi>: “&lt;i&gt; had no card left, and Max held the most: 20.”" in shown
    for bot in bots:
        bot.character = Character(name="Bo")
    assert table_view(SeasonPlay(play=play, season=Season()), reader, seats=seats, unkept=()).last_word is None
