"""The kinds of events in the rule book of Careers, and the golden records that show one of each.

`python -m tests.engine.golden_events` writes all of them again; do that only for a version of the rules that nobody has
played yet.
"""

import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from engine import SYSTEMS
from engine.core.films import film_of
from engine.core.records import Recorder
from engine.core.rng import Stream
from tests.engine.support import options_for

FOLDER = Path(__file__).parent / "golden"
MOST_MOVES = 600
# Name: options, then the prompt and the action that show the event, as patterns.
EVENTS: dict[str, tuple[str, str, str]] = {
    "formula_written": ("standard", "formula", r"amount \d+"),
    "entering_a_path": ("standard", "turn", "enter"),
    "throw_on_a_path": ("standard", "move", "roll"),
    "experience_card": ("standard", "turn", r"card e\d \d"),
    "moving_backward": ("standard", "turn|move", r"card \S+ -\d+"),
    "wild_card_for_a_move": ("standard", "turn", r"card wild\d\S* \d+"),
    "wild_card_for_an_amount": ("standard", "amount_die", r"card wild.*"),
    "degree": ("standard", "degree", "degree .*"),
    "shortcut": ("standard", "shortcut", "accept"),
    "rail": ("standard", "ride", "ride rail"),
    "underground": ("standard", "ride", "ride underground"),
    "join_card": ("standard", "turn", "opportunity join_.*"),
    "expenses_paid": ("standard", "turn", "opportunity free_.*"),
    "double_happiness": ("standard", "turn", "opportunity double_stonehenge"),
    "golden_company": ("standard", "turn", "opportunity golden_company .*"),
    "golden_border": ("standard", "turn", "opportunity golden_border .*"),
    "border_card": ("standard", "turn", "opportunity to_(holiday|payday)"),
    "travel_card": ("standard", "turn", "opportunity to_(rail|underground)"),
    "opportunity_knocks": ("standard", "turn", "opportunity opportunity_knocks"),
    "collect_experience": ("standard", "turn", "opportunity collect_experience"),
    "out_of_unemployment_card": ("standard", "turn", "opportunity leave_unemployment"),
    "extra_turn": ("standard", "turn", "opportunity extra_turn"),
    "freed_and_card": ("standard", "freed_move", "opportunity .*"),
    "exit_fee": ("standard", "turn", "pay fee"),
    "buying": ("standard", "buy", "amount [1-9]"),
    "card_handed_in": ("standard", "give_up_card", "item .*"),
    "casino": ("standard", "gamble", "accept"),
    "insurance_used": ("standard", "insurance", "use insurance"),
    "insurance_renewed": ("standard", "renewal", "accept"),
    "policy_sold": ("standard", "turn", "sell policy"),
    "pay_or_unemployment": ("standard", "pay_or_leave", "go to unemployment"),
    "debt_and_bankruptcy": ("standard", "debt", "declare bankruptcy"),
    "holiday_stay": ("standard", "holiday", "stay"),
    "trade": ("standard", "answer", "accept"),
    "bump": ("standard", "bump", r"bump seat \d"),
    "bargain": ("standard", "bump", "bargain .*"),
    "backstab": ("standard", "backstab", "backstab .*"),
    "retirement": ("standard", "turn", "retire"),
    "loan_repaid": ("unusual", "turn", "repay .*"),
    "roll_to_stay": ("unusual", "turn", "roll to stay"),
    "doubles_called": ("unusual", "turn", "card .* doubles"),
    "donation_refused": ("unusual", "pay_or_leave", "go to unemployment"),
    "boss_chosen": ("characters", "boss", "boss .*"),
    "layoff": ("characters", "turn", "lay off .*"),
    "reorganisation": ("characters", "turn", "reorganise"),
    "free_pass": ("characters", "turn", "use free pass"),
    "timed_start": ("timed", "turn", "roll"),
}


def moves_of(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the prompt and the action of every move of a record."""
    film = film_of(lines, SYSTEMS)
    prompt = film.opened.prompt
    for frame in film.frames():
        yield prompt, frame.action
        prompt = frame.game.prompt


def shows(lines: list[str], prompt: str, action: str) -> bool:
    """Whether a record shows an event."""
    return any(re.fullmatch(prompt, seen) and re.fullmatch(action, text) for seen, text in moves_of(lines))


def record_event(options: str, prompt: str, action: str) -> list[str]:
    """A game that ends with the event: the first that a greedy bot and a random one come upon."""
    system = SYSTEMS["careers"]
    for seed in count():
        recorder, stream = Recorder(system, 3, seed, options_for("careers", options, 3, turns=400)), Stream(seed)
        bots = (system.bots["greedy"](), system.bots["random"]())
        for number in range(MOST_MOVES):
            game = recorder.game
            if game.over:
                break
            shown = [one.action for one in game.legal if re.fullmatch(action, one.text)]
            if shown and re.fullmatch(prompt, game.prompt):
                recorder.play(shown[0])
                recorder.stop()
                return recorder.lines
            recorder.play(bots[number % 2].choose(game, game.legal_actions(), stream))
    raise AssertionError


def record_whole_game(options: str, seats: int, seed: int) -> list[str]:
    """A short game to its end, played by greedy bots and random ones in turn."""
    chosen = options_for("careers", options, seats, turns=400)
    chosen["settings"] = {**chosen["settings"], "target": 25, "timed_minutes": 8}
    system = SYSTEMS["careers"]
    recorder = Recorder(system, seats, seed, chosen)
    bots, stream = (system.bots["greedy"](), system.bots["random"]()), Stream(1)
    while not recorder.game.over:
        bot = bots[recorder.game.actor % 2]
        recorder.play(bot.choose(recorder.game, recorder.game.legal_actions(), stream))
    return recorder.lines


WHOLE = {"whole_standard": ("standard", 2, 1), "whole_unusual": ("unusual", 3, 2), "whole_timed": ("timed", 4, 3),
         "whole_characters": ("characters", 5, 4), "whole_strangers": ("strangers", 6, 5)}  # fmt: skip


def write_all() -> None:
    records = {name: record_event(*event) for name, event in EVENTS.items()}
    records |= {name: record_whole_game(*game) for name, game in WHOLE.items()}
    for name, lines in records.items():
        (FOLDER / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_all()
