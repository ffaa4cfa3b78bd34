"""Carry out the effects of a card, one after the other (rules 20, 25; B13, B18). When an effect needs a choice, the
rest waits in `running`; the decision goes on from there."""

from collections.abc import Callable

from engine.office_job.cards import EFFECTS, LASTS, Effect
from engine.office_job.rules.areas import lay, start_effect
from engine.office_job.rules.choices import ask_clear, ask_discard, ask_pick
from engine.office_job.rules.conditions import recipients, without_warded
from engine.office_job.rules.piles import discard_random, draw_central, pick_random, receive
from engine.office_job.rules.ranks import gain_by_card, lose_points
from engine.office_job.state import State

# (game, actor, recipient, effect, choices left) -> whether somebody has to choose first.
Op = Callable[[State, int, int, Effect, int], bool]


def play_out(g: State, card: int, actor: int, target: int) -> None:
    """Lay the card before `actor` and carry out its effects on `target` (-1 for no target)."""
    masks = recipients(g, card, actor, target)
    if LASTS[card]:
        masks = without_warded(g, card, actor, masks)
        lasting = zip(EFFECTS[card], masks, strict=True)
        lay(g, actor, card, tuple([mask for effect, mask in lasting if effect.status >= 0]))
    else:
        lay(g, actor, card, ())
    _run(g, card, actor, target, 0, masks, False)


def _run(
    g: State, card: int, actor: int, target: int, step: int, masks: tuple[int, ...], hit: bool, left: int = -1
) -> None:
    """Run effects from `step` on. `left`: choices that the effect at `step` still needs, -1 when it begins."""
    steps, around = _STEPS[card], g.table.around[actor]
    g.running = ()
    for at in range(step, len(steps)):
        op, effect = steps[at]
        if effect.hit is not None and effect.hit != hit:
            continue
        for seat in around[masks[at]]:
            if op(g, actor, seat, effect, left):
                g.running = (card, actor, target, at, masks, hit, effect.n if left < 0 else left)
                return
            hit = hit or seat == target
        left = -1


def resume(g: State) -> None:
    """Go on after a choice."""
    card, actor, target, step, masks, hit, left = g.running
    _run(g, card, actor, target, step, masks, hit, left - 1)


def _gain(g: State, actor: int, seat: int, effect: Effect, left: int) -> bool:
    gain_by_card(g, seat, effect.n)
    return False


def _lose(g: State, actor: int, seat: int, effect: Effect, left: int) -> bool:
    lose_points(g, actor, seat, effect.n)
    return False


def _steal(g: State, actor: int, seat: int, effect: Effect, left: int) -> bool:
    number = lose_points(g, actor, seat, effect.n)
    if number:
        gain_by_card(g, actor, number)
    return False


def _draw(g: State, actor: int, seat: int, effect: Effect, left: int) -> bool:
    if effect.source == "central":
        draw_central(g, seat, effect.n)
        return False
    return ask_pick(g, seat, effect.n if left < 0 else left)


def _discard(g: State, actor: int, seat: int, effect: Effect, left: int) -> bool:
    if effect.pick == "random":
        discard_random(g, seat, effect.n)
        return False
    return ask_discard(g, seat, effect.n if left < 0 else left)


def _take(g: State, actor: int, seat: int, effect: Effect, left: int) -> bool:
    for _ in range(min(effect.n, len(g.hands[seat]))):
        card = pick_random(g, seat)
        g.happened("takes", actor, seat, card)
        receive(g, actor, card)
    return False


def _play(g: State, actor: int, seat: int, effect: Effect, left: int) -> bool:
    if actor == g.seat:
        g.more += effect.n
        g.happened("more_plays", actor, effect.n)
    return False


def _lasting(g: State, actor: int, seat: int, effect: Effect, left: int) -> bool:
    start_effect(g, seat, effect.status, effect.n)
    return False


_OPS: dict[str, Op] = {
    "gain": _gain,
    "lose": _lose,
    "steal": _steal,
    "draw": _draw,
    "discard": _discard,
    "take": _take,
    "play": _play,
    "clear": lambda g, actor, seat, effect, left: ask_clear(g, seat, effect.n if left < 0 else left),
    **dict.fromkeys(("rank", "lock", "shield", "boost", "bar", "ward"), _lasting),
}
# The functions of the effects of each design.
_STEPS: tuple[tuple[tuple[Op, Effect], ...], ...] = tuple(
    tuple((_OPS[effect.op], effect) for effect in effects) for effects in EFFECTS
)
