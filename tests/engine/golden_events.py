"""The kinds of events in the rule book of Careers, and the golden records that show one of each.

`python -m tests.engine.golden_events` writes the records anew; do that only together with a new rules version.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from engine import SYSTEMS
from engine.core.game import Game
from engine.core.old_records import open_old
from engine.core.records import Recorder
from engine.core.rng import Stream
from tests.engine.support import options_for

FOLDER = Path(__file__).parent / "golden"
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


def moves_of(lines: list[str]) -> Iterator[tuple[Game, str, str]]:
    """Replays a record without checking it: (game before the action, prompt, action)."""
    head = json.loads(lines[0])
    game = open_old(head, SYSTEMS)
    for line in lines[1:]:
        entry = json.loads(line)
        if "action" in entry:
            yield game, game.prompt, entry["action"]
            game.play(entry["action"])


def shows(lines: list[str], prompt: str, action: str) -> bool:
    """Whether a record shows an event."""
    return any(re.fullmatch(prompt, seen) and re.fullmatch(action, text) for _, seen, text in moves_of(lines))


def record_event(name: str) -> list[str]:
    """The shortest of some random games up to the event, and one action beyond it."""
    options, prompt, action = EVENTS[name]
    best: list[str] = []
    seats = 5 if options == "characters" else 3
    for seed in range(25):
        recorder = Recorder(SYSTEMS["careers"], seats, seed, options_for("careers", options, seats))
        stream = Stream(seed)
        while not recorder.game.over and (not best or len(recorder.lines) < len(best)):
            choice = stream.choice(recorder.game.legal_actions()[:60])
            if recorder.game.describe(choice) == "declare bankruptcy" and recorder.game.prompt == "turn":
                continue
            seen, text = recorder.game.prompt, recorder.game.describe(choice)
            recorder.play(choice)
            if re.fullmatch(prompt, seen) and re.fullmatch(action, text):
                if not recorder.game.over:
                    recorder.play(stream.choice(recorder.game.legal_actions()))
                recorder.stop()
                best = recorder.lines
                break
    if not best:
        raise LookupError(f"No game shows {name}.")
    return best


def record_whole_game(options: str, seats: int, seed: int) -> list[str]:
    """A short game to its end, played by greedy bots."""
    chosen = options_for("careers", options, seats)
    chosen["settings"] = {**chosen["settings"], "target": 25, "timed_minutes": 8}
    system = SYSTEMS["careers"]
    recorder = Recorder(system, seats, seed, chosen)
    bot = system.bots()["greedy"]()
    while not recorder.game.over:
        recorder.play(bot.choose(recorder.game, recorder.game.legal_actions(), Stream(1)))
    return recorder.lines


WHOLE = {"whole_standard": ("standard", 2, 1), "whole_unusual": ("unusual", 3, 2), "whole_timed": ("timed", 4, 3),
         "whole_characters": ("characters", 5, 4), "whole_strangers": ("strangers", 6, 5)}  # fmt: skip


def write_all() -> None:
    for name in EVENTS:
        (FOLDER / f"{name}.jsonl").write_text("\n".join(record_event(name)) + "\n", encoding="utf-8")
    for name, (options, seats, seed) in WHOLE.items():
        lines = record_whole_game(options, seats, seed)
        (FOLDER / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_all()
