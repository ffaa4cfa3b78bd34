"""An Office Job game put into a given position. Cards are named by their ids."""

from typing import Any, cast

from engine import SYSTEMS
from engine.office_job import actions as a
from engine.office_job.cards import CARDS, IDS, NUMBER, STAY
from engine.office_job.game import OfficeJob
from engine.office_job.rules.ranks import rerank
from engine.office_job.state import Phase

PLAIN = "ship_it"


def job(seats: int = 3, seed: int = 1, **settings: Any) -> OfficeJob:
    """A game in which seat 0 is about to begin a turn, with empty hands."""
    g = cast(OfficeJob, SYSTEMS["office_job"].new_game(seats, seed, {"settings": settings}))
    g.hands = [()] * seats
    g.decision, g.drawn, g.seat, g.turn, g.phase = 0, -1, 0, 0, Phase.BEGIN
    g.deck_left = [10] * seats
    return g


def numbers(*cards: str) -> tuple[int, ...]:
    return tuple(sorted(NUMBER[card] for card in cards))


def points(g: OfficeJob, *figures: int) -> None:
    for seat, figure in enumerate(figures):
        g.points[seat] = figure
        rerank(g, seat)


def skill(g: OfficeJob, seat: int, card: str = "number_wizardry") -> None:
    """Puts a C-Suite Skill into an area, without what it does."""
    number = NUMBER[card]
    g.areas[seat] += ((number, STAY[number], tuple(0 for effect in CARDS[number]["do"] if "until" in effect)),)
    g.skilled |= 1 << seat
    rerank(g, seat)


def draws(g: OfficeJob, seat: int, card: str) -> None:
    """The next card of a personal deck."""
    deck = list(g.decks[seat])
    deck[g.deck_left[seat] - 1] = NUMBER[card]
    g.decks[seat] = tuple(deck)


def turn(g: OfficeJob, seat: int, *hand: str, draw: str | None = PLAIN) -> OfficeJob:
    """Brings `seat` to its play with these cards; it draws and keeps `draw`, or has no deck left when that is None."""
    g.hands[seat] = numbers(*hand)
    begin(g, seat, draw)
    while g.prompt in ("start", "replacement") and g.actor == seat:
        g.play("draw" if g.prompt == "start" else "keep")
    return g


def begin(g: OfficeJob, seat: int, draw: str | None = PLAIN) -> None:
    """Starts a turn and stops at its first decision."""
    g.seat, g.phase, g.decision = seat, Phase.BEGIN, 0
    if draw is None:
        g.deck_left[seat] = 0
    else:
        draws(g, seat, draw)
    g.advance()


def play(g: OfficeJob, *actions: str) -> None:
    for action in actions:
        g.play(action if action in a.TABLE.texts else f"play {action}")


def legal(g: OfficeJob) -> list[str]:
    return [a.TABLE.text(action) for action in g.legal_actions()]


def hand(g: OfficeJob, seat: int) -> list[str]:
    return [IDS[card] for card in g.hands[seat]]


def area(g: OfficeJob, seat: int) -> list[str]:
    return [IDS[card] for card, _, _ in g.areas[seat]]


def pile(g: OfficeJob) -> list[str]:
    return [IDS[card] for card in g.discard]


def all_cards(g: OfficeJob) -> list[int]:
    """Every card, wherever it is."""
    found = [*g.central, *g.discard, *([g.card] if g.card >= 0 else [])]
    for seat in range(g.seats):
        found += [*g.hands[seat], *g.decks[seat][: g.deck_left[seat]], *(card for card, _, _ in g.areas[seat])]
    return sorted(found)
