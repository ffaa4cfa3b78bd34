"""Read cards that a club adds to the decks ("Customization", R72): more of a known kind, Experience cards with numbers
up to twelve, and the club's own Opportunity cards, made of words and of operations that the rules know. An own card:
{"deck": "opportunity", "count": 2, "name": "Jubilee", "does": [["happiness", 4], ["lose_turn", 1]]}."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from engine.core.errors import BadOptions
from engine.core.settings import is_whole

MOST_OWN = 12
MOST_OPERATIONS = 6
_MOST_OF_A_KIND = 20
_LONGEST_NAME = 60
PLACES = ("hospital", "unemployment")
# The amounts of each operation: least, most, step. Cash and salary are in pounds.
AMOUNTS: Mapping[str, tuple[int, int, int]] = {
    "happiness": (1, 20, 1),
    "fame": (1, 20, 1),
    "cash": (100, 100_000, 100),
    "salary": (1000, 20_000, 1000),
    "experience": (1, 5, 1),
    "opportunity": (1, 5, 1),
    "lose_happiness": (1, 20, 1),
    "lose_fame": (1, 20, 1),
    "lose_cash": (100, 100_000, 100),
    "lose_turn": (1, 3, 1),
    "extra_turn": (1, 3, 1),
}
GO_TO = "go_to"
Card = Mapping[str, Any]


def read_added_cards(key: str, value: Any) -> tuple[Card, ...]:
    """Read the added cards of the settings; the table checks the ids of known cards. Raise BadOptions in a sentence."""
    if not isinstance(value, (list, tuple)):
        raise BadOptions(f"{key} must be a list, not {value!r}.")
    cards = tuple(_own_card(card) if is_own(card) else _known_card(card) for card in value)
    own = own_cards(cards)
    if len(own) > MOST_OWN:
        raise BadOptions(f"There may be {MOST_OWN} kinds of Opportunity cards of your own, not {len(own)}.")
    names = [card["name"].casefold() for card in own]
    if len(set(names)) < len(names):
        raise BadOptions(
            "Two added cards have the same name. Give each its own, and say with 'count' how many there are."
        )
    return cards


def own_cards(cards: Sequence[Card]) -> list[Card]:
    """Return the cards with their own name and effects, in order."""
    return [card for card in cards if is_own(card)]


def is_own(card: object) -> bool:
    """Return whether an added card has its own effects, rather than being a further one of a known kind."""
    return isinstance(card, Mapping) and "does" in card


def written_card(card: Card) -> str:
    """Return an added card as a club writes it, in a line that `read_line` reads: `2 x Jubilee: happiness 4, lose_turn
    1` or `3 x minus12`."""
    if not is_own(card):
        return f"{card['count']} x {card['id']}"
    return f"{card['count']} x {card['name']}: " + ", ".join(
        f"{operation} {amount}" for operation, amount in card["does"]
    )


def read_line(line: str, experience: Collection[str]) -> Card:
    """Read a line that `written_card` wrote; `experience`: the ids of that deck. Raise BadOptions in a sentence."""
    count, times, card = line.strip().partition(" x ")
    if not times or not count.isdecimal() or not card.strip():
        raise BadOptions(
            f"'{line.strip()}' is not an added card. Write 3 x minus12, or 2 x Jubilee: happiness 4, cash 500."
        )
    name, own, does = card.rpartition(":")
    if not own:
        deck = "experience" if card.strip() in experience else "opportunity"
        return _known_card({"deck": deck, "id": card.strip(), "count": int(count)})
    steps = [_written_operation(operation) for operation in does.split(",")]
    return _own_card({"deck": "opportunity", "count": int(count), "name": name.strip(), "does": steps})


def _written_operation(text: str) -> list[Any]:
    operation, _, amount = text.strip().partition(" ")
    return [operation, int(amount) if amount.strip().isdecimal() else amount.strip()]


def _known_card(card: Any) -> Card:
    wrong = not isinstance(card, Mapping) or set(card) != {"deck", "id", "count"}
    if wrong or card["deck"] not in ("experience", "opportunity"):
        raise BadOptions(f"An added card needs deck (experience or opportunity), id and count, not {card!r}.")
    return {"deck": card["deck"], "id": card["id"], "count": _count(card["count"])}


def _own_card(card: Mapping[str, Any]) -> Card:
    if set(card) != {"deck", "count", "name", "does"} or card["deck"] != "opportunity":
        raise BadOptions(
            f"An Opportunity card of your own needs deck (opportunity), count, name and does, not {card!r}."
        )
    name, does = card["name"], card["does"]
    if not isinstance(name, str) or not name.strip() or len(name) > _LONGEST_NAME:
        raise BadOptions(f"An added card needs a name of 1 to {_LONGEST_NAME} characters, not {name!r}.")
    if not name.isprintable() or set(name) & set("{}“”"):
        raise BadOptions(f"The name of an added card is plain text without {{, }} or quotes, not {name!r}.")
    if not isinstance(does, (list, tuple)) or not 1 <= len(does) <= MOST_OPERATIONS:
        raise BadOptions(f"Card “{name}” needs 1 to {MOST_OPERATIONS} operations.")
    steps = [_operation(name, step) for step in does]
    if any(operation == GO_TO for operation, _ in steps[:-1]):
        raise BadOptions(f"Card “{name}” sends its player somewhere: that can only be the last thing it does.")
    return {"deck": "opportunity", "count": _count(card["count"]), "name": " ".join(name.split()), "does": steps}


def _operation(name: str, entry: Any) -> list[Any]:
    if not isinstance(entry, (list, tuple)) or len(entry) != 2 or not isinstance(entry[0], str):
        raise BadOptions(f"An operation of card “{name}” is a name and an amount, not {entry!r}.")
    operation, amount = entry
    if operation == GO_TO:
        if amount not in PLACES:
            raise BadOptions(f"Card “{name}” can send its player to {' or '.join(PLACES)}, not to {amount!r}.")
        return [operation, amount]
    if operation not in AMOUNTS:
        operations = ", ".join((*AMOUNTS, GO_TO))
        raise BadOptions(f"Card “{name}” can't do '{operation}'; known are {operations}.")
    least, most, step = AMOUNTS[operation]
    if not is_whole(amount) or not least <= amount <= most or amount % step:
        raise BadOptions(
            f"'{operation}' of card “{name}” takes {least:,} to {most:,} in steps of {step:,}, not {amount!r}."
        )
    return [operation, amount]


def _count(count: Any) -> int:
    if not is_whole(count) or not 1 <= count <= _MOST_OF_A_KIND:
        raise BadOptions(f"1 to {_MOST_OF_A_KIND} cards of a kind may be added, not {count!r}.")
    return count
