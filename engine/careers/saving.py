"""Save games with the names of steps, decisions and purposes, so that their numbers may change."""

from typing import Any

from engine.careers.state import Prompt, Purpose, Step, Work
from engine.core.decisions import names_of

_PROMPTS, _STEPS, _PURPOSES = names_of(Prompt), names_of(Work), names_of(Purpose)
_OFFERING = (Prompt.GIVE, Prompt.TAKE, Prompt.SUM, Prompt.ANSWER)


def named_step(step: Step) -> tuple[Any, ...]:
    """Return a pending step as it is saved."""
    work, *about = step
    if work == Work.RESUME:
        return (_STEPS[work], _PROMPTS[about[0]], *about[1:])
    return (_STEPS[work], *about)


def numbered_step(saved: tuple[Any, ...]) -> Step:
    """Return the step that `named_step` saved. Raise ValueError for a name that this game does not know."""
    name, *about = saved
    work = _STEPS.index(name)
    if work == Work.RESUME:
        about[0] = _PROMPTS.index(about[0])
    return (work, *about)


def named_arg(decision: int, arg: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return what a decision needs to know, as it is saved."""
    if decision == Prompt.AMOUNT_DIE:
        dice, purpose, amount = arg
        return (dice, _PURPOSES[purpose], amount)
    if decision in _OFFERING:
        (prompt, *about), *rest = arg
        return ((_PROMPTS[prompt], *about), *rest)
    return arg


def numbered_arg(decision: int, saved: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the argument that `named_arg` saved. Raise ValueError for a name that this game does not know."""
    if decision == Prompt.AMOUNT_DIE:
        dice, name, amount = saved
        return (dice, _PURPOSES.index(name), amount)
    if decision in _OFFERING:
        (name, *about), *rest = saved
        return ((_PROMPTS.index(name), *about), *rest)
    return saved
