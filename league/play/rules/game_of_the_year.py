"""Game of the Year on the page: what its choices say, and what is drawn of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

from engine.game_of_the_year import telling
from engine.game_of_the_year.data import read_data
from engine.game_of_the_year.days import MONTHS, day_text, lengths
from engine.game_of_the_year.words import BORDER_WORDS, happens
from engine.translatable import said, said_list, said_of
from league.play.rules.choices import Label
from league.play.rules.tokens import Token, spread

SAID_ALREADY = frozenset({telling.MOVES, telling.MOVES_BACK, telling.MOVES_ON, telling.ENTRY, telling.TAKES})
AHEAD = 6  # days with an entry that are told before one gets there
TOKENS = {"fame": said("Fame Token"), "family": said("Family Token"), "red_letter": said("Red Letter Day Token")}
PLURALS = {"fame": said("Fame"), "family": said("Family"), "red_letter": said("Red Letter Days")}
_KINDS = {kind.replace("_", " "): kind for kind in TOKENS}
SIDE, ROW = 16, 7  # of a square; squares in a row
_NEAR = 5
LEAP_DAY = "02-29"


@dataclass(frozen=True, slots=True)
class Leaf:
    """One month. `plain`, `pictures`, `red`, `blue`, `both`, `ends`: paths over the squares that have no entry, one, a
    border of that colour, the end of a quarter; `reached`: squares that a choice leads to."""

    name: str
    days: int
    plain: str
    pictures: str
    red: str
    blue: str
    both: str
    ends: str
    reached: str
    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class YearPerson:
    """Hold a player's place and what this reader may know of the player; `money` in dollars."""

    token: Token
    where: str
    birthday: str
    types: str
    lost: str
    money: int
    tokens: int
    holiday_cards: int
    lucky: int | None
    done: bool
    decides: bool


def leaves(tokens: Sequence[tuple[str, Token]], reached: Sequence[str]) -> list[Leaf]:
    """Return a leaf for every month; `tokens` and `reached`: dates such as `01-25` with who is there, and the ones
    that a choice leads to."""
    leap = LEAP_DAY in {*reached, *(date for date, _ in tokens)}
    return [
        _leaf(month, days, [token for token in tokens if _month(token[0]) == month], reached)
        for month, days in enumerate(lengths(leap), 1)
    ]


def entry_of(date: str) -> Mapping[str, Any]:
    """Return what a day shows and does; {} for a plain one."""
    return _entries().get(date, {})


def effect_of(date: str) -> str:
    return happens(entry_of(date))


class ShownDay(NamedTuple):
    """A day that shows something, in words."""

    date: str
    border: str
    caption: str
    does: str


@lru_cache(366)
def coming(date: str, most: int) -> tuple[ShownDay, ...]:
    """Return the next days after this one that show something."""
    from_here = "00-00" if not date[:2].isdecimal() else date
    later = sorted(other for other in _entries() if other > from_here and other != LEAP_DAY)
    return tuple(map(_shown_day, later[:most]))


def _shown_day(date: str) -> ShownDay:
    entry = entry_of(date)
    border = BORDER_WORDS.get(entry.get("border", "none"), "")
    return ShownDay(day_text(date), border, entry.get("caption", ""), happens(entry) if entry else "")


def text_of(day: Mapping[str, Any]) -> str:
    """Return a day of `about` in one line."""
    if day["caption"]:
        return said("{date}, {caption}", date=day_text(day["date"]), caption=day["caption"])
    return day_text(day["date"])


@cache
def _entries() -> Mapping[str, Mapping[str, Any]]:
    data = read_data()
    return {day["date"]: day for day in (*data["day"], data["leap_day"])}


def _month(date: str) -> int:
    return int(date[:2]) if date[:2].isdecimal() else 0


def _corner(day: int) -> tuple[int, int]:
    return (day - 1) % ROW * SIDE, (day - 1) // ROW * SIDE


def _squares(days: Sequence[int]) -> str:
    """Return the path of squares one unit within their cells."""
    return "".join("M{} {}h14v14h-14z".format(*(side + 1 for side in _corner(day))) for day in days)


@cache
def _drawn(month: int, days: int) -> dict[str, str]:
    here = {day: _entries().get(f"{month:02}-{day:02}", {}) for day in range(1, days + 1)}
    ends = {int(date[3:]) for date in read_data()["board"]["quarter_ends"] if _month(date) == month}
    if month == 12:
        ends.add(days)
    drawn = {
        border: _squares([day for day, entry in here.items() if entry.get("border") == border])
        for border in BORDER_WORDS
    }
    flags = ("M{} {}h8l-8 8z".format(*(side + 1 for side in _corner(day))) for day in ends)
    return {
        **drawn,
        "plain": _squares([day for day, entry in here.items() if not entry]),
        "pictures": _squares([day for day, entry in here.items() if entry]),
        "ends": "".join(flags),
    }


def _leaf(month: int, days: int, standing: Sequence[tuple[str, Token]], reached: Sequence[str]) -> Leaf:
    placed = []
    for date in dict.fromkeys(date for date, _ in standing):
        here = [token for at, token in standing if at == date]
        left, top = _corner(int(date[3:]))
        for token, (dx, dy) in zip(here, spread(len(here), _NEAR), strict=True):
            placed.append(Token(token.seat, token.name, left + SIDE // 2 + dx, top + SIDE // 2 + dy))
    frames = _squares([int(date[3:]) for date in dict.fromkeys(reached) if _month(date) == month])
    return Leaf(MONTHS[month - 1], days, reached=frames, tokens=tuple(placed), **_drawn(month, days))


def label_of(action: str, about: Mapping[str, Any], names: Sequence[str]) -> Label:
    verb, _, what = action.partition(" ")
    match verb:
        case "move":
            to = next(page["to"] for page in about["pages"] if page["days"] == int(what))
            text = said("{days}: to {date}", days=_days(int(what)), date=day_text(to["date"]))
            return Label(text, detail=_shows(to))
        case "buy":
            return _buy(what, about, names) if "token" in what else _buy_days(int(what.split()[0]), about)
        case "pass" if "mover" in about:
            return Label(said("Leave {name} there", name=names[about["mover"]]), quiet=True)
        case "pass":
            return Label(said("No vacation now") if "holiday_cards" in about else said("Buy no token"), quiet=True)
        case "push":
            text = said("Pay ${price}: {name} goes on by a day", price=about["price"], name=names[about["mover"]])
            return Label(text, detail=said("To {day}", day=text_of(about["to"])))
        case "take" if what == "a vacation":
            text = said("Vacation: {days}, to {date}", days=_days(about["days"]), date=day_text(about["to"]["date"]))
            return Label(text, detail=_shows(about["to"]))
        case "take":
            kind = _kind(what)
            return Label(said("Take a {token}", token=TOKENS[kind]), detail=_left_in_bank(about["bank"][kind]))
        case "give":
            given = said("Holiday Card") if what == "holiday card" else TOKENS[_kind(what)]
            if about.get("to") is None:
                return Label(said("Pay the bank with a {token}", token=given))
            return Label(said("Give {name} a {token}", name=names[about["to"]], token=given))
        case "waive":
            return Label(said("Be spared: it is your month of birth"), detail=_duty(about, names), main=True)
        case "comply":
            return Label(said("Do it all the same"), detail=_duty(about, names), quiet=True)
        case "choose":
            seat = int(what.removeprefix("seat ")) - 1
            return Label(names[seat], detail=_HAPPENS.get(about["what"], ""), seat=seat)
        case "lucky":
            return Label(said("Lucky Number {number}", number=int(what.removeprefix("number "))))
    raise ValueError(f"{verb} has no label.")


def _days(count: int) -> str:
    return said_of(count, "{count} day", "{count} days")


def _kind(words: str) -> str:
    """Return the key of a token that is called `red letter token`, say."""
    return _KINDS[words.partition(" token")[0]]


def _shows(day: Mapping[str, Any]) -> str:
    """Return what awaits a player there, in a line."""
    if not day["caption"]:
        return said("A plain day")
    does, caption = effect_of(day["date"]), str(day["caption"])
    return said("{caption}. {does}", caption=caption, does=does) if does else caption


def _buy(what: str, about: Mapping[str, Any], names: Sequence[str]) -> Label:
    kind = _kind(what)
    if not about:  # beside another decision
        return Label(said("A {token} for ${price}", token=TOKENS[kind], price=read_data()["figures"]["token"]))
    if what.endswith("to give"):
        pattern = said("Buy a {token} for ${price} and give it to {name}")
        return Label(said(pattern, token=TOKENS[kind], price=about["price"], name=names[about["to"]]))
    text = said("A {token} for ${price}", token=TOKENS[kind], price=about["price"])
    return Label(text, detail=_left_in_bank(about["bank"][kind]))


def _left_in_bank(count: int) -> str:
    return said_of(count, "{count} in the bank", "{count} in the bank")


def _buy_days(days: int, about: Mapping[str, Any]) -> Label:
    if not days:
        return Label(said("Stay on {date}", date=day_text(about["here"]["date"])), quiet=True)
    text = said("Buy {days} for ${price}", days=_days(days), price=days * about["price"])
    picture = about["picture"]
    if days == picture["days"]:
        return Label(text, detail=said("To {day}", day=text_of(picture["to"])))
    return Label(text, detail=said("To a plain day"))


def _duty(about: Mapping[str, Any], names: Sequence[str]) -> str:
    match about["duty"]:
        case "hazard":
            return said("The Hazard Card “{card}”", card=about["card"])
        case "pay":
            return said("${amount} to {name}", amount=about["amount"], name=_payee(about, names))
        case "give_token":
            return said("A token to {name}", name=names[about["to"]])
        case "lose_token":
            return said("A token to the bank")
    return said("A Holiday Card to the bank")


def _payee(about: Mapping[str, Any], names: Sequence[str]) -> str:
    return said("the bank") if about["to"] is None else names[about["to"]]


_HAPPENS = {
    "hazard": said("draws a Hazard Card"),
    "chance": said("draws a Chance Card"),
    "swap": said("changes places"),
}


def shown(view: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    players = view["players"]
    tokens = [(player["date"], Token(seat + 1, names[seat])) for seat, player in enumerate(players)]
    on_turn, prompt, about = players[view["on_turn"]], view["prompt"], view["about"]
    return {
        "leaves": leaves([token for token in tokens if token[0] != "start"], _reached(about)),
        "start": [token for date, token in tokens if date == "start"],
        "seats": [
            _seat(player, token, decides=seat == view["actor"])
            for seat, (player, (_, token)) in enumerate(zip(players, tokens, strict=True))
        ],
        "asked": _ASKED[prompt](about, names) if about and prompt in _ASKED else "",
        "on_turn": names[view["on_turn"]],
        "ahead": coming(on_turn["date"], AHEAD),
        "cards": [_card(deck, view[f"{deck}_discard"][-1]) for deck in _DECKS if view[f"{deck}_discard"]],
        "bank": [(PLURALS[kind], count) for kind, count in view["bank"].items()],
    }


def _reached(about: Mapping[str, Any]) -> list[str]:
    """Return the days to which the choices lead, as far as they are told."""
    days = [page["to"] for page in about.get("pages", ())]
    if "picture" in about:
        days.append(about["picture"]["to"])
    if isinstance(about.get("to"), Mapping):
        days.append(about["to"])
    return [day["date"] for day in days]


def _seat(player: Mapping[str, Any], token: Token, *, decides: bool) -> YearPerson:
    types, lost = player["types"], player["lost_turns"]
    return YearPerson(
        token=token,
        where=text_of({"date": player["date"], "caption": entry_of(player["date"]).get("caption", "")}),
        birthday=day_text(player["birthday"]),
        types=said_list([said("{kind} {count}", kind=PLURALS[kind], count=types[kind]) for kind in types])
        if types
        else "",
        decides=decides,
        lost=said_of(lost, "loses {count} turn", "loses {count} turns") if lost else "",
        **{key: player[key] for key in ("money", "tokens", "holiday_cards", "lucky", "done")},
    )


_DECKS = {"chance": said("Last Chance Card"), "hazard": said("Last Hazard Card")}


@cache
def _card(deck: str, key: str) -> Mapping[str, Any]:
    card = next(card for card in read_data()[deck] if card["id"] == key)
    return {"deck": _DECKS[deck], "name": card["name"], "does": happens(card)}


_ASKED: Mapping[str | None, Callable[[Mapping[str, Any], Sequence[str]], str]] = {
    "page": lambda about, names: said("You spun two numbers. How far do you go?"),
    "buy_days": lambda about, names: said("A plain day. You may buy days; you have ${money}.", money=about["money"]),
    "push": lambda about, names: said(
        "{name} is on a plain day. You may pay for one more day; you have ${money}.",
        name=names[about["mover"]],
        money=about["money"],
    ),
    "vacation": lambda about, names: said_of(
        about["holiday_cards"],
        "A plain day. You may turn in your Holiday Card.",
        "A plain day. You may turn in one of your {count} Holiday Cards.",
    ),
    "buy_token": lambda about, names: said("You may buy one token; you have ${money}.", money=about["money"]),
    "take_token": lambda about, names: said_of(
        about["tokens"], "You get a token. Which one?", "You get {count} tokens. Which one comes first?"
    ),
    "pay_token": lambda about, names: said(
        "You don't have enough money: pay {name} with one token.", name=_payee(about, names)
    ),
    "give_token": lambda about, names: said("You owe {name} a token.", name=names[about["to"]]),
    "shield": lambda about, names: said("It is your month of birth: nothing bad needs to happen to you."),
    "choose_player": lambda about, names: said("Choose a player."),
    "lucky": lambda about, names: said("Pick your Lucky Number. Nobody else learns it."),
}
