"""A bot of somebody's package may fail as it likes: its game says so and goes on, and no worker waits or ends."""

import sys
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError

from games.models import Play, PlaySeat, ThinkingTime, Turn
from games.rules.told import WATCHING
from games.services import bot_turns
from league.play.services.games_of_bots import order_game_of_bots
from league.results.services.prepared_tables import Chair, PreparedTable
from tests.factories.friday_club import FridayClub
from tests.factories.games_of_bots import bots_play

pytestmark = pytest.mark.django_db
PACKAGE = """
import os, sys

class Last:
    def decide(self, seat):
        print("thinking aloud")
        return seat.legal[-1]

class Loops:
    def decide(self, seat):
        while True:
            pass

class Deaf:
    def decide(self, seat):
        return sum(iter(int, 1))  # in C, which nothing in Python breaks off

class Eats:
    def decide(self, seat):
        return len(bytearray(2 << 30))

class Raises:
    def decide(self, seat):
        raise RuntimeError("out of ideas")

class Cheats:
    def decide(self, seat):
        return next(action for action in range(200) if action not in [one.action for one in seat.legal])

class Leaves:
    def decide(self, seat):
        sys.exit(0)

class Falls:
    def decide(self, seat):
        os._exit(3)

class Starts:
    def __init__(self):
        raise RuntimeError("no licence")
"""
NAMES = ("Last", "Loops", "Deaf", "Eats", "Raises", "Cheats", "Leaves", "Falls")


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch) -> None:
    about = tmp_path / "odd_bots-1.0.dist-info"
    about.mkdir()
    (tmp_path / "odd_bots.py").write_text(PACKAGE)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: odd-bots\nVersion: 1.0\n")
    points = "".join(f"{name.lower()} = odd_bots:{name}\n" for name in (*NAMES, "Starts"))
    (about / "entry_points.txt").write_text(f"[corner_office.bots]\n{points}")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(bot_turns._own, "process", bot_turns.BotProcess(), raising=False)
    yield
    sys.modules.pop("odd_bots", None)


def a_game_with(club: FridayClub, *bots: str) -> Play:
    chosen = (*bots, "greedy", "random", "random")[:4]
    chairs = zip((club.overtime, club.bigdesk, None, None), chosen, strict=True)
    seats = tuple(Chair(character, bot) for character, bot in chairs)
    table = PreparedTable(seats, "career_poker", choices={"deals": 1})
    play = order_game_of_bots(season=club.season, table=table, by=club.cleo, token="one")
    bots_play()
    play.refresh_from_db()
    return play


def failures(play: Play) -> list[int]:
    """Return the seats, from 0, of whose bots everybody was told that they fail."""
    told = [sentence for turn in Turn.objects.filter(play=play) for sentence in turn.told[WATCHING]]
    return sorted(seats[0] for text, seats, *_ in told if "fails. Chance decides" in text)


@pytest.mark.parametrize("bots", [("loops", "deaf", "eats", "raises"), ("cheats", "leaves", "falls")])
def test_a_bot_that_fails_is_named_once_and_its_game_comes_to_its_end(club: FridayClub, bots, monkeypatch):
    monkeypatch.setattr(bot_turns, "SECONDS", 0.4)
    play = a_game_with(club, *bots)
    assert (play.status, play.problem) == ("over", "") and play.game is not None
    assert failures(play) == list(range(len(bots)))
    after = ["random"] * len(bots) + ["greedy"] * (4 - len(bots))
    assert list(PlaySeat.objects.filter(play=play).order_by("seat").values_list("bot", flat=True)) == after
    if "loops" in bots:
        assert ThinkingTime.objects.get(person=club.cleo).milliseconds > 700, "the time in which two hang counts"


def test_a_bot_that_answers_plays_to_the_end_whatever_it_prints(club: FridayClub):
    play = a_game_with(club, "last")
    assert (play.status, failures(play)) == ("over", [])
    assert PlaySeat.objects.get(play=play, seat=1).bot == "last"


def test_a_bot_that_cannot_be_made_is_refused_at_once(club: FridayClub):
    with pytest.raises(ValidationError, match="no licence"):
        a_game_with(club, "starts")
