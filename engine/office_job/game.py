"""Drive a game of Office Job: what each decision offers and does, and what each phase of a turn does, in two tables."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.decisions import OVER, Decisions, in_order, names_of
from engine.core.errors import BadRecord
from engine.core.tables import Reports
from engine.office_job import about, telling, views
from engine.office_job import actions as a
from engine.office_job.rules import choices, effects, opening, plays, turns
from engine.office_job.state import Phase, Prompt, State

DECISIONS = Decisions(
    Prompt,
    {
        Prompt.START: (turns.legal_start, turns.at_start),
        Prompt.REPLACEMENT: (turns.legal_replacement, turns.replacement),
        Prompt.PLAY: (turns.legal_play, turns.at_play),
        Prompt.DELEGATE: (lambda g: plays.delegable(g, g.doer), plays.delegate_card),
        Prompt.TARGET: (plays.legal_target, plays.choose_target),
        Prompt.DISCARD: (choices.legal_discard, choices.discard),
        Prompt.PICK_UP: (choices.legal_pick, choices.pick),
        Prompt.CLEAR: (choices.legal_clear, choices.clear),
    },
)
PHASES = in_order(
    Phase,
    {
        Phase.BEGIN: turns.begin,
        Phase.START: turns.start,
        Phase.DRAWN: turns.drawn,
        Phase.PLAY: turns.play,
        Phase.END: turns.end,
    },
)
_PHASE_NAMES = names_of(Phase)
_LEGAL, _RESOLVE = DECISIONS.legal, DECISIONS.resolve


class OfficeJob(State):
    """A game of Office Job."""

    __slots__ = ()
    system = "office_job"
    version = 1
    actions = a.TABLE
    decisions = DECISIONS
    tellers = telling.TELLERS
    reports = Reports(views.outcome_of, views.view_of, about.about_of, views.deal_anew)

    def legal_actions(self) -> Sequence[int]:
        return _LEGAL[self.decision](self)

    def apply(self, action: int) -> None:
        decision, self.decision = self.decision, OVER
        _RESOLVE[decision](self, action)
        if not self.decision:
            self.advance()

    def advance(self) -> None:
        """Run the phases until a seat has to decide or the game is over."""
        while not self.decision and not self.over:
            if self.running:
                effects.resume(self)
            else:
                PHASES[self.phase](self)

    def save(self) -> dict[str, Any]:
        saved = State.save(self)
        saved["state"]["phase"] = _PHASE_NAMES[self.phase]
        return saved

    def put_back(self, saved: Mapping[str, Any]) -> None:
        phase = saved.get("phase")
        if phase is not None and phase not in _PHASE_NAMES:
            raise BadRecord(f"The saved game stands at '{phase}', which is not a phase of a turn.")
        State.put_back(self, saved if phase is None else {**saved, "phase": _PHASE_NAMES.index(phase)})


def open_game(game: OfficeJob) -> None:
    """Set a game up, up to its first decision."""
    opening.open_game(game)
    game.advance()
