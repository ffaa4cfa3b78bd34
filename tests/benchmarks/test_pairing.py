"""How good draws are and what they cost, against cutting the standings, on simulated tournaments."""

from time import perf_counter

import pytest

from league.tournaments.draws.rules.simulated import simulate_tournament

GAMES = 10
FIELDS = [
    # players, seats, rounds, and what is asked for: repeats, share of uneven seats, seconds of the worst round
    (1_003, 4, 7, "0 repeats, 7 %, 1 s"),
    (503, 5, 6, "0 repeats, 7 %"),
    (101, 4, 6, "0 repeats, 2 %"),
    (24, 4, 5, "2 repeats"),
    (16, 4, 5, "0 repeats"),
    (1_001, 6, 6, "0 repeats, 20 %"),
    (4_000, 4, 8, "15 %, 5 s"),
]


@pytest.mark.benchmark
def test_draws_against_rank_and_cut(capsys: pytest.CaptureFixture[str]):
    with capsys.disabled():
        print(f"\nDraws, means of {GAMES} tournaments (rank-and-cut in brackets)")
        for players, seats, rounds, asked in FIELDS:
            found = simulate_tournament(players, seats, rounds, GAMES, 1, perf_counter)
            cut = found["rank_and_cut"]
            print(
                f"  {players:5,} in {seats}s, {rounds} rounds: "
                f"repeats {found['repeats']:.1f} ({cut['repeats']:.1f}), "
                f"uneven seats {found['uneven_seats']:.1%} ({cut['uneven_seats']:.1%}), "
                f"spread {found['score_spread']:.1f} ({cut['score_spread']:.1f}), "
                f"worst round {found['seconds_worst_round']:.2f} s, "
                f"{found['seconds_worst_round'] / max(cut['seconds_worst_round'], 0.0001):,.0f} x; asked: {asked}"
            )
