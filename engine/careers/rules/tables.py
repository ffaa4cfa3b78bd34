"""Make the table that a game is played at from its options: seats, house rules, decks, and the effects of the
squares."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.careers import actions as a
from engine.careers.added_cards import is_own, own_cards
from engine.careers.board import Board, load_board
from engine.careers.board_files import playable_board
from engine.careers.boards import LONDON
from engine.careers.menus import TWO_DICE, TWO_DICE_CALLED
from engine.careers.players import read_players, relate
from engine.careers.rules import effects as e
from engine.careers.rules.ledger import CASH, FAME, HAPPINESS, SALARY
from engine.careers.rules.own_cards import compile_own_cards
from engine.careers.settings import Settings, read_settings
from engine.careers.state import Prompt, Purpose
from engine.careers.table import Effect, Table
from engine.core.errors import BadData, BadOptions

Pairs = list[tuple[Effect, Any]]
Builder = Callable[[Board, Settings, int, Mapping[str, Any]], Pairs]

WHAT = {"cash": CASH, "happiness": HAPPINESS, "fame": FAME, "salary": SALARY}
_BY_DIE = {
    "cash": Purpose.PAY_CASH,
    "fame": Purpose.LOSE_FAME,
    "happiness": Purpose.LOSE_HAPPINESS,
    "salary": Purpose.LOSE_SALARY,
}
_NEVER_RESTS = ("travel", "roll_again", "jump")
_KEYS = ("happiness", "fame", "bonus", "salary", "experience", "opportunity")


def compile_effects(
    board: Board, settings: Settings
) -> tuple[tuple[tuple[tuple[Effect, Any], ...], ...], tuple[bool, ...]]:
    """Return the (function, argument) pairs of every location, and whether a piece never rests there."""
    compiled = []
    for location, square in enumerate(board.raw):
        pairs = _gains(square, settings) + _by_die(square)
        if "effect" in square:
            pairs += _BUILD[square["effect"]](board, settings, location, square)
        compiled.append(tuple(pairs))
    return tuple(compiled), tuple(square.get("effect") in _NEVER_RESTS for square in board.raw)


def _gains(square: Mapping[str, Any], settings: Settings) -> Pairs:
    amounts = [square.get(key, 0) for key in _KEYS]
    pairs: Pairs = []
    if settings.random_points and settings.random_points_by_card:
        purposes = (Purpose.HEARTS, Purpose.STARS)
        pairs += [
            (e.by_dice, (1 if printed <= 6 else 2, purpose, 1))
            for printed, purpose in zip(amounts, purposes, strict=False)
            if printed
        ]
        amounts[:2] = [0, 0]
    elif settings.random_points and (amounts[0] or amounts[1]):
        pairs.append((e.random_gain, (amounts[0], amounts[1])))
        amounts[:2] = [0, 0]
    if any(amounts):
        pairs.append((e.gain, tuple(amounts)))
    return pairs


def _by_die(square: Mapping[str, Any]) -> Pairs:
    purposes = (("bonus_x", Purpose.BONUS), ("salary_x", Purpose.RAISE))
    return [(e.by_dice, (1, what, square[key])) for key, what in purposes if square.get(key)]


def _target(board: Board, location: int, square: Mapping[str, Any]) -> int:
    """Return `to` as a location: the Hospital, Unemployment, or another square of the same path."""
    places = {"hospital": board.hospital, "unemployment": board.unemployment}
    if square["to"] in places:
        return places[square["to"]]
    return board.paths[board.path_of[location]].gate + 1 + int(square["to"])


def _donate(settings: Settings, square: Mapping[str, Any]) -> Pairs:
    if settings.donate_refusal == "unemployment":
        return _pay_or_leave(0)
    return [(e.by_dice, (square["dice"], Purpose.PAY_PIPS, square["per_pip"]))]


def _pay_or_leave(pounds: int) -> Pairs:
    return [(e.offer_choice, (Prompt.PAY_OR_LEAVE, pounds))]


def _lose(square: Mapping[str, Any]) -> Pairs:
    if "percent" in square:
        return [(e.lose_share, (WHAT[square["of"]], square["percent"]))]
    return [(e.by_dice, (1, _BY_DIE[square["of"]], square["percent_x"]))]


def _bands(square: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
    return tuple((band.get("up_to", 10**9), band["percent"]) for band in square["bands"])


def _share_by_dice(square: Mapping[str, Any]) -> Pairs:
    what = Purpose.PAY_SALARY if square["of"] == "salary" else Purpose.PAY_CASH
    return [(e.by_dice, (square["dice"], what, square["percent"]))]


def _asks(*arg: int) -> Builder:
    return lambda board, settings, location, square: [(e.offer_choice, arg)]


def _does(effect: Effect) -> Builder:
    return lambda board, settings, location, square: [(effect, ())]


def _nothing(board: Board, settings: Settings, location: int, square: Mapping[str, Any]) -> Pairs:
    return []


_BUILD: dict[str, Builder] = {
    "payday": lambda board, settings, location, square: [(e.payday, (square["land_salaries"],))],
    "draw_opportunity": _does(e.draw),
    "tax": lambda board, settings, location, square: [(e.tax, _bands(square))],
    "travel": _asks(Prompt.RIDE),
    "enter": _nothing,
    "hospital": _nothing,
    "unemployment": _nothing,
    "buy_hearts": _asks(Prompt.BUY),
    "buy_experience": _asks(Prompt.BUY),
    "buy_insurance": _asks(Prompt.BUY),
    "buy_from_list": _asks(Prompt.BUY),
    "pay_dice": lambda board, settings, location, square: _donate(settings, square),
    "pay_percent": lambda board, settings, location, square: [(e.pay_percent, (WHAT[square["of"]], square["percent"]))],
    "pay_percent_dice": lambda board, settings, location, square: _share_by_dice(square),
    "holiday": lambda board, settings, location, square: [(e.holiday, (square["land_happiness"],))],
    "gamble": _asks(Prompt.GAMBLE),
    "lose": lambda board, settings, location, square: _lose(square),
    "goto": lambda board, settings, location, square: [(e.go_to, (_target(board, location, square),))],
    "lose_turn": _does(e.lose_turn),
    "roll_again": _does(e.roll_again),
    "jump": lambda board, settings, location, square: [(e.jump, (_target(board, location, square),))],
    "shortcut": _asks(Prompt.SHORTCUT),
    "pay_or_unemployment": lambda board, settings, location, square: _pay_or_leave(square["amount"]),
    "backstab": _asks(Prompt.BACKSTAB, 0),
    "favors": _does(e.favors),
}


_RIDES = {"rail": a.RIDE_RAIL, "underground": a.RIDE_UNDERGROUND}


def make_table(seats: int, options: Mapping[str, Any] | None) -> Table:
    """Return the table for `options` = {"settings": {...}, "players": [...], "board": an edition's id, or a mapping}.
    Raise BadOptions or BadSeats."""
    options = options or {}
    if not isinstance(options, Mapping) or not set(options) <= {"settings", "players", "board"}:
        raise BadOptions("The options of Careers are 'settings', 'players' and 'board'.")
    settings = read_settings(options.get("settings"))
    players = read_players(options.get("players"), seats, settings)
    board_option = options.get("board", LONDON)
    board = _board(board_option, settings.pfizer_layout)
    effects, moves_on = compile_effects(board, settings)
    experience, opportunity = _decks(board, settings)
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
        own_cards=compile_own_cards(board, settings),
        effects=effects,
        moves_on=moves_on,
        two_dice=TWO_DICE_CALLED if settings.doubles_extra_turn else TWO_DICE,
        rides=tuple(_RIDES[kind] for kind in board.rides),
        characters=any(player.level >= 0 for player in players),
        usual_business=_usual_business(seats, settings),
        board_option=board_option,
    )


def _board(option: object, pfizer_layout: str) -> Board:
    """Return an edition's board, or one from a mapping in the shape of an edition's file. Raise BadOptions."""
    try:
        if isinstance(option, str):
            return load_board(option, pfizer_layout)
        if not isinstance(option, Mapping):
            raise BadOptions(f"A board is an edition's id or a mapping, not {option!r}.")
        return playable_board(option, pfizer_layout)
    except BadData as error:
        raise BadOptions(str(error)) from error


def _usual_business(seats: int, settings: Settings) -> tuple[tuple[int, ...], ...]:
    if not settings.trading or not settings.offers_per_turn:
        return ((),) * seats
    return tuple((*(a.TRADE[v] for v in range(seats) if v != seat), a.BANKRUPT) for seat in range(seats))


def _decks(board: Board, settings: Settings) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return both decks, card by card, unshuffled (R1, R2, R72). Raise BadOptions."""
    for deck, kinds in (("experience", a.EXPERIENCE), ("opportunity", a.OPPORTUNITY)):
        _check_cards(deck, board.decks[deck].values(), {card["id"]: card for card in kinds})
    experience_key = "count_list" if settings.experience_deck == "62" else "count"
    opportunity_key = "count_json" if settings.opportunity_deck == "json_mix" else "count"
    piles = {
        "experience": [_count(board, "experience", card["id"], experience_key) for card in a.EXPERIENCE],
        "opportunity": [_count(board, "opportunity", card["id"], opportunity_key) for card in a.OPPORTUNITY],
    }
    numbers = {"experience": a.EXPERIENCE_NUMBER, "opportunity": a.OPPORTUNITY_NUMBER}
    for kind, card in enumerate(own_cards(settings.extra_cards), a.FIRST_OWN):
        piles["opportunity"][kind] = card["count"]
    for card in settings.extra_cards:
        if is_own(card):
            continue
        number = numbers[card["deck"]].get(card["id"])
        if number is None or (card["deck"] == "opportunity" and number >= a.FIRST_OWN):
            raise BadOptions(f"An added {card['deck']} card cannot be '{card['id']}': the rules know no such card.")
        piles[card["deck"]][number] += card["count"]
    flat = {deck: tuple(kind for kind, n in enumerate(counts) for _ in range(n)) for deck, counts in piles.items()}
    return flat["experience"], flat["opportunity"]


def _count(board: Board, deck: str, card: str, reading: str) -> int:
    """Return how often a card is in the deck of the board; numbers that only a house rule adds count 0."""
    card_counts = board.decks[deck].get(card, {"count": 0})
    return int(card_counts.get(reading, card_counts["count"]))


def _check_cards(deck: str, cards: Iterable[Mapping[str, Any]], kinds: Mapping[str, Mapping[str, Any]]) -> None:
    for card in cards:
        if _kind(card) != _kind(kinds.get(card["id"], {})):
            raise BadOptions(f"The {deck} deck of the board has a card '{card['id']}' that the rules do not know.")


def _kind(card: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in card.items() if not key.startswith("count")}
