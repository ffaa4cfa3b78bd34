"""`python -m tests.chaos.plays [--plays N] [--kills N] [--systems A,B]`: people play at tables of the site while its
processes are killed again and again.

Ends with 1 when a play does not come to its end, when a turn that was acknowledged is lost or there twice, or when a
record does not prove its play.
"""

import argparse
import json
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from engine import SYSTEMS, EngineError
from tests.chaos.__main__ import fresh_database, open_django, stop
from tests.chaos.line import GivenUp, Line, Seen
from tests.chaos.parts import Installation
from tests.factories.processes import free_port

AWAY = (0.0, 1.0)  # seconds until a part that was killed is started again
PAUSE = 1.5  # between two kills, about
STUCK = 180  # seconds in which nothing happens at a table
QUEUES = 30


@dataclass
class KeptPlay:
    """A play as its people know it: every turn that was acknowledged."""

    pk: int
    counts: bool
    turns: dict[int, str] = field(default_factory=dict)
    over: bool = False


@dataclass
class Evening:
    """Which plays there were, and how often something was killed. It goes on until there are enough of both."""

    plays_wanted: int
    kills_wanted: int
    systems: tuple[str, ...]
    seen: Seen
    plays: list[KeptPlay] = field(default_factory=list)
    kills: Counter[str] = field(default_factory=Counter)
    stuck: list[str] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _begun: int = 0

    def next_play(self) -> int | None:
        """The number of one more play; None where there are enough."""
        with self._lock:
            if self._begun >= self.plays_wanted and self.kills.total() >= self.kills_wanted:
                return None
            self._begun += 1
            return self._begun


class Pair(threading.Thread):
    """Two people who play one game after the other, each with a program of their own, and a bot."""

    def __init__(self, evening: Evening, lines: tuple[Line, Line], slugs: tuple[str, str], rng: random.Random) -> None:
        super().__init__(daemon=True)
        self.evening, self.lines, self.slugs, self.rng = evening, lines, slugs, rng
        self.failure: Exception | None = None

    def run(self) -> None:
        try:
            while (number := self.evening.next_play()) is not None:
                self._play(self._begun(number))
        except GivenUp:
            pass  # the line has noted it
        except Exception as error:
            self.failure = error

    def _begun(self, number: int) -> KeptPlay:
        first, second = self.lines
        system = self.evening.systems[number % len(self.evening.systems)]
        counts = self.rng.random() < 0.5
        bots = max(1, SYSTEMS[system].seats[0] - 2)
        body = {"season": "chaos", "system": system, "seats": 2 + bots, "counts": counts}
        opened = first.act("/api/v1/plays/", body, key=f"open {number}", good=(201,))
        assert opened is not None, "no table could be opened"
        kept = KeptPlay(opened.body["id"], counts)
        at = f"/api/v1/plays/{kept.pk}/"
        for seat, (line, slug) in enumerate(zip(self.lines, self.slugs, strict=True), 1):
            line.act(f"{at}sit/", {"seat": seat, "character": slug}, key=f"{number} sit {seat}", good=(200,))
        for seat in range(3, 3 + bots):
            first.act(f"{at}sit/", {"seat": seat, "bot": "greedy"}, key=f"{number} bot {seat}", good=(200,))
        second.act(f"{at}start/", key=f"{number} start", good=(200,))
        self.evening.plays.append(kept)
        return kept

    def _play(self, kept: KeptPlay) -> None:
        at, moved = f"/api/v1/plays/{kept.pk}/", time.monotonic()
        while time.monotonic() < moved + STUCK:
            told = self.lines[0].get(at).body
            if told["status"] == "over":
                kept.over = True
                return
            if told["actor"] > 2:
                time.sleep(0.1)
                continue
            line = self.lines[told["actor"] - 1]
            told = line.get(at).body if told["actor"] == 2 else told
            number, action = told["number"], self.rng.choice(told["legal"])["action"]
            sent = {"number": number, "action": action, "key": f"turn {number}"}
            if line.act(f"{at}turns/", sent, key=f"{kept.pk} turn {number}", good=(200,)):
                kept.turns[number] = action
            moved = time.monotonic()
        self.evening.stuck.append(f"play {kept.pk} stands still")


def kill_on(evening: Evening, installation: Installation, rng: random.Random, over: threading.Event) -> None:
    while not over.is_set() and evening.kills.total() < evening.kills_wanted:
        name, part = rng.choice(list(installation.parts.items()))
        part.kill()
        over.wait(rng.uniform(*AWAY))
        part.start()
        evening.kills[name] += 1
        over.wait(rng.expovariate(1 / PAUSE))


def problems_of(kept: KeptPlay) -> list[str]:
    """What is wrong with a play, compared with what its people were told."""
    from games.models import Play, Turn
    from games.queries.plays import record_of
    from games.rules.play_records import prove

    play, turns = Play.objects.get(pk=kept.pk), list(Turn.objects.filter(play=kept.pk).order_by("number"))
    if play.status != Play.OVER:
        return [f"play {kept.pk} has not come to its end: {play.status}, turn {play.number}"]
    found = []
    sent = {turn.number: turn.action for turn in turns if turn.key}
    lost = {number: action for number, action in kept.turns.items() if sent.get(number) != action}
    if lost:
        found.append(f"play {kept.pk}: acknowledged and lost {json.dumps(lost)}")
    if sent.keys() - kept.turns.keys():
        found.append(f"play {kept.pk}: nobody sent {sorted(sent.keys() - kept.turns.keys())}")
    if [turn.number for turn in turns] != list(range(play.number)):
        found.append(f"play {kept.pk}: {len(turns)} turns, and the next is {play.number}")
    try:
        outcome = prove(record_of(play).splitlines(), published=play.commitment)
        if outcome is None or outcome.as_dict() != play.outcome:
            found.append(f"play {kept.pk}: its record ends otherwise")
    except EngineError as error:
        found.append(f"play {kept.pk}: {error}")
    if kept.counts and not (play.game_id or play.problem):
        found.append(f"play {kept.pk} counts and was not handed in")
    return found


def judge(evening: Evening) -> list[str]:
    from league.models import SeasonGame, SeasonPlay
    from tests.chaos.verdict import waiting

    until = time.monotonic() + QUEUES
    while (left := waiting()) and time.monotonic() < until:
        time.sleep(0.2)
    found = [f"{name}: {rows} wait after {QUEUES} s" for name, rows in left.items()]
    found += [problem for kept in evening.plays for problem in problems_of(kept)]
    games = SeasonPlay.objects.filter(play__game__isnull=False).count()
    if (there := SeasonGame.objects.count()) != games:
        found.append(f"{there} games of {games} plays that were handed in")
    opened = SeasonPlay.objects.count()
    if opened != len(evening.plays):
        found.append(f"{opened} tables where {len(evening.plays)} were opened")
    return found


def pairs_of(evening: Evening, port: int, seed: int) -> list[Pair]:
    from django.contrib.auth.models import User

    from league.accounts.services.tokens import create_token
    from league.models import League
    from tests.chaos.town import a_town

    town = a_town()
    League.objects.update(quota_factor=100)
    made = []
    for at in range(0, len(town.names), 2):
        lines = [
            Line(port, evening.seen, {"Authorization": f"Token {create_token(user=user, name='chaos')}"})
            for user in (User.objects.get(username=name.lower()) for name in town.names[at : at + 2])
        ]
        slugs = (town.slugs[at], town.slugs[at + 1])
        made.append(Pair(evening, (lines[0], lines[1]), slugs, random.Random(f"{seed} {at}")))
    return made


def play(installation: Installation, asked: argparse.Namespace, seed: int) -> bool:
    """Whether it ended well."""
    evening = Evening(asked.plays, asked.kills, tuple(asked.systems.split(",")), Seen())
    pairs = pairs_of(evening, installation.port, seed)
    over = threading.Event()
    rest = (evening, installation, random.Random(seed), over)
    killer = threading.Thread(target=kill_on, args=rest, daemon=True)
    with installation.running():
        for pair in pairs:
            pair.start()
        killer.start()
        for pair in pairs:
            pair.join()
        over.set()
        killer.join()
        wrong = judge(evening)
    wrong += [f"a pair: {pair.failure!r}" for pair in pairs if pair.failure] + evening.stuck
    wrong += evening.seen.refused + evening.seen.given_up
    turns = sum(len(kept.turns) for kept in evening.plays)
    kills = ", ".join(f"{name} {number}" for name, number in sorted(evening.kills.items()))
    print(f"seed {seed}: {len(evening.plays)} plays under {evening.kills.total()} kills ({kills})")
    print(f"{turns:,} turns acknowledged, {len(evening.seen.interrupted)} of all requests sent again")
    print("\n".join(wrong) or "Every play ended; no turn is lost, none is there twice, every record proves its play.")
    return not wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--plays", type=int, default=300)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--systems", default="career_compass,career_poker")
    parser.add_argument("--seed", type=int, default=None)
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, stop)
    seed = asked.seed if asked.seed is not None else random.SystemRandom().randrange(10**6)
    folder, well = Path(tempfile.mkdtemp(prefix="plays-")), False
    try:
        with fresh_database(folder) as url:
            open_django(url)
            well = play(Installation(folder, url, free_port(), free_port()), asked, seed)
    except KeyboardInterrupt:
        print("Broken off.")
    finally:
        if well:
            shutil.rmtree(folder, ignore_errors=True)
        else:
            print(f"What the parts wrote is in {folder}.")
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
