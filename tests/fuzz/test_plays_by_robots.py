"""Robots open, seat and play whole games through the API alone, each with a token of its own, and now and then send
what is wrong. Prints what it did: python3 run.py test -m slow tests/fuzz/test_plays_by_robots.py -s"""

import json
import time
from collections import Counter
from random import Random

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from games.rules.fair_chance import hash_of
from games.rules.play_records import prove
from league.accounts.services.tokens import create_token
from league.models import QuotaUse
from league.play.rules.systems import PLAYED_HERE
from league.play.services.season_plays import play_for_bots
from tests.factories.thursday_club import a_thursday_club

pytestmark = [pytest.mark.django_db]
WRONG_EVERY = 12
A_MINUTES_WORTH = 100
TABLES = {"career_compass": 3, "career_poker": 4}


class Robot:
    """A person's program: it knows what the API answers, and nothing else."""

    def __init__(self, user: User, chance: Random, counts: Counter[str]) -> None:
        self.client = Client(headers={"Authorization": f"Token {create_token(user=user, name='robot')}"})
        self.slug, self.chance, self.counts = user.username, chance, counts

    def asks(self, path: str, sent: object = None, status: int = 200) -> dict:
        self.counts["requests"] += 1
        if self.counts["requests"] % A_MINUTES_WORTH == 0:
            cache.clear()  # so many requests in a minute are refused otherwise
        if sent is None:
            answer = self.client.get(f"/api/v1/plays/{path}")
        else:
            answer = self.client.post(f"/api/v1/plays/{path}", json.dumps(sent), content_type="application/json")
        assert answer.status_code == status, (path, sent, answer.status_code, answer.content)
        return answer.json()

    def sends_nonsense(self, at: str, seen: dict) -> None:
        """One of four wrong turns; each is refused and changes nothing."""
        number, action = seen["number"], seen["legal"][0]["action"]
        sent, status = self.chance.choice(
            [
                ({"number": number + 1, "action": action}, 409),
                ({"number": max(0, number - 1), "action": action}, 409 if number else 200),
                ({"number": number, "action": "fly to the moon"}, 422),
                ({"number": "soon", "action": action}, 400),
            ]
        )
        if status == 200:
            return
        self.asks(f"{at}turns/", sent, status)
        self.counts["refusals"] += 1
        assert self.asks(at)["number"] == number


def system_of(number: int) -> str:
    """Every other play is a short one."""
    return PLAYED_HERE[number // 2 % len(PLAYED_HERE)] if number % 2 else "career_compass"


def robots_of(club, chance: Random, counts: Counter[str]) -> list[Robot]:
    return [Robot(club.users[name], chance, counts) for name in ("ada", "bo", "cleo", "dev")]


def one_play(robots: list[Robot], system: str, season: str, *, counts: bool) -> None:
    one, other = robots
    seats = TABLES.get(system, 4)
    sent = {"season": season, "system": system, "seats": seats, "counts": counts}
    at = f"{one.asks('', sent, 201)['id']}/"
    commitment = one.asks(at)["commitment"]
    salts = [f"{robot.chance.getrandbits(128):032x}" for robot in robots]
    for seat, robot in enumerate(robots, 1):
        sent = {"seat": seat, "character": robot.slug, "salt_hash": hash_of(salts[seat - 1])}
        robot.asks(f"{at}sit/", sent)
    for seat in range(3, seats + 1):
        one.asks(f"{at}sit/", {"seat": seat, "bot": one.chance.choice(["greedy", "random"])})
    other.asks(f"{at}start/", {})
    for robot, salt in zip(robots, salts, strict=True):
        hashes = [seat["salt_hash"] for seat in robot.asks(f"{at}salt/", {"salt": salt})["seats"]]
    robot, seen = other, other.asks(at)
    while True:
        if play_for_bots():
            while play_for_bots():
                pass
            seen = robot.asks(at)
        if seen["status"] != "running":
            break
        if not seen["legal"]:
            robot = robots[seen["actor"] - 1]
            seen = robot.asks(at)
        if one.chance.randrange(WRONG_EVERY) == 0:
            robot.sends_nonsense(at, seen)
        choice = one.chance.choice(seen["legal"])["action"]
        seen = robot.asks(f"{at}turns/", {"number": seen["number"], "action": choice, "key": f"k{seen['number']}"})
        one.counts["sent turns"] += 1
    assert seen["status"] == "over" and seen["outcome"] and bool(seen["game"]) == counts, seen
    record = one.asks(f"{at}record/")["record"].splitlines()
    assert prove(record, published=commitment, hashes=hashes).as_dict() == seen["outcome"]
    one.counts["plays"] += 1
    one.counts["turns"] += seen["number"]


@pytest.mark.parametrize(
    ("plays", "seed"), [(6, 6), *(pytest.param(100, seed, marks=pytest.mark.slow) for seed in range(10))]
)
def test_robots_play_through_the_api_and_every_play_ends_proved(plays, seed):
    """The slow ones are 1,000 plays together, in parts that several processors can share."""
    club, chance, counts = a_thursday_club(), Random(seed), Counter()
    robots = robots_of(club, chance, counts)
    began, cpu = time.monotonic(), time.process_time()
    for number in range(plays):
        QuotaUse.objects.all().delete()  # so many plays in a day are refused otherwise
        one_play(chance.sample(robots, 2), system_of(number), club.season.slug, counts=number % 3 == 0)
        if number % 10 == 9:
            print(seed, dict(counts), flush=True)
    took = {"seconds": round(time.monotonic() - began), "CPU seconds": round(time.process_time() - cpu)}
    print(seed, *(f"{name}: {count}" for name, count in (counts | took).items()), sep=", ")
    assert counts["plays"] == plays and counts["refusals"]
