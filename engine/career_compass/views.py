"""Report the outcome, and build the view of a seat (rule 8, B18): its top card, or all its cards when it may choose;
what was read aloud; counts. Hidden are the other packs, the order of the seat's own pack, the stack, what others chose
in secret (B11), and chance."""

from typing import Any

from engine.career_compass.cards import CAPTIONS, CARD_IDS, FACES, LEVELS, SKILL_IDS
from engine.career_compass.state import Prompt, State
from engine.core.game import Memory
from engine.core.outcome import Outcome
from engine.core.views import situation


def outcome_of(g: State) -> Outcome | None:
    """Return the outcome, or None while the game runs. A turn is a throw. Points are cards (rule 3)."""
    if not g.over:
        return None
    joker = SKILL_IDS[g.joker]
    scores = [
        {"seat": seat, "won": seat in g.winners, "points": len(pack), "cards": len(pack), "joker": joker}
        for seat, pack in enumerate(g.packs)
    ]
    return Outcome(g.winners, g.reason, g.trials, scores)


def view_of(g: State, seat: int | None, memory: Memory | None = None) -> dict[str, Any]:
    """Return the view of `seat` (None: a spectator), JSON-able; with a memory see `Game.look`. Raise BadSeats."""
    return {
        **situation(g, seat, memory),
        "round": g.rounds + 1,
        "turn": g.trials,
        "joker": SKILL_IDS[g.joker],
        "faces": [SKILL_IDS[skill] for skill in FACES[g.joker]],
        "players": [{"cards": len(pack), "contender": other in g.contenders} for other, pack in enumerate(g.packs)],
        "stack": len(g.stack),
        "set_aside": len(g.aside),
        "hand": [CARD_IDS[card] for card in g.packs[seat][: cards_seen(g, seat)]] if seat is not None else [],
        "chosen": _chosen(g, seat) if seat is not None else None,
        "read": {
            "skill": SKILL_IDS[g.skill] if g.skill >= 0 else None,
            "levels": [[who, level] for who, level in zip(g.readers, g.levels, strict=True)],
            "joker_levels": [[who, level] for who, level in zip(g.readers, g.joker_levels, strict=False) if level >= 0],
            "taker": g.taker if g.taker >= 0 else None,
            "tied": list(g.tied),
        },
    }


def about_of(g: State) -> dict[str, Any]:
    """Return what the decision is about, as `actor` knows it: the skill thrown, how many cards are at stake, and the
    content of each card that may be read or given away."""
    if g.decision == Prompt.OVER:
        return {}
    about: dict[str, Any] = {"contenders": list(g.contenders), "stack": len(g.stack)}
    if g.decision == Prompt.THROW:
        return about
    about["skill"] = SKILL_IDS[g.skill]
    about["cards"] = {
        CARD_IDS[card]: {"caption": CAPTIONS[card], "level": LEVELS[g.skill][card], "joker": LEVELS[g.joker][card]}
        for card in g.packs[g.actor]
    }
    if g.decision == Prompt.GIVE:
        about["to"] = g.taker if g.taker >= 0 else None
    return about


def cards_seen(g: State, seat: int) -> int:
    """Return how many cards of its own pack a seat may look at: all under rule 17, else the top card (B18)."""
    count = len(g.packs[seat])
    return count if g.table.chooses[count] or seat in g.free else min(count, 1)


def _chosen(g: State, seat: int) -> str | None:
    """Return the card that the seat has chosen to read in this trial."""
    waits = g.decision == Prompt.READ and (seat == g.actor or seat in g.asking)
    return CARD_IDS[g.packs[seat][g.picks[seat]]] if seat in g.free and not waits else None


def deal_anew(g: State, seat: int | None) -> None:
    """Deal everything that `seat` cannot see. A card that was read aloud and has not changed hands yet becomes one with
    the levels that everybody heard."""
    piles = [*g.packs, list(g.stack), list(g.aside)]
    read = [(who, g.picks[who]) for who in g.readers] if g.decision == Prompt.GIVE else []
    spots = [(number, at) for number, pile in enumerate(piles) for at in range(len(pile))]
    unseen = [(number, at) for number, at in spots if number != seat or at >= cards_seen(g, seat)]
    pool = sorted([piles[number][at] for number, at in unseen])
    for number, at in read:
        if (number, at) in unseen:
            heard = _heard(g, number, piles[number][at])
            alike = [card for card in pool if _heard(g, number, card) == heard]
            piles[number][at] = alike[g.below(len(alike))]
            pool.remove(piles[number][at])
    loose = [spot for spot in unseen if spot not in read]
    for (number, at), card in zip(loose, g.shuffled(pool), strict=True):
        piles[number][at] = card
    g.stack, g.aside = tuple(piles[-2]), tuple(piles[-1])


def _heard(g: State, reader: int, card: int) -> tuple[int, ...]:
    """Return the levels that everybody would hear of the card if this seat reads it."""
    with_joker = g.joker_levels and g.joker_levels[g.readers.index(reader)] >= 0
    return tuple(LEVELS[skill][card] for skill in ((g.skill, g.joker) if with_joker else (g.skill,)))
