"""Define the house rules of Careers that concern play, each with the reading (R1 to R104) that it comes from. Defaults
are the recommended readings. Settings that concern careers only (promotion, reviews, parachute) belong to the
league."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.careers.added_cards import read_added_cards, written_card
from engine.core.errors import BadOptions
from engine.core.questions import choices_of, read_questions
from engine.core.settings import checked_settings, is_whole, whole_numbers

# The least and the most that a number may be.
RANGES: dict[str, tuple[int, int]] = {
    "target": (1, 100_000),
    "min_part": (0, 33_333),
    "timed_minutes": (1, 10_000),
    "overtime_minutes": (1, 1_000),
    "payday_raise_every": (0, 1_000),
    "turn_limit": (1, 1_000_000),
    "offers_per_turn": (0, 20),
    "counter_offers": (0, 20),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """One game's rules. A game of `mode` formula ends when somebody fulfils a formula of `target` points; a timed one
    when the host plays `time is up`, with `clock` rounds after `timed_minutes` at the latest, a minute being a round of
    turns. `turn_limit` breaks off games that nobody wins; `offers_per_turn` bounds trading, and `counter_offers`
    how many offers may follow one: counter-offers, and in a debt the same thing for less."""

    mode: str = "formula"
    target: int = 100
    formula: str = "own"
    common_formula: tuple[int, ...] = ()
    min_part: int = 0  # R5
    formulas_hidden: bool = True  # R9
    experience_deck: str = "58"  # R1
    opportunity_deck: str = "list"  # R2
    pfizer_layout: str = "rulebook16"  # R3
    win_check: str = "action"  # R10
    win_in_debt: bool = False  # R10
    loans: str = "informal"  # R13
    timed_stop: str = "turn"  # R14
    unbegun_turn_stops: bool = True  # R14
    timed_minutes: int = 30
    overtime_minutes: int = 5  # R15
    clock: str = "rounds"
    timed_start_cards: bool = False  # R16
    checkpoints: tuple[int, ...] = ()  # R17
    card_entry_allows_experience: bool = True  # R19
    rolls_royce_exit_pays: bool = False  # R22
    card_moves_pay: bool = True  # R23
    backward_landing_pays: bool = True  # R24
    travel_card_rides_on: bool = True  # R28
    knocks_rolls_again: bool = True  # R29
    donate_refusal: str = "none"  # R32
    point_loss_rounding: str = "down"  # R34
    curious_card: str = "choice"  # R37
    free_roll_allows_card: bool = True  # R41
    pharmacist: str = "degrees_or_trip"  # R42
    holiday_choice: str = "after_roll"  # R46
    retire_any_mix: bool = False  # R48
    extra_turn_plus_card: bool = False  # R61
    same_turn_experience: bool = False  # R65
    bump_all: bool = False  # R67
    bump_on_paths: bool = True  # R67
    bargain_ends_bumping: bool = False  # R67
    backstab_needs_hearts: bool = False  # R68
    fees_insured: bool = False  # R69
    fee_policy_renewed: bool = True  # R69
    casino_insured: bool = True  # R69
    bankrupt_salary_reset: bool = True  # R70
    bankrupt_keeps_retirement: bool = True  # R70
    trading: bool = True  # R71
    offers: str = "bundles"  # R71
    debt_offers: str = "own"  # R71
    doubles_extra_turn: bool = False  # R72
    doubles_count: str = "always"  # R72
    payday_raise_every: int = 0  # R72
    payday_raise: str = "1000"  # R72
    extra_cards: tuple[Mapping[str, Any], ...] = field(default=(), hash=False)  # R72
    random_points: bool = False  # R72
    random_points_by_card: bool = True  # R72
    carry_over: str = "none"  # R77
    league_retire: str = "both"  # R90
    unrelated: str = "forbidden"  # R92
    boss_only: bool = True  # R94
    layoff_from_hospital: bool = False  # R96
    reorg_scope: str = "subordinates"  # R98
    reorg_reaches: str = "all"  # R94, R98
    insurance_on_sheet: bool = True
    turn_limit: int = 5_000
    offers_per_turn: int = 2
    counter_offers: int = 2  # R71
    occupant_offers: bool = True  # R67


_QUESTIONS = read_questions("engine.careers", Settings, RANGES)
QUESTIONS = {**_QUESTIONS, "extra_cards": replace(_QUESTIONS["extra_cards"], written=written_card)}
CHOICES = choices_of(
    QUESTIONS,
    mode=("formula", "timed"),
    clock=("rounds", "host"),
    carry_over=("none", "degrees_and_trips"),
    league_retire=("both", "level_only"),
    unrelated=("forbidden", "normal"),
    reorg_scope=("subordinates", "everyone_on_primary_path"),
)


def read_settings(raw: Any) -> Settings:
    """Return the settings from JSON-able data, the defaults for None. Raise BadOptions, naming the setting."""
    readers = {"common_formula": whole_numbers, "checkpoints": whole_numbers, "extra_cards": read_added_cards}
    settings = checked_settings(Settings, raw, CHOICES, RANGES, readers)
    if 3 * settings.min_part > settings.target:
        raise BadOptions(f"min_part {settings.min_part} leaves no formula of {settings.target} points.")
    if settings.common_formula and settings.formula == "common" and settings.mode == "formula":
        check_formula(settings, settings.common_formula)
    return settings


def check_formula(settings: Settings, parts: object) -> tuple[int, int, int]:
    """Return a formula (cash in thousands, happiness, fame) that adds up to the target (R5). Raise BadOptions."""
    if not isinstance(parts, (list, tuple)) or len(parts) != 3 or not all(is_whole(part) for part in parts):
        raise BadOptions(f"A formula is three whole numbers (cash, happiness, fame), not {parts!r}.")
    cash, happiness, fame = parts
    if min(parts) < settings.min_part:
        raise BadOptions(f"Each part of a formula must be at least {settings.min_part}: {list(parts)}.")
    if cash + happiness + fame != settings.target:
        raise BadOptions(f"The formula {list(parts)} adds up to {sum(parts)}, not to {settings.target}.")
    return cash, happiness, fame
