"""Apply the smallest changes to a seat: it is asked, money and points come and go, cards are drawn and handed in, a
piece is sent somewhere."""

from typing import Any

from engine.careers import actions as a
from engine.careers.state import State

CASH, HAPPINESS, FAME, SALARY = range(4)
# The two decks.
EXPERIENCE, OPPORTUNITY = range(2)
# The kinds of deed that the game remembers, for limits and for the score sheet.
LAYOFF, REORG, FREE_PASS, BUMPED, BACKSTABBED, BANKRUPTCY, CALLED = range(7)
# Marks of a trip: hearts count double (R58), tuition was paid (R57), the shortcut is taken (R50).
DOUBLE_HAPPINESS, PAID_TUITION, SHORTCUT = 1, 2, 4


def ask(g: State, decision: int, actor: int, arg: Any = ()) -> None:
    """Make `actor` face a decision next. `arg` is what the decision needs to know, a tuple (see Prompt)."""
    g.decision = decision
    g.actor = actor
    g.arg = arg


def gain_happiness(g: State, seat: int, points: int) -> None:
    """Gain happiness; negative points never lead below 0 (R39)."""
    before = g.happiness[seat]
    g.happiness[seat] = max(0, before + points)
    g.gained = True
    g.happened("points", seat, g.happiness[seat] - before, 0)


def gain_cash(g: State, seat: int, pounds: int) -> None:
    """Gain cash, which may complete a formula."""
    g.cash[seat] += pounds
    g.gained = True


def receive(g: State, seat: int, pounds: int) -> None:
    """Receive cash from the bank."""
    gain_cash(g, seat, pounds)
    g.happened("received", seat, pounds)


def pay(g: State, seat: int, pounds: int) -> None:
    """Pay available cash to the bank."""
    g.cash[seat] -= pounds
    g.happened("lost", seat, CASH, pounds)


def raise_salary(g: State, seat: int, pounds: int) -> None:
    """Raise a salary."""
    g.salary[seat] += pounds
    g.happened("raised", seat, pounds)


def gain_points(g: State, seat: int, happiness: int, fame: int) -> None:
    """Gain happiness and fame."""
    g.happiness[seat] += happiness
    g.fame[seat] += fame
    g.gained = True
    g.happened("points", seat, happiness, fame)


def round_down(g: State, pounds: int) -> int:
    """Round a payment down to the nearest £100 ("Special Notes")."""
    return pounds // 100 * 100


def note(g: State, kind: int, actor: int, victim: int) -> None:
    """Record a deed with its turn."""
    g.deeds = (*g.deeds, (kind, actor, victim, g.turn))


def deeds_of(g: State, kind: int, actor: int) -> int:
    """Return how often a seat has done something in this game."""
    return sum(1 for deed in g.deeds if deed[0] == kind and deed[1] == actor)


def pay_salaries(g: State, seat: int, salaries: int) -> None:
    """Pay salaries at Payday, and the raise that a house rule ties to the number of Paydays (R72)."""
    g.cash[seat] += salaries * g.salary[seat]
    if g.events is not None:
        g.events.append(("payday", seat, salaries, salaries * g.salary[seat]))
    g.gained = True
    g.paydays[seat] += 1
    settings = g.table.settings
    every = settings.payday_raise_every
    if every and g.paydays[seat] % every == 0:
        flat = settings.payday_raise == "1000"
        more = 1000 if flat else round_down(g, g.salary[seat] // 10)
        g.salary[seat] += more
        g.happened("payday_raise", seat, more)


def draw_experience(g: State, seat: int, count: int) -> int:
    """Draw up to `count` Experience cards (R66), and return how many there were."""
    for drawn in range(count):
        if g.experience_top == len(g.experience_pile):
            if not g.experience_discard:
                g.happened("nothing_to_draw", seat, EXPERIENCE)
                return drawn
            g.experience_pile, g.experience_top = g.shuffled(g.experience_discard), 0
            g.experience_discard = ()
            g.happened("reshuffled", EXPERIENCE)
        card = g.experience_pile[g.experience_top]
        g.experience_top += 1
        g.experience[seat] = tuple(sorted((*g.experience[seat], card)))
        if seat == g.seat:
            g.fresh = (*g.fresh, card)
        if g.events is not None:
            g.events.append(("drew", seat, EXPERIENCE, card))
    return count


def draw_opportunity(g: State, seat: int, count: int) -> int:
    """Draw up to `count` Opportunity cards (R66), and return how many there were."""
    for drawn in range(count):
        if g.opportunity_top == len(g.opportunity_pile):
            if not g.opportunity_discard:
                g.happened("nothing_to_draw", seat, OPPORTUNITY)
                return drawn
            g.opportunity_pile, g.opportunity_top = g.shuffled(g.opportunity_discard), 0
            g.opportunity_discard = ()
            g.happened("reshuffled", OPPORTUNITY)
        card = g.opportunity_pile[g.opportunity_top]
        g.opportunity_top += 1
        g.opportunity[seat] = tuple(sorted((*g.opportunity[seat], card)))
        if g.events is not None:
            g.events.append(("drew", seat, OPPORTUNITY, card))
    return count


def without(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return a hand without one card of a kind."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def discard_experience(g: State, seat: int, card: int) -> None:
    """Discard an Experience card from a hand."""
    g.experience[seat] = without(g.experience[seat], card)
    g.experience_discard = (*g.experience_discard, card)
    forget_fresh(g, seat, card)


def forget_fresh(g: State, seat: int, card: int) -> None:
    """Forget that a card which has left the hand of the seat on turn was drawn this turn."""
    if seat == g.seat and g.fresh and g.fresh.count(card) > g.experience[seat].count(card):
        g.fresh = without(g.fresh, card)


def use_experience(g: State, seat: int, action: int) -> None:
    """Play an Experience card, called as the action says."""
    if g.events is not None:
        g.events.append(("card", seat, action))
    discard_experience(g, seat, a.FIRST[action])


def discard_opportunity(g: State, seat: int, card: int) -> None:
    """Discard an Opportunity card from a hand."""
    g.opportunity[seat] = without(g.opportunity[seat], card)
    g.opportunity_discard = (*g.opportunity_discard, card)


def hand_in_experience(g: State, seat: int) -> None:
    """Put all Experience cards of a seat on the discard pile."""
    g.happened("handed_in", seat, g.experience[seat])
    g.experience_discard += g.experience[seat]
    g.experience[seat] = ()
    if seat == g.seat:
        g.fresh = ()


def take_random(g: State, deck: int, taker: int, giver: int) -> None:
    """Take one card of a deck at random from a hand, if it holds any."""
    hands = g.experience if deck == EXPERIENCE else g.opportunity
    hand = hands[giver]
    if hand:
        card = hand[g.below(len(hand))]
        hands[giver] = without(hand, card)
        hands[taker] = tuple(sorted((*hands[taker], card)))
        g.happened("taken", taker, giver, deck, card)


def usable_experience(g: State, seat: int) -> tuple[int, ...]:
    """Return the Experience cards that were not drawn this turn (R65)."""
    hand = g.experience[seat]
    if not g.fresh or seat != g.seat or g.table.settings.same_turn_experience:
        return hand
    for card in g.fresh:
        if card in hand:
            hand = without(hand, card)
    return hand


def send(g: State, seat: int, location: int) -> None:
    """Send a piece somewhere: no Payday, no credit for a path it was on (R23)."""
    g.where[seat] = location
    g.trip[seat] = 0
    g.happened("sent", seat, location)


def is_pharmacist(g: State, seat: int) -> bool:
    """Return whether a seat is a Pharmacist: two Pharmacology degrees or, unless the house rule says otherwise, one
    finished Pfizer trip (R42)."""
    board = g.table.board
    path = board.paths[board.pharmacy]
    if path.program >= 0 and g.degrees[seat * len(board.programs) + path.program] >= path.degrees_required:
        return True
    settings = g.table.settings
    return settings.pharmacist == "degrees_or_trip" and g.trips[seat * len(board.paths) + path.index] > 0


def note_retirement(g: State, seat: int) -> None:
    """Note, after a trip or a degree, whether the seat has earned the right to retire ("Retirement", R48). Characters
    need the level as well, or, by house rule, only the level (R90)."""
    board, settings = g.table.board, g.table.settings
    level = g.table.players[seat].level
    if level >= 0 and level < board.figures["powers"]["levels"].index(board.figures["powers"]["retire_from"]):
        return
    degrees = g.degrees[seat * len(board.programs) : (seat + 1) * len(board.programs)]
    trips = g.trips[seat * len(board.paths) : (seat + 1) * len(board.paths)]
    in_one = sum(degrees) if settings.retire_any_mix else max(degrees)
    earned = (
        in_one >= board.figures["retire_degrees_in_one_program"]
        or max(trips) >= board.figures["retire_trips_in_one_occupation"]
    )
    if earned or (level >= 0 and settings.league_retire == "level_only"):
        if g.events is not None and not g.may_retire >> seat & 1:
            g.events.append(("may_retire", seat))
        g.may_retire |= 1 << seat
