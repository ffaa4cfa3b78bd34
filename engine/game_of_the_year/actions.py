"""Number every action of Game of the Year once. Numbers ascend in the order in which decisions list them."""

from engine.core.actions import ActionTable
from engine.game_of_the_year.data import MOST_SEATS
from engine.game_of_the_year.vocabulary import TOKENS

_MOST_DAYS = 31
_NAMES = tuple(kind.replace("_", " ") for kind in TOKENS)

_texts: list[str] = []


def _add(text: str) -> int:
    _texts.append(text)
    return len(_texts) - 1


def _each(text: str) -> tuple[int, ...]:
    return tuple(_add(text.format(name)) for name in _NAMES)


# Numbers of days: MOVE[n] is the page that shows n, BUY_DAYS[n] buys n days. Number 0 of MOVE is never legal.
MOVE = tuple(_add(f"move {days}") for days in range(_MOST_DAYS + 1))
BUY_DAYS = tuple(_add(f"buy {days} days" if days != 1 else "buy 1 day") for days in range(_MOST_DAYS + 1))
PASS = _add("pass")
PUSH = _add("push")
VACATION = _add("take a vacation")
BUY = _each("buy {} token")
TAKE = _each("take {} token")
GIVE = _each("give {} token")
GIVE_HOLIDAY = _add("give holiday card")
BUY_TO_GIVE = _each("buy {} token to give")
WAIVE = _add("waive")
COMPLY = _add("comply")
CHOOSE = tuple(_add(f"choose seat {seat + 1}") for seat in range(MOST_SEATS))
LUCKY = tuple(_add(f"lucky number {number}") for number in range(32))
TABLE = ActionTable(_texts)
