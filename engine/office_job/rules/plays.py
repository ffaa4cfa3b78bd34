"""Play a card, one's own or through a delegate, and choose its target (rules 9, 10, 20; B1 to B5)."""

from collections.abc import Sequence

from engine.office_job import actions as a
from engine.office_job.cards import CSUITE, FIRST_CSUITE, OTHERS_ONLY, TARGET_RANK, TARGETED
from engine.office_job.rules.conditions import may_hold, targets
from engine.office_job.rules.effects import play_out
from engine.office_job.rules.piles import distinct, remove
from engine.office_job.state import Prompt, State


def playable(g: State, seat: int) -> tuple[int, ...]:
    """Return the designs that the seat may play itself: all but a second C-Suite Skill (B5)."""
    cards = distinct(g.hands[seat])
    if not g.skilled >> seat & 1 or not cards or cards[-1] < FIRST_CSUITE:
        return cards
    return tuple([card for card in cards if card < FIRST_CSUITE])


def any_playable(g: State, seat: int) -> bool:
    """Return whether the seat may play any design itself."""
    hand = g.hands[seat]
    return bool(hand) and (hand[0] < FIRST_CSUITE or not g.skilled >> seat & 1)


def delegable(g: State, delegate: int) -> list[int]:
    """Return the designs that the player on turn may have played by a delegate (B4)."""
    csuite = g.table.settings.delegate_csuite
    return [card for card in distinct(g.hands[g.seat]) if may_hold(g, delegate, card) and (csuite or not CSUITE[card])]


def choose_card(g: State, card: int, doer: int) -> None:
    """Play a card of the player on turn, for itself or for the delegate `doer`, and ask for its target."""
    remove(g, g.seat, card)
    if g.events is not None:
        g.events.append(("plays", g.seat, doer, card))
    if not TARGETED[card]:
        play_out(g, card, doer, -1)
        return
    g.card, g.doer = card, doer
    open_to = _targets(g)
    if len(open_to) > 1:
        g.decision, g.actor = Prompt.TARGET, g.seat
    else:
        _play_on(g, open_to[0] if open_to else -1)


def _targets(g: State) -> list[int]:
    return targets(g, g.card, g.doer, TARGET_RANK[g.card], OTHERS_ONLY[g.card])


def _play_on(g: State, target: int) -> None:
    card, doer = g.card, g.doer
    g.card = g.doer = -1
    if g.events is not None:
        g.events.append(("targets", g.seat, doer, card, target))
    play_out(g, card, doer, target)


def legal_target(g: State) -> Sequence[int]:
    """Return the seats that may be chosen as target."""
    return [a.FIRST_TARGET + seat for seat in _targets(g)]


def choose_target(g: State, action: int) -> None:
    """Play the card on the chosen target."""
    _play_on(g, action - a.FIRST_TARGET)


def delegate(g: State, doer: int) -> None:
    """Turn to a lower-ranked player as a Manager; once a turn, besides the normal play (rules 9 and 10)."""
    g.delegated = True
    g.happened("delegates", g.seat, doer)
    g.doer = doer
    g.decision, g.actor = Prompt.DELEGATE, g.seat


def delegate_card(g: State, action: int) -> None:
    """Play a card through the delegate (rule 10)."""
    doer, g.doer = g.doer, -1
    choose_card(g, action, doer)
