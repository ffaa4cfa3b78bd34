"""Drive a Game of the Year: what each decision offers and does, and what each step does, in two tables."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.decisions import OVER, Decisions, fixed, in_order, names_of
from engine.core.errors import BadRecord
from engine.core.saving import pack
from engine.core.tables import Reports
from engine.game_of_the_year import about, telling, views
from engine.game_of_the_year import actions as a
from engine.game_of_the_year.rules import effects, money, opening, stops, tokens, turns
from engine.game_of_the_year.state import Prompt, State, Step, Work

DECISIONS = Decisions(
    Prompt,
    {
        Prompt.PAGE: (turns.pages, turns.page),
        Prompt.BUY_DAYS: (turns.days_on_sale, turns.buy_days),
        Prompt.PUSH: (fixed(a.PASS, a.PUSH), turns.push),
        Prompt.VACATION: (fixed(a.PASS, a.VACATION), turns.vacation),
        Prompt.BUY_TOKEN: (tokens.buyable, tokens.buy),
        Prompt.TAKE_TOKEN: (tokens.takable, tokens.take_chosen),
        Prompt.PAY_TOKEN: (money.payable, money.pay_token),
        Prompt.GIVE_TOKEN: (tokens.givable, tokens.give_chosen),
        Prompt.SHIELD: (fixed(a.WAIVE, a.COMPLY), money.shield),
        Prompt.CHOOSE_PLAYER: (effects.choosable, effects.choose),
        Prompt.LUCKY: (opening.numbers_left, opening.choose_number),
    },
)
STEPS = in_order(
    Work,
    {
        Work.NEXT_TURN: turns.next_turn,
        Work.LANDED: turns.landed,
        Work.OWN_DAYS_DONE: turns.own_days_done,
        Work.PUSHED: turns.pushed,
        Work.ENTRY: stops.entry,
        Work.ENTRY_DONE: stops.entry_done,
        Work.REST: turns.rest,
        Work.VACATE: turns.vacate,
        Work.MOVE_OVER: turns.move_over,
        Work.OFFER_TOKEN: tokens.offer_token,
        Work.TAKE_TOKENS: tokens.take_tokens,
        Work.CHARGE: money.charge,
        Work.PAY: money.pay,
        Work.GIVE: tokens.give,
        Work.HAND_OVER: tokens.hand_over,
        Work.LOSE_TOKEN: tokens.lose_token,
        Work.RETURN_TOKEN: tokens.return_token,
        Work.LOSE_HOLIDAY: tokens.lose_holiday,
        Work.RETURN_HOLIDAY: tokens.return_holiday,
        Work.CARD: effects.take_card,
        Work.FOLLOW: effects.follow,
        Work.EFFECTS: effects.run_effects,
        Work.EXTRA_SPIN: turns.extra_spin,
        Work.SET_UP: opening.set_up,
        Work.SPIN: turns.spin,
    },
)
_STEP_NAMES = names_of(Work)
_LEGAL, _RESOLVE = DECISIONS.legal, DECISIONS.resolve


class GameOfTheYear(State):
    """A Game of the Year."""

    __slots__ = ()
    system = "game_of_the_year"
    version = 1
    actions = a.TABLE
    decisions = DECISIONS
    tellers = telling.TELLERS
    reports = Reports(views.outcome_of, views.view_of, about.about_of, views.deal_anew)

    def legal_actions(self) -> Sequence[int]:
        return _LEGAL[self.decision](self)

    def asides(self) -> Mapping[int, Sequence[int]]:
        return tokens.between_steps(self)

    def apply(self, action: int) -> None:
        if action in a.BUY and self.decision != Prompt.BUY_TOKEN:
            tokens.buy(self, action)
            return
        decision, self.decision = self.decision, OVER
        _RESOLVE[decision](self, action)
        if not self.decision:
            self.advance()

    def advance(self) -> None:
        """Run the pending steps until a seat has to decide or the game is over."""
        todo = self.todo
        while not self.decision:
            if todo:
                step = todo.pop()
                if len(step) == 1:  # most steps: the quicker of the two calls
                    STEPS[step[0]](self)
                else:
                    STEPS[step[0]](self, *step[1:])
            elif self.over:
                break
            else:
                turns.next_turn(self)

    def save(self) -> dict[str, Any]:
        saved = State.save(self)
        saved["state"]["todo"] = [_named(step) for step in self.todo]
        if self.decision == Prompt.SHIELD:
            saved["state"]["arg"] = _named(self.arg)
        return saved

    def put_back(self, saved: Mapping[str, Any]) -> None:
        State.put_back(self, saved)
        self.todo = [_numbered(step) for step in self.todo]
        if self.decision == Prompt.SHIELD:
            self.arg = _numbered(self.arg)


def open_game(game: GameOfTheYear) -> None:
    """Set a game up, up to its first decision."""
    opening.open_game(game)
    game.advance()


def _named(step: Step) -> Any:
    """Return a step as a saved game holds it: its name, then its arguments."""
    return pack((_STEP_NAMES[step[0]], *step[1:]))


def _numbered(step: Any) -> Step:
    """Return the step that `_named` saved, unpacked. Raise BadRecord."""
    if not isinstance(step, tuple) or not step or step[0] not in _STEP_NAMES:
        raise BadRecord(f"The saved game holds {step!r}, which is not a step of this game.")
    return (_STEP_NAMES.index(step[0]), *step[1:])
