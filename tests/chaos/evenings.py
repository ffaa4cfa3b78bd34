"""An evening of plays: pairs at tables of the site while its processes are killed again and again."""

import argparse
import random
import threading
import time
from collections import Counter
from dataclasses import dataclass, field

from league.models import SeasonGame, SeasonPlay
from tests.chaos.clients import pairs_of_town
from tests.chaos.line import GivenUp, Seen
from tests.chaos.pairs import KeptPlay, Pair, problems_of
from tests.chaos.parts import Installation
from tests.chaos.town import a_town
from tests.chaos.verdict import waiting

AWAY = (0.0, 1.0)  # seconds until a part that was killed is started again
PAUSE = 1.5  # between two kills, about
QUEUES = 30


@dataclass
class Evening:
    """Which plays there were, and how often something was killed. It goes on until there are enough of both."""

    plays_wanted: int
    kills_wanted: int
    systems: tuple[str, ...]
    seen: Seen
    plays: list[KeptPlay] = field(default_factory=list)
    kills: Counter[str] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _begun: int = 0

    def goes_on(self) -> bool:
        """Whether there is to be one more play."""
        with self._lock:
            if self._begun >= self.plays_wanted and self.kills.total() >= self.kills_wanted:
                return False
            self._begun += 1
            return True


class Playing(threading.Thread):
    """A pair that plays one game after the other until the evening is over."""

    def __init__(self, evening: Evening, pair: Pair) -> None:
        super().__init__(daemon=True)
        self.evening, self.pair = evening, pair
        self.failure: Exception | None = None

    def run(self) -> None:
        try:
            while self.evening.goes_on():
                self.pair.work()
        except GivenUp:
            pass  # the line has noted it
        except Exception as error:
            self.failure = error


def kill_on(evening: Evening, installation: Installation, rng: random.Random, over: threading.Event) -> None:
    while not over.is_set() and evening.kills.total() < evening.kills_wanted:
        name, part = rng.choice(list(installation.parts.items()))
        part.kill()
        over.wait(rng.uniform(*AWAY))
        part.start()
        evening.kills[name] += 1
        over.wait(rng.expovariate(1 / PAUSE))


def judge(evening: Evening) -> list[str]:
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


def pairs_of(evening: Evening, port: int, seed: int) -> list[Playing]:
    town = a_town()
    return [
        Playing(evening, Pair(evening.plays, *pair, evening.systems, random.Random(f"{seed} {at}")))
        for at, pair in enumerate(pairs_of_town(town, port, evening.seen))
    ]


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
    wrong += [f"a pair: {pair.failure!r}" for pair in pairs if pair.failure]
    wrong += [f"play {kept.pk} stands still" for kept in evening.plays if kept.stuck]
    wrong += evening.seen.refused + [path for _, path in evening.seen.given_up]
    turns = sum(len(kept.turns) for kept in evening.plays)
    kills = ", ".join(f"{name} {number}" for name, number in sorted(evening.kills.items()))
    print(f"seed {seed}: {len(evening.plays)} plays under {evening.kills.total()} kills ({kills})")
    print(f"{turns:,} turns acknowledged, {len(evening.seen.interrupted)} of all requests sent again")
    print("\n".join(wrong) or "Every play ended; no turn is lost, none is there twice, every record proves its play.")
    return not wrong
