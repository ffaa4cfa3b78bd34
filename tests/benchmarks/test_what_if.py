"""What other house rules cost to try out: five hundred seasons of 120 games in two worlds, against the fold alone; and
those that the engine plays, against its games alone."""

import time

import pytest
from django.core.management import call_command

from characters.rules.career import one_more
from characters.rules.house_rules import DEFAULTS, HouseRules
from engine import simulate_chunk
from league.lab.models import WhatIf
from league.lab.queries.what_if import club_of, roster_of
from league.lab.rules.what_if import SEASONS, live
from league.lab.rules.what_if_games import live_games
from league.lab.rules.what_if_worlds import TableFormat, World
from league.models import League
from tests.benchmarks.measures import measured

pytestmark = [pytest.mark.benchmark, pytest.mark.django_db]
GAMES, SOME, FEW = 120, 25, 5


def test_five_hundred_seasons_in_two_worlds_against_the_fold_alone():
    call_command("load_sample", verbosity=0)
    start = time.process_time()
    club = club_of(League.objects.get(), begins=WhatIf.ENTRY)
    read = time.process_time() - start
    other = HouseRules(promotion_points="cumulative")
    start = time.process_time()
    lived = [live(club, DEFAULTS, other, GAMES, seed="seed", season=number) for number in range(SOME)]
    took = time.process_time() - start
    steps = sum(one.today.played + one.other.played for one in lived)
    one = next(iter(club.members.values()))
    line = one.games[one.career.level][0][0]
    start = time.process_time()
    for _step in range(steps):
        one_more(one.career, line, one.profile, DEFAULTS)
    folded = time.process_time() - start
    measured(
        f"{SEASONS} seasons of {GAMES} games in two worlds, {len(club.members)} characters",
        f"{took / SOME * SEASONS:.1f} s of the processor, {took / folded:.1f} times the fold of their games alone",
        f"the league read once in {read * 1000:.0f} ms",
    )
    assert steps


def test_seasons_that_the_engine_plays_against_its_games_alone():
    """A season of each world with all that politics cost, against as many games of the same kind that are simulated."""
    call_command("load_sample", verbosity=0)
    start = time.process_time()
    roster = roster_of(League.objects.get(), begins=WhatIf.TODAY)
    read = time.process_time() - start
    today, other = (World(rules, TableFormat(target=100, seats=4)) for rules in (DEFAULTS, HouseRules(boss_only=False)))
    ratios = []
    for number in range(FEW):
        start = time.process_time()
        live_games(roster, today, other, GAMES, seed="seed", season=number)
        took = time.process_time() - start
        start = time.process_time()
        simulate_chunk("careers", 4, ["greedy"], number, 0, 2 * GAMES, {"settings": {"target": 100}})
        ratios.append((took / (time.process_time() - start), took))
    ratio, took = sorted(ratios)[FEW // 2]
    measured(
        f"A season of {GAMES} games that the engine plays in two worlds, {len(roster.people)} characters",
        f"{took * 1000:.0f} ms of the processor ({SEASONS} take {took * SEASONS / 60:.1f} minutes)",
        f"{ratio:.2f} times the engine's games alone",
        f"the league read once in {read * 1000:.0f} ms",
    )
    assert ratio > 0
