"""Games of Careers against the oracle: every throw, card, shop, bump and trade that it can foresee."""

from collections import Counter

import pytest

from engine import SYSTEMS
from engine.core.rng import Stream
from tests.engine.oracle import SEEN, Oracle, Unknown

rule = pytest.mark.rule
CAREERS = SYSTEMS["careers"]
MOST_STEPS = 600


def differences(seed: int, kinds: Counter[str]) -> list[str]:
    """One game, its seats played greedily and by chance in turns; what came out otherwise than foreseen. `kinds` counts
    what was foreseen."""
    seats = 2 + seed % 5
    game = CAREERS.new_game(seats, seed, {"settings": {"target": 300, "turn_limit": 400, "formula": "random"}})
    oracle, stream, greedy, found = Oracle(), Stream(seed), CAREERS.bots["greedy"](), []
    for _ in range(MOST_STEPS):
        if game.over:
            break
        legal = game.legal_actions()
        view = game.view(game.actor)
        action = stream.choice(legal) if len(legal) == 1 or game.turn % 3 == 0 else greedy.choose(game, legal, stream)
        text = game.describe(action)
        if text == "declare bankruptcy" and len(legal) > 1 and stream.below(20):
            action, text = legal[0], game.describe(legal[0])
        foreseen = _play(game, action, oracle, view, text)
        if foreseen:
            kinds[f"{view['prompt']} {text.split()[0]}"] += 1
            kinds[f"at {game.view(None)['players'][view['actor']]['location']}"] += 1
            found += [f"seed {seed}, {view['prompt']}, {text}: {wrong}" for wrong in foreseen if wrong]
    return found


def _play(game, action, oracle, view, text):
    """Plays; the differences, "" for none, or nothing if the oracle is silent."""
    events = []
    game.events = events
    game.apply(action)
    game.events = None
    heard = [pips for event in events if event[0] == "threw" for pips in event[2:4] if pips]
    heard += [event[2] for event in events if event[0] == "threw_for"]
    after = game.view(None)
    try:
        foreseen = oracle.predict(view, text, heard)
    except Unknown:
        return []
    finally:
        oracle.look(view["actor"], text, [player["location"] for player in after["players"]])
    wrong = []
    for seat, (wanted, player) in enumerate(zip(foreseen.seats, after["players"], strict=True)):
        for key in (*SEEN, "degrees"):
            if wanted[key] != player[key]:
                wrong.append(f"seat {seat + 1} {key} {player[key]}, foreseen {wanted[key]}")
    if foreseen.asks and not game.over and after["prompt"] != foreseen.asks:
        wrong.append(f"asked {after['prompt']}, foreseen {foreseen.asks}")
    return wrong or [""]


@rule("careers S5", "careers S9", "careers S49", "careers S62", "careers S84", "careers S86")
@pytest.mark.parametrize("seed", range(24))
def test_a_game_comes_out_as_the_oracle_foresees(seed):
    kinds = Counter()
    assert differences(seed, kinds) == []
    assert kinds.total() > 50


@pytest.mark.slow
def test_a_thousand_games_come_out_as_the_oracle_foresees():
    kinds = Counter()
    found = [wrong for seed in range(1000) for wrong in differences(seed, kinds)]
    acts = {kind: count for kind, count in kinds.most_common() if not kind.startswith("at ")}
    print(f"{sum(acts.values()):,} foreseen in {len(kinds) - len(acts)} places: {acts}")
    assert found == []
