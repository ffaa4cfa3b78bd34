"""Drive a game of Careers: what each decision offers and does, what each pending step does, and the loop that runs
them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.careers import about, scores, views
from engine.careers import actions as a
from engine.careers.rules import (
    amounts,
    encounters,
    journeys,
    leaving,
    losses,
    movement,
    opening,
    own_cards,
    politics,
    shops,
    succession,
    trading,
    turns,
)
from engine.careers.rules.goods import OFFERING
from engine.careers.state import Prompt, Purpose, State, Step, Work
from engine.careers.telling import TELLERS
from engine.core.actions import HostAction
from engine.core.decisions import OVER, Decisions, fixed, in_order, names_of
from engine.core.errors import BadRecord
from engine.core.saving import pack
from engine.core.tables import Reports

_PROMPTS, _STEPS, _PURPOSES = names_of(Prompt), names_of(Work), names_of(Purpose)


def named_step(step: Step) -> tuple[Any, ...]:
    """Return a pending step as it is saved."""
    work, *details = step
    if work == Work.RESUME:
        return (_STEPS[work], _PROMPTS[details[0]], *details[1:])
    return (_STEPS[work], *details)


def numbered_step(saved: tuple[Any, ...]) -> Step:
    """Return the step that `named_step` saved. Raise ValueError for a name that this game does not know."""
    name, *details = saved
    work = _STEPS.index(name)
    if work == Work.RESUME:
        details[0] = _PROMPTS.index(details[0])
    return (work, *details)


def named_arg(decision: int, arg: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return what a decision needs to know, as it is saved."""
    if decision == Prompt.AMOUNT_DIE:
        dice, purpose, amount = arg
        return (dice, _PURPOSES[purpose], amount)
    if decision in OFFERING:
        (prompt, *details), *rest = arg
        return ((_PROMPTS[prompt], *details), *rest)
    return arg


def numbered_arg(decision: int, saved: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the argument that `named_arg` saved. Raise ValueError for a name that this game does not know."""
    if decision == Prompt.AMOUNT_DIE:
        dice, name, amount = saved
        return (dice, _PURPOSES.index(name), amount)
    if decision in OFFERING:
        (name, *details), *rest = saved
        return ((_PROMPTS.index(name), *details), *rest)
    return saved


DECISIONS = Decisions(
    Prompt,
    {
        Prompt.TURN: (turns.turn_choices, turns.take_turn),
        Prompt.MOVE: (movement.move_choices, movement.choose_move),
        Prompt.AMOUNT_DIE: (amounts.amount_choices, amounts.find_amount),
        Prompt.INSURANCE: (fixed(a.INSURE, a.DECLINE), losses.insure_or_suffer),
        Prompt.RENEWAL: (fixed(a.DECLINE, a.ACCEPT), losses.renew),
        Prompt.DEBT: (losses.debt_choices, losses.meet_debt),
        Prompt.PAY_OR_LEAVE: (shops.pay_or_leave_choices, shops.pay_or_leave),
        Prompt.BUY: (shops.buy_choices, shops.buy),
        Prompt.GAMBLE: (shops.gamble_choices, shops.gamble),
        Prompt.RIDE: (lambda g: g.table.rides, journeys.ride),
        Prompt.HOLIDAY: (fixed(a.GO, a.STAY), journeys.choose_holiday),
        Prompt.FREED_MOVE: (journeys.freed_choices, journeys.use_freedom),
        Prompt.SHORTCUT: (fixed(a.DECLINE, a.ACCEPT), journeys.choose_shortcut),
        Prompt.DEGREE: (lambda g: movement.open_programs(g, g.actor), movement.take_degree),
        Prompt.BUMP: (encounters.bump_choices, encounters.bump),
        Prompt.BACKSTAB: (encounters.backstab_choices, encounters.backstab),
        Prompt.GIVE_UP_CARD: (shops.give_up_choices, shops.give_up),
        Prompt.GIVE: (trading.give_choices, trading.give),
        Prompt.TAKE: (trading.take_choices, trading.take),
        Prompt.SUM: (trading.sum_choices, trading.name_sum),
        Prompt.ANSWER: (trading.answer_choices, trading.answer),
        Prompt.FEE: (leaving.fee_choices, leaving.choose_fee_taker),
        Prompt.BOSS: (politics.boss_choices, politics.choose_boss),
        Prompt.FORMULA: (opening.formula_choices, opening.write_formula),
        Prompt.PLEA: (encounters.plea_choices, encounters.plead),
    },
)
STEPS: tuple[Callable[..., None], ...] = in_order(
    Work,
    {
        Work.END_OF_TURN: succession.end_turn,
        Work.LAND: movement.land,
        Work.AFTER_LANDING: encounters.after_landing,
        Work.EFFECTS: movement.run_effects,
        Work.LEAVE_PATH: movement.come_out,
        Work.START_TURN: succession.start_turn,
        Work.RESUME: encounters.resume,
        Work.SET_UP: opening.set_up,
        Work.OWN_CARD: own_cards.run_card,
    },
)
_LEGAL, _RESOLVE = DECISIONS.legal, DECISIONS.resolve
_end_turn = STEPS[Work.END_OF_TURN]


class Careers(State):
    """A game of Careers."""

    __slots__ = ()
    system = "careers"
    version = 1
    actions = a.TABLE
    host_table = (a.TIME_UP,)
    decisions = DECISIONS
    tellers = TELLERS
    reports = Reports(scores.outcome_of, views.view_of, about.about_of, views.deal_anew)
    open_prompts = frozenset(("pay_or_leave", "buy", "gamble", "degree", "backstab", "take", "sum", "fee", "boss"))

    def legal_actions(self) -> Sequence[int]:
        return _LEGAL[self.decision](self)

    def host_actions(self) -> Sequence[HostAction]:
        running = self.table.settings.mode == "timed" and not self.over
        return (a.TIME_UP,) if running and not 0 <= self.round_end <= self.turn else ()

    def asides(self) -> Mapping[int, Sequence[int]]:
        return trading.calls(self) | turns.at_any_moment(self)

    def seat_of(self, action: int) -> int:
        caller = a.CALLER.get(action, self.actor)
        return caller if caller < self.table.seats else self.actor

    def apply_host(self, action: HostAction) -> None:
        succession.call_time_now(self)

    def apply(self, action: int) -> None:
        decision = self.decision
        self.decision = OVER
        if action in turns.AT_ANY_MOMENT:
            turns.interrupt(self, decision, action)
        else:
            _RESOLVE[decision](self, action)
        if not self.decision:
            self.advance()

    def advance(self) -> None:
        """Run the pending steps until a seat has to decide or the game is over."""
        todo = self.todo
        while not self.decision and not self.over:
            if todo:
                step = todo.pop()
                STEPS[step[0]](self, *step[1:])
            else:
                _end_turn(self)

    def save(self) -> dict[str, Any]:
        saved = State.save(self)
        saved["state"]["todo"] = pack([named_step(step) for step in self.todo])
        saved["state"]["arg"] = pack(named_arg(self.decision, self.arg))
        return saved

    def put_back(self, saved: Mapping[str, Any]) -> None:
        State.put_back(self, saved)
        try:
            self.todo = [numbered_step(step) for step in self.todo]
            self.arg = numbered_arg(self.decision, self.arg)
        except (IndexError, TypeError, ValueError) as error:
            raise BadRecord(f"The saved game waits for something that this game does not know: {error}.") from error


def open_game(g: Careers) -> None:
    """Lay a new game out and go on to the first decision."""
    opening.lay_out(g)
    g.advance()
