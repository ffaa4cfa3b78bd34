"""Play a turn from the first card that goes to the last effect that ends (rules 9-12, 17-20, 23, 26-29; B7 to B10,
B14). A phase runs when nobody has to decide: it asks somebody or goes on to the next phase."""

from collections.abc import Sequence

from engine.office_job import actions as a
from engine.office_job.cards import BAR_ABILITY, BAR_PLAY, BOOST, FIRST_CSUITE, KINDS
from engine.office_job.rules.areas import begin_turn, finish_turn
from engine.office_job.rules.piles import receive, remove, take_central
from engine.office_job.rules.plays import any_playable, choose_card, delegable, delegate, playable
from engine.office_job.rules.ranks import C_SUITE, MANAGER, add_points, lose_points, winners_of
from engine.office_job.state import Phase, Prompt, State

TAKEN = 2
_KEEP_OR_REPLACE = (a.KEEP, a.REPLACE)


def abilities(g: State) -> list[int]:
    """Return what the rank of the player on turn allows, at any moment of the turn (rules 9, 11, 12; B12, B14). A
    player who is barred from playing cards cannot delegate one either, nor be made to play one, because a delegated
    card counts as played by the delegate (B3)."""
    seat, ranks = g.seat, g.rank
    rank = ranks[seat]
    actions: list[int] = []
    if rank < MANAGER or g.status[seat * KINDS + BAR_ABILITY]:
        return actions
    if rank == C_SUITE and not g.chosen:
        actions.append(a.GAIN)
    if rank == min(ranks):
        return actions
    if actions:
        actions += [a.FIRST_TAKE + other for other, held in enumerate(ranks) if held < rank]
    hand, status = g.hands[seat], g.status
    if hand and not g.delegated and not status[seat * KINDS + BAR_PLAY]:
        anybody, barred_too = hand[0] < FIRST_CSUITE, g.table.settings.delegate_barred
        for other, held in enumerate(ranks):
            may_play = held < rank and (barred_too or not status[other * KINDS + BAR_PLAY])
            if may_play and (anybody or delegable(g, other)):
                actions.append(a.FIRST_DELEGATE + other)
    return actions


def use_ability(g: State, action: int) -> None:
    """Gain a point, take two from a lower-ranked player that nobody gains (B13), or delegate."""
    if action >= a.FIRST_DELEGATE:
        delegate(g, action - a.FIRST_DELEGATE)
        return
    g.chosen = True
    if action == a.GAIN:
        g.happened("helps_itself", g.seat)
        add_points(g, g.seat, 1)
    else:
        g.happened("presses", g.seat, action - a.FIRST_TAKE, TAKEN)
        lose_points(g, g.seat, action - a.FIRST_TAKE, TAKEN)


def begin(g: State) -> None:
    """Begin a turn with rule 17, before anything else."""
    g.turn += 1
    g.drawn = -1
    g.must, g.more = True, 0
    g.delegated = g.chosen = g.last_drawn = False
    g.extra = 0
    if g.events is not None:
        g.events.append(("turn", g.seat, g.turn))
    begin_turn(g, g.seat)
    g.extra = g.status[g.seat * KINDS + BOOST]
    g.phase = Phase.START
    start(g)


def start(g: State) -> None:
    """Ask for abilities before the draw; a player without any just draws."""
    if g.deck_left[g.seat] and abilities(g):
        g.decision, g.actor = Prompt.START, g.seat
    else:
        _draw(g)


def legal_start(g: State) -> Sequence[int]:
    """Return the draw, and the abilities that may come before it."""
    return [a.DRAW, *abilities(g)]


def at_start(g: State, action: int) -> None:
    """Draw, or use an ability first."""
    if action == a.DRAW:
        _draw(g)
    else:
        use_ability(g, action)


def _draw(g: State) -> None:
    """Draw from the personal deck (rule 18). Without one there is nothing to draw or to replace (B9)."""
    seat = g.seat
    g.phase = Phase.DRAWN
    left = g.deck_left[seat] - 1
    if left >= 0:
        g.deck_left[seat], g.last_drawn = left, not left
        card = g.decks[seat][left]
        if g.events is not None:
            g.events.append(("draws", seat, card, left))
        if receive(g, seat, card):
            g.drawn = card
    drawn(g)


def drawn(g: State) -> None:
    """Ask for the replacement (rule 19), unless the card went back (B7) or has left the hand."""
    if g.drawn in g.hands[g.seat]:
        g.decision = Prompt.REPLACEMENT
        g.actor = g.seat
    else:
        _keep_hand(g)


def _keep_hand(g: State) -> None:
    g.drawn = -1
    g.phase = Phase.PLAY
    play(g)


def legal_replacement(g: State) -> Sequence[int]:
    """Return keeping or replacing the card drawn, and abilities."""
    options = abilities(g)
    return [a.KEEP, a.REPLACE, *options] if options else _KEEP_OR_REPLACE


def replacement(g: State, action: int) -> None:
    """Keep the card drawn, replace it from the central deck (rule 19), or use an ability."""
    if action > a.REPLACE:
        use_ability(g, action)
        return
    if action == a.REPLACE:
        remove(g, g.seat, g.drawn)
        g.discard.append(g.drawn)
        if g.events is not None:
            g.events.append(("replaces", g.seat, g.drawn))
        card = take_central(g, g.seat)
        if card >= 0:
            receive(g, g.seat, card)
    elif g.events is not None:
        g.events.append(("keeps", g.seat, g.drawn))
    _keep_hand(g)


def _may_play(g: State) -> bool:
    """Return whether any card may be played now."""
    return (g.must or g.more > 0) and not g.status[g.seat * KINDS + BAR_PLAY] and any_playable(g, g.seat)


def play(g: State) -> None:
    """Ask while there is anything to play or to use; otherwise the turn ends automatically."""
    if _may_play(g) or abilities(g):
        g.decision = Prompt.PLAY
        g.actor = g.seat
    else:
        end(g)


def legal_play(g: State) -> Sequence[int]:
    """Return the plays that are open. The first is compulsory with a card that can be played (rule 20); further ones
    are not."""
    cards = playable(g, g.seat) if _may_play(g) else ()
    options = abilities(g)
    if cards and g.must:
        return [*cards, *options] if options else cards
    return [*cards, a.END, *options]


def at_play(g: State, action: int) -> None:
    """Play a card, use an ability, or end the turn."""
    if action == a.END:
        g.happened("stops", g.seat)
        end(g)
    elif action > a.END:
        use_ability(g, action)
    else:
        if g.must:
            g.must = False
        else:
            g.more -= 1
        choose_card(g, action, g.seat)


def end(g: State) -> None:
    """End a turn (B10): effects end, the hand goes after the last personal card (rule 26), the game ends after the last
    of all (rule 28)."""
    seat, seats = g.seat, g.table.seats
    g.phase = Phase.END
    finish_turn(g, seat)
    if g.last_drawn:
        g.happened("hand_goes", seat, g.hands[seat])
        g.discard += g.hands[seat]
        g.hands[seat] = ()
    if not any(g.deck_left):
        _finish(g, "decks")
    elif g.turn >= g.table.settings.max_turns * seats:
        _finish(g, "turn_limit")
    else:
        g.seat = (seat + 1) % seats
        g.phase = Phase.BEGIN


def _finish(g: State, reason: str) -> None:
    g.over = True
    g.decision = Prompt.OVER
    g.reason = reason
    g.winners = winners_of(g)
    if g.events is not None:
        best = g.winners[0]
        g.events.append(("ended", g.winners, g.rank[best], g.points[best], reason))
