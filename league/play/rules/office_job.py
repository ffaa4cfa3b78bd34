"""Office Job on the page: what its choices say, and what is drawn of it."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.office_job.cards import CARDS, CSUITE_POINTS, MANAGER_POINTS, NUMBER
from engine.translatable import said, said_list, said_of
from league.play.rules import signs
from league.play.rules.choices import Label
from league.play.rules.tokens import Token

RANKS = {"c_suite": said("C-Suite"), "manager": said("Manager"), "entry": said("Entry-Level Employee")}
NEEDS = {
    "c_suite": said("{count} points and a C-Suite Skill in play", count=CSUITE_POINTS),
    "manager": said("{count} points", count=MANAGER_POINTS),
    "entry": said("where everybody begins"),
}
POWERS = {
    "c_suite": said("once a turn a free point, or 2 points less for a lower rank; may delegate"),
    "manager": said("once a turn may have a lower rank play a card"),
    "entry": "",
}
_KINDS = {"action": said("Action"), "event": said("Event"), "skill": said("Skill"), "csuite": said("C-Suite Skill")}
_STAYS = (
    said("until their next turn begins"),
    said("until their next turn is over"),
    said("until this turn is over"),
    said("for good"),
)


def label_of(action: str, about: Mapping[str, Any], names: Sequence[str]) -> Label:
    verb, _, what = action.partition(" ")
    if " seat " in f" {what} ":
        return _about_a_seat(verb, int(what.split()[-1]) - 1, about, names)
    match verb:
        case "play":
            return _of_card(_card(what), own="" if "to" in about else what)
        case "discard":
            return _of_card(_card(what), said("Discard {card}", card=_card(what)["name"]), own=what)
        case "pick":
            card = _card(what.removeprefix("up "))
            return _of_card(card, said("Pick up {card}", card=card["name"]))
        case "clear":
            place = int(what.split()[-1])
            card = next(card for card in about["among"] if card["place"] == place)
            return _of_card(card, said("Sweep away {card}", card=card["name"]))
        case "draw":
            last = said("It is the last one: your hand goes when this turn is over.") if about["last"] else ""
            left = said_of(about["deck"], "{count} card in your deck", "{count} cards in your deck")
            return Label(said("Draw a card"), detail=last or left, main=True)
        case "keep":
            return Label(said("Keep {card}", card=about["card"]["name"]), detail=about["card"]["text"])
        case "replace":
            return Label(said("Throw it away for a card of the central deck"), detail=_instead(about))
        case "gain":
            return Label(said("Take a free point"), detail=said("The power of C-Suite"))
    return Label(said("End the turn"), quiet=True)


def _about_a_seat(verb: str, seat: int, about: Mapping[str, Any], names: Sequence[str]) -> Label:
    if verb == "take":
        power = said("The power of C-Suite")
        return Label(said("2 points less for {name}", name=names[seat]), detail=power, seat=seat)
    if verb == "delegate":
        power = said("The power of a Manager")
        return Label(said("Have {name} play a card", name=names[seat]), detail=power, seat=seat)
    player = next(player for player in about["among"] if player["seat"] == seat)
    points = said_of(player["points"], "{count} point", "{count} points")
    return Label(names[seat], detail=said("{rank}, {points}", rank=RANKS[player["rank"]], points=points), seat=seat)


def _card(card: str) -> Mapping[str, Any]:
    return CARDS[NUMBER[card]]


def _of_card(card: Mapping[str, Any], text: str = "", own: str = "") -> Label:
    return Label(text or card["name"], detail=card["text"], card=own)


def _instead(about: Mapping[str, Any]) -> str:
    if about["instead"]:
        return said("{card} lies on top.", card=_card(about["instead"])["name"])
    return said_of(about["central"], "{count} card lies there, face down", "{count} cards lie there, face down")


def shown(view: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    people = [_person(seat, player, names) for seat, player in enumerate(view["players"])]
    return {
        "people": people,
        "ladder": [
            {
                "rank": rank,
                "name": name,
                "needs": NEEDS[rank],
                "powers": POWERS[rank],
                "people": [person for person in people if person["rank"] == rank],
            }
            for rank, name in RANKS.items()
        ],
        "hand": [{**_shown_card(card), "key": card, "drawn": card == view["drawn"]} for card in view["hand"]],
        "asked": _asked(view, names),
        "central": said_of(view["central"], "{count} card", "{count} cards"),
        "top": [_card(card)["name"] for card in reversed(view["central_top"])],
        "discarded": said_of(len(view["discard"]), "{count} card", "{count} cards"),
        "last": _card(view["discard"][-1])["name"] if view["discard"] else "",
    }


def _shown_card(card: str) -> dict[str, Any]:
    card_shown = _card(card)
    kind = card_shown["kind"]
    return {"name": card_shown["name"], "kind": _KINDS[kind], "text": card_shown["text"], "sign": signs.OFFICE[kind]}


def _person(seat: int, player: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    return {
        "token": Token(seat + 1, names[seat]),
        "states": _states(player),
        "area": [_laid(laid, names) for laid in player["area"]],
        "hand": said_of(player["cards"], "{count} card in hand", "{count} cards in hand"),
        "deck": said_of(player["deck"], "{count} in the deck", "{count} in the deck"),
        **{key: player[key] for key in ("rank", "points")},
    }


def _laid(laid: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    reached = sorted({seat for mask in laid["reaches"] for seat in range(len(names)) if mask >> seat & 1})
    return {
        **_shown_card(laid["card"]),
        "stays": _STAYS[laid["stays"]],
        "reaches": said_list([names[seat] for seat in reached]) if reached else "",
    }


def _states(player: Mapping[str, Any]) -> list[str]:
    """Return what is in force for a player, in words."""
    shift, shield, boost = player["rank_shift"], player["shield"], player["boost"]
    states = (
        (player["csuite_skill"], said("C-Suite Skill in play")),
        (player["rank"] != player["natural_rank"], said("acts as {rank}", rank=RANKS[player["rank"]])),
        (shift and player["rank"] == player["natural_rank"], said("rank shifted by a card")),
        (player["locked_up"], said("no promotion")),
        (player["locked_down"], said("no fall in rank")),
        (player["no_play"], said("may play no cards")),
        (player["no_ability"], said("no powers of rank")),
        (player["ward"], said("rank out of others' reach")),
        (shield, said("spared {count} whenever others take points", count=shield)),
        (boost, said("{count} more with the first points of a turn", count=boost)),
    )
    return [words for holds, words in states if holds]


def _asked(view: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return what to decide, in a sentence; for the others what is being played."""
    about = view["about"]
    match view["prompt"] if about else None:
        case "start":
            return said("Your turn begins. Draw, or use the power of your rank first.")
        case "replacement":
            return said("You drew {card}. Keep it?", card=about["card"]["name"])
        case "play":
            if about["must_play"]:
                return said("Play a card.")
            return said("You may go on, or end the turn.")
        case "delegate":
            return said("Which card does {name} play?", name=names[about["to"]])
        case "target":
            return said("Who does {card} reach?", card=about["card"]["name"])
        case "discard":
            return said_of(about["left"], "Discard a card.", "Discard {count} cards, one at a time.")
        case "pick_up":
            return said("Which card do you pick up?")
        case "clear":
            return said("Which card of {name} is swept away?", name=names[about["area"]])
    playing = view["playing"]
    if playing and playing["card"]:
        card = _card(playing["card"])
        return said("{card} is being played. {text}", card=card["name"], text=card["text"])
    return ""
