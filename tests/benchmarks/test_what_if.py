"""What other house rules cost to try out: five hundred seasons of 120 games in two worlds, against the fold alone."""

import time

import pytest

from characters.rules.career import one_more
from characters.rules.house_rules import DEFAULTS, HouseRules
from league.insight.queries.what_if import club_of
from league.insight.rules.what_if import SEASONS, live
from league.models import League, WhatIf
from tests.benchmarks.measures import measured
from tests.factories.visitors import load_sample

pytestmark = [pytest.mark.benchmark, pytest.mark.django_db]
GAMES, SOME = 120, 25


def test_five_hundred_seasons_in_two_worlds_against_the_fold_alone():
    load_sample()
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
