"""Take, lose, give and buy tokens and Holiday Cards beyond payments (rules 20, 37, 41; B20 to B22, B28)."""

from collections.abc import Sequence

from engine.game_of_the_year import actions as a
from engine.game_of_the_year.rules.money import BANK, KINDS, hand_holiday, hand_token, held, pay_in_kind, shielded
from engine.game_of_the_year.rules.players import ask
from engine.game_of_the_year.state import Prompt, State, Work
from engine.game_of_the_year.vocabulary import TOKENS

ANY = len(TOKENS)
_ALL_ON_SALE = (a.PASS, *a.BUY)


def take(g: State, seat: int, kind: int) -> None:
    """Take one token from the bank, of the player's choice when that type is gone (rule 20)."""
    if g.bank[kind]:
        g.bank[kind] -= 1
        g.tokens[seat * 3 + kind] += 1
        if g.events is not None:
            g.events.append(("takes_token", seat, kind))
    else:
        g.happened("none_of_type", seat, kind)
        g.todo.append((Work.TAKE_TOKENS, seat, 1))


def take_tokens(g: State, seat: int, count: int) -> None:
    """Take tokens of choice, one at a time, while there are any (rules 20 and 30, B22)."""
    kinds = [kind for kind in KINDS if g.bank[kind]]
    if len(kinds) > 1:
        ask(g, Prompt.TAKE_TOKEN, seat, (count,))
    elif kinds:
        for _ in range(min(count, g.bank[kinds[0]])):
            take(g, seat, kinds[0])


def takable(g: State) -> list[int]:
    """Return the types of token left in the bank."""
    return [a.TAKE[kind] for kind in KINDS if g.bank[kind]]


def take_chosen(g: State, action: int) -> None:
    """Take a token of the chosen type, and go on with the rest."""
    take(g, g.actor, a.TAKE.index(action))
    if g.arg[0] > 1:
        g.todo.append((Work.TAKE_TOKENS, g.actor, g.arg[0] - 1))


def lose_token(g: State, seat: int, kind: int) -> None:
    """Return a token to the bank, unless the birth month waives it (B16)."""
    if not shielded(g, seat, (Work.RETURN_TOKEN, seat, kind)):
        return_token(g, seat, kind)


def return_token(g: State, seat: int, kind: int) -> None:
    """Return a token; another one when the type is missing, else a Holiday Card, else nothing (B20)."""
    if g.tokens[seat * 3 + kind]:
        hand_token(g, seat, BANK, kind)
    else:
        pay_in_kind(g, seat, BANK)


def lose_holiday(g: State, seat: int) -> None:
    """Return a Holiday Card to the bank, unless the birth month waives it (B16)."""
    if not shielded(g, seat, (Work.RETURN_HOLIDAY, seat)):
        return_holiday(g, seat)


def return_holiday(g: State, seat: int) -> None:
    """Return a Holiday Card to the bank, if the player has one."""
    if g.holidays[seat]:
        hand_holiday(g, seat, BANK)


def give(g: State, giver: int, to: int, kind: int) -> None:
    """Make a forced gift; nothing happens when the giver is the receiver, or one of them is done (B24)."""
    if giver == to or g.done >> giver & 1 or g.done >> to & 1:
        return
    if not shielded(g, giver, (Work.HAND_OVER, giver, to, kind)):
        hand_over(g, giver, to, kind)


def hand_over(g: State, giver: int, to: int, kind: int) -> None:
    """Hand over the named type; a giver without it chooses among what rule 41 allows, or else gives nothing (rule
    42)."""
    if kind != ANY and g.tokens[giver * 3 + kind]:
        hand_token(g, giver, to, kind)
        return
    ways = _ways(g, giver, kind)
    if len(ways) > 1:
        ask(g, Prompt.GIVE_TOKEN, giver, (to, kind))
    elif ways:
        _give_so(g, giver, to, ways[0])
    else:
        g.happened("gives_nothing", giver, to)


def _ways(g: State, giver: int, kind: int) -> list[int]:
    """Return the ways to give: another token, a Holiday Card, or buying the type and giving it. If any token will do, a
    token that is held must be given; without one it is bought: the book lets a card stand in only for a named type
    (rule 41)."""
    tokens = held(g, giver)
    ways = [a.GIVE[other] for other in tokens]
    if kind == ANY and tokens:
        return ways
    if g.holidays[giver] and (kind != ANY or g.table.settings.any_token == "buy_or_card"):
        ways.append(a.GIVE_HOLIDAY)
    if g.money[giver] >= g.table.figures["token"]:
        ways += [a.BUY_TO_GIVE[other] for other in KINDS if kind in (other, ANY) and g.bank[other]]
    return ways


def givable(g: State) -> list[int]:
    """Return the ways to give that rule 41 allows."""
    return _ways(g, g.actor, g.arg[1])


def give_chosen(g: State, action: int) -> None:
    """Give in the chosen way."""
    _give_so(g, g.actor, g.arg[0], action)


def _give_so(g: State, giver: int, to: int, action: int) -> None:
    if action == a.GIVE_HOLIDAY:
        hand_holiday(g, giver, to)
    elif action in a.BUY_TO_GIVE:
        kind = a.BUY_TO_GIVE.index(action)
        g.happened("buys_to_give", giver, to, kind, g.table.figures["token"])
        g.money[giver] -= g.table.figures["token"]
        g.bank[kind] -= 1
        g.tokens[to * 3 + kind] += 1
    else:
        hand_token(g, giver, to, a.GIVE.index(action))


def offer_token(g: State) -> None:
    """Offer one token of choice for $500 in each turn (rule 37)."""
    if _may_buy(g):
        ask(g, Prompt.BUY_TOKEN, g.seat)


def _may_buy(g: State) -> bool:
    return not g.bought and g.money[g.seat] >= g.table.figures["token"] and any(g.bank)


def between_steps(g: State) -> dict[int, Sequence[int]]:
    """Return the tokens that the seat on turn may buy beside the choices of another decision of its turn; the decision
    then stands as it was (rule 37, B28)."""
    on_turn = g.turn and not g.over and g.actor == g.seat and g.decision != Prompt.BUY_TOKEN
    if not on_turn or not _may_buy(g) or g.table.settings.token_timing == "start":
        return {}
    return {g.seat: [a.BUY[kind] for kind in KINDS if g.bank[kind]]}


def buyable(g: State) -> Sequence[int]:
    """Return declining, and the types of token on sale."""
    return _ALL_ON_SALE if all(g.bank) else [a.PASS, *[a.BUY[kind] for kind in KINDS if g.bank[kind]]]


def buy(g: State, action: int) -> None:
    """Buy a token of the chosen type, or decline (rule 37)."""
    if action == a.PASS:
        if g.events is not None:
            g.events.append(("declines", g.seat, "token"))
    else:
        g.bought = True
        if g.events is not None:
            g.events.append(("buys_token", g.seat, g.table.figures["token"]))
        g.money[g.seat] -= g.table.figures["token"]
        take(g, g.seat, a.BUY.index(action))
