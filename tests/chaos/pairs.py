"""Two people who play at the site's tables, each with a program of their own, and bots beside them."""

import json
import random
import time
from dataclasses import dataclass, field

from engine import SYSTEMS, EngineError
from games.models import Play, Turn
from games.queries.plays import prove_play, record_of
from tests.chaos import acts
from tests.chaos.line import Line

STUCK = 180  # seconds in which nothing happens at a table


@dataclass
class KeptPlay:
    """A play as its people know it: every turn that was acknowledged. `stuck`: nothing happened there any more."""

    pk: int
    counts: bool
    turns: dict[int, str] = field(default_factory=dict)
    stuck: bool = False


class Pair:
    def __init__(
        self,
        plays: list[KeptPlay],
        lines: tuple[Line, Line],
        slugs: tuple[str, str],
        systems: tuple[str, ...],
        rng: random.Random,
    ) -> None:
        self.plays, self.lines, self.slugs, self.systems, self.rng = plays, lines, slugs, systems, rng
        self.number = 0

    def work(self) -> None:
        """One play, from opening the table to its end."""
        self.number += 1
        kept = self._begin(f"{self.slugs[0]}-{self.number}", self.systems[self.number % len(self.systems)])
        moved = time.monotonic()
        while time.monotonic() < moved + STUCK:
            shown = self.lines[0].get(f"/api/v1/plays/{kept.pk}/").body
            if shown["status"] == "over":
                return
            if shown["actor"] > 2:
                time.sleep(0.1)
                continue
            self._take_turn(kept, shown["actor"])
            moved = time.monotonic()
        kept.stuck = True

    def _begin(self, key: str, system: str) -> KeptPlay:
        first, second = self.lines
        counts, bots = self.rng.random() < 0.5, max(1, SYSTEMS[system].seats[0] - 2)
        opened = first.act(acts.open_play(system, seats=2 + bots, counts=counts), key=f"{key} open")
        if opened is None:
            raise RuntimeError("no table could be opened")
        kept = KeptPlay(opened.body["id"], counts)
        self.plays.append(kept)
        for seat, (line, slug) in enumerate(zip(self.lines, self.slugs, strict=True), 1):
            line.act(acts.sit(kept.pk, seat, character=slug), key=f"{key} sit {seat}")
        for seat in range(3, 3 + bots):
            first.act(acts.sit(kept.pk, seat, bot="greedy"), key=f"{key} bot {seat}")
        second.act(acts.start(kept.pk), key=f"{key} start")
        return kept

    def _take_turn(self, kept: KeptPlay, actor: int) -> None:
        line = self.lines[actor - 1]
        shown = line.get(f"/api/v1/plays/{kept.pk}/").body
        number, action = shown["number"], self.rng.choice(shown["legal"])["action"]
        if line.act(acts.take_turn(kept.pk, number, action), key=f"{kept.pk} turn {number}"):
            kept.turns[number] = action


def problems_of(kept: KeptPlay, in_doubt: frozenset[int] = frozenset(), *, abandoned: bool = False) -> list[str]:
    """The differences between a play and what its people were told. `in_doubt`: turns that may have been taken;
    `abandoned`: its people have left it on the way."""
    play, turns = Play.objects.get(pk=kept.pk), list(Turn.objects.filter(play=kept.pk).order_by("number"))
    found = []
    sent = {turn.number: turn.action for turn in turns if turn.key}
    lost = {number: action for number, action in kept.turns.items() if sent.get(number) != action}
    if lost:
        found.append(f"play {kept.pk}: acknowledged and lost {json.dumps(lost)}")
    if surplus := sent.keys() - kept.turns.keys() - in_doubt:
        found.append(f"play {kept.pk}: nobody sent {sorted(surplus)}")
    if [turn.number for turn in turns] != list(range(play.number)):
        found.append(f"play {kept.pk}: {len(turns)} turns, and the next is {play.number}")
    if play.status == Play.OVER:
        found += _problems_of_the_end(kept, play)
    elif not abandoned:
        found.append(f"play {kept.pk} has not come to its end: {play.status}, turn {play.number}")
    return found


def _problems_of_the_end(kept: KeptPlay, play: Play) -> list[str]:
    found = []
    try:
        outcome = prove_play(play, record_of(play))
        if outcome is None or outcome.as_dict() != play.outcome:
            found.append(f"play {kept.pk}: its record ends otherwise")
    except EngineError as error:
        found.append(f"play {kept.pk}: {error}")
    if kept.counts and not (play.game_id or play.problem):
        found.append(f"play {kept.pk} counts and was not handed in")
    return found
