"""What a win at a table decides, against every way in which the round can end."""

from itertools import permutations, product

from hypothesis import given
from hypothesis import strategies as st

from games.rules.points import UNIT
from league.standings.rules.tiebreaks import points_for
from league.tournaments.desk.rules.stakes import Contender, RoundStakes, Total

ADA, BO, CLEO, DEV = range(1, 5)


def contender(character: int, points: int, *, games: int = 1, wins: int = 0, due: int = 0) -> Contender:
    return Contender(character, points * UNIT, games, wins, due=due)


@st.composite
def rounds(draw: st.DrawFn) -> tuple[list[list[Contender]], list[Contender]]:
    """Two open tables of three, and two characters who wait, one of them with a bye."""
    points = st.sampled_from((0, 12, 36, 44, 60, 104, 120))
    people = [
        Contender(
            character=at,
            played=draw(points) * UNIT,
            games=draw(st.integers(1, 2)),
            wins=draw(st.integers(0, 2)),
            byes=draw(st.integers(0, 1)),
            due=int(at == 8),
            penalty=draw(st.sampled_from((0, 10))) * UNIT,
        )
        for at in range(1, 9)
    ]
    return [people[:3], people[3:6]], people[6:]


def ends_of(table: list[Contender]) -> list[dict[int, Total]]:
    """Every order of a table without shared places, with what each has in the end."""
    return [
        {
            who.character: who.after(points_for(place, 1, len(table)), won=place == 1)
            for place, who in enumerate(order, 1)
        }
        for order in permutations(table)
    ]


def is_ahead(who: int, totals: dict[int, Total]) -> bool:
    return all(totals[who] > total for other, total in totals.items() if other != who)


@given(rounds())
def test_a_win_makes_first_exactly_if_it_does_however_the_other_tables_end(made):
    tables, others = made
    waiting = {who.character: who.waiting for who in others}
    wins = {(stake.character, stake.claim) for at in range(2) for stake in RoundStakes(*made).stakes(at, last=True)[0]}
    for table, other in (tables, tables[::-1]):
        for who in table:
            ends = [end for end in ends_of(table) if end[who.character].wins == who.wins + 1]
            always = all(is_ahead(who.character, waiting | a | b) for a, b in product(ends, ends_of(other)))
            assert ((who.character, "first") in wins) == always


@given(rounds())
def test_a_win_makes_the_leader_exactly_if_it_does_as_the_other_tables_stand_now(made):
    tables, others = made
    now = {who.character: who.now for who in [*tables[1], *others]}
    leads = {stake.character for stake in RoundStakes(*made).stakes(0, last=False)[0]}
    for who in tables[0]:
        ends = [end for end in ends_of(tables[0]) if end[who.character].wins == who.wins + 1]
        assert (who.character in leads) == all(is_ahead(who.character, now | end) for end in ends)


@given(rounds())
def test_the_leader_is_secure_exactly_if_no_end_of_the_round_changes_that(made):
    tables, others = made
    waiting = {who.character: who.waiting for who in others}
    everybody = [*tables[0], *tables[1], *others]
    leader = max(everybody, key=lambda who: (who.now, -who.character)).character
    always = all(is_ahead(leader, waiting | a | b) for a, b in product(*map(ends_of, tables)))
    secure = RoundStakes(*made).secure()
    assert (secure is not None) == always
    assert secure is None or secure.character == leader


def test_the_rival_named_is_the_nearest_and_everybody_s_claim_is_made_once():
    table = [contender(ADA, 60, wins=1), contender(BO, 60, wins=1)]
    stakes, every = RoundStakes([table], [contender(CLEO, 84, games=2), contender(DEV, 12)]).stakes(0, last=False)
    assert [(stake.character, stake.rival, stake.most.points) for stake in stakes] == [
        (ADA, CLEO, 84 * UNIT),
        (BO, CLEO, 84 * UNIT),
    ]
    assert every is not None
    assert (every.claim, every.least, every.most) == ("leads", 120 * UNIT, 84 * UNIT)


def test_a_table_with_a_bot_makes_no_claim_for_every_winner():
    table = [contender(ADA, 60), contender(BO, 60), None]
    stakes, every = RoundStakes([table], [contender(CLEO, 12)]).stakes(0, last=False)
    assert len(stakes) == 2 and every is None
