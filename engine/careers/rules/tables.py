"""The table that a game is played at, from its options: seats, house rules, decks, and the effects of the squares."""

from collections.abc import Mapping
from typing import Any

from engine.careers import actions as a
from engine.careers.board import load_board
from engine.careers.menus import TWO_DICE, TWO_DICE_CALLED
from engine.careers.players import read_players, relate
from engine.careers.rules.compiling import compile_effects
from engine.careers.settings import Settings, read_settings
from engine.careers.table import Table
from engine.core.errors import BadOptions


def make_table(seats: int, options: Mapping[str, Any] | None) -> Table:
    """The table for `options` = {"settings": {...}, "players": [...]}. Raises BadOptions or BadSeats."""
    options = options or {}
    if not isinstance(options, Mapping) or not set(options) <= {"settings", "players"}:
        raise BadOptions("The options of Careers are 'settings' and 'players'.")
    settings = read_settings(options.get("settings"))
    players = read_players(options.get("players"), seats, settings)
    board = load_board("london", settings.pfizer_layout)
    effects, moves_on = compile_effects(board, settings)
    experience, opportunity = _decks(settings)
    return Table(
        board=board,
        settings=settings,
        seats=seats,
        players=players,
        relations=relate(players, settings),
        experience_deck=experience,
        opportunity_deck=opportunity,
        experience_items=tuple(a.EXPERIENCE_ITEM[kind] for kind in sorted(set(experience))),
        opportunity_items=tuple(a.OPPORTUNITY_ITEM[kind] for kind in sorted(set(opportunity))),
        effects=effects,
        moves_on=moves_on,
        two_dice=TWO_DICE_CALLED if settings.doubles_extra_turn else TWO_DICE,
        characters=any(player.level >= 0 for player in players),
        usual_business=_usual_business(seats, settings),
    )


def _usual_business(seats: int, settings: Settings) -> tuple[tuple[int, ...], ...]:
    if not settings.trading or not settings.offers_per_turn:
        return ((),) * seats
    return tuple((*(a.TRADE[v] for v in range(seats) if v != seat), a.BANKRUPT) for seat in range(seats))


def _decks(settings: Settings) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Both decks, card by card, unshuffled (R1, R2, R72)."""
    experience_key = "count_list" if settings.experience_deck == "62" else "count"
    opportunity_key = "count_json" if settings.opportunity_deck == "json_mix" else "count"
    piles = {
        "experience": [card.get(experience_key, card.get("count", 0)) for card in a.EXPERIENCE],
        "opportunity": [card.get(opportunity_key, card["count"]) for card in a.OPPORTUNITY],
    }
    numbers = {"experience": a.EXPERIENCE_NUMBER, "opportunity": a.OPPORTUNITY_NUMBER}
    for card in settings.extra_cards:
        number = numbers[card["deck"]].get(card["id"])
        if number is None:
            raise BadOptions(f"An added {card['deck']} card cannot be '{card['id']}': the rules know no such card.")
        piles[card["deck"]][number] += card["count"]
    flat = {deck: tuple(kind for kind, n in enumerate(counts) for _ in range(n)) for deck, counts in piles.items()}
    return flat["experience"], flat["opportunity"]
