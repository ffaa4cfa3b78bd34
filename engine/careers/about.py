"""Describe each decision: how much, for what, between which players, and what happens otherwise, limited to what
`actor` knows. Seats are numbers from 0, squares and cards are ids, amounts are in pounds."""

from collections.abc import Callable
from typing import Any

from engine.careers import actions as a
from engine.careers.board import next_of
from engine.careers.players import LEVELS
from engine.careers.rules.bundles import is_bundle
from engine.careers.rules.encounters import stabbable, victims
from engine.careers.rules.entering import enters_free
from engine.careers.rules.goods import PEACE, UNIT, Side, next_figure
from engine.careers.rules.leaving import exit_fee, held_now
from engine.careers.rules.ledger import FREE_PASS, LAYOFF, REORG
from engine.careers.rules.movement import AT_GATE_DICE_ONLY
from engine.careers.rules.opening import formula_unit
from engine.careers.rules.politics import left
from engine.careers.rules.shops import buy_choices
from engine.careers.rules.trading import maker_of, open_sum
from engine.careers.state import Prompt, Purpose, State
from engine.careers.words import place_name
from engine.core.decisions import names_of

WHAT = ("cash", "happiness", "fame", "salary")
_PURPOSES = names_of(Purpose)
_PROMPTS = names_of(Prompt)
_POWERS = {"layoffs": LAYOFF, "reorgs": REORG, "free_passes": FREE_PASS}
_SHARES = (Purpose.PAY_CASH, Purpose.PAY_SALARY, Purpose.LOSE_FAME, Purpose.LOSE_HAPPINESS, Purpose.LOSE_SALARY)


def about_of(g: State) -> dict[str, Any]:
    """Return what the decision is about, JSON-able; empty after the end."""
    return _ABOUT[g.decision](g) if g.decision else {}


def _place(g: State, location: int) -> dict[str, Any]:
    return {"id": g.table.board.ids[location], "name": place_name(g.table.board, location)}


def _here(g: State) -> dict[str, Any]:
    return _place(g, g.where[g.actor])


def _turn(g: State) -> dict[str, Any]:
    seat, board = g.seat, g.table.board
    location = g.where[seat]
    about: dict[str, Any] = {"place": _here(g), "begun": g.begun, "plays_left": g.opportunities_left}
    if held_now(g, seat):
        about["fee"] = exit_fee(g, seat)
    if board.door[location] >= 0:
        path = board.paths[board.door[location]]
        about["entrance"] = {"path": path.id, "fee": 0 if enters_free(g, seat, path) else path.fee}
    if g.table.players[seat].level >= 0:
        about["powers_left"] = {name: left(g, seat, kind) for name, kind in _POWERS.items()}
    return about if g.begun else about | _business(g, seat)


def _business(g: State, seat: int) -> dict[str, Any]:
    figures, seats = g.table.board.figures, g.table.seats
    owed = g.owed[seat * seats : (seat + 1) * seats]
    business: dict[str, Any] = {"offers_left": g.offers_left, "bankrupt_with": figures["starting_cash"]}
    business["debts"] = {str(v): pounds for v, pounds in enumerate(owed) if pounds}
    if g.policies[seat]:
        business["policy_sells_for"] = figures["insurance_bank_buyback"]
    return business


def _move(g: State) -> dict[str, Any]:
    inside = g.where[g.actor] >= g.table.board.size
    return {"place": _here(g), "dice": 1 if inside else 2, "cards_allowed": g.arg[0] != AT_GATE_DICE_ONLY}


def _amount_die(g: State) -> dict[str, Any]:
    dice, purpose, amount = g.arg
    about = {"place": _here(g), "dice": dice, "purpose": _PURPOSES[purpose]}
    if purpose == Purpose.FIRST_THROW:
        return about | {"outcomes": _outcomes(g)}
    return about | ({"percent_per_pip": amount} if purpose in _SHARES else {"per_pip": amount})


def _outcomes(g: State) -> list[dict[str, Any]]:
    return [dict(outcome) for outcome in g.table.board.raw[g.where[g.actor]]["outcomes"]]


def _insurance(g: State) -> dict[str, Any]:
    what, amount = g.arg
    held = (g.cash, g.happiness, g.fame, g.salary)[what][g.actor]
    policies, premium = g.policies[g.actor], g.table.board.figures["insurance_premium"]
    return {"place": _here(g), "loses": WHAT[what], "amount": amount, "have": held} | {
        "policies": policies,
        "new_policy_costs": premium,
    }


def _renewal(g: State) -> dict[str, Any]:
    return {
        "price": g.table.board.figures["insurance_premium"],
        "cash": g.cash[g.actor],
        "policies": g.policies[g.actor],
    }


def _debt(g: State) -> dict[str, Any]:
    amount, insurable = g.arg[:2]
    figures, seat = g.table.board.figures, g.actor
    about = {
        "place": _here(g),
        "amount": amount,
        "cash": g.cash[seat],
        "insurable": bool(insurable),
        "policies": g.policies[seat],
        "policy_sells_for": figures["insurance_bank_buyback"],
        "bankrupt_with": figures["starting_cash"],
    }
    if g.table.settings.debt_offers == "turn":
        about["offers_left"] = g.offers_left
    return about


def _pay_or_leave(g: State) -> dict[str, Any]:
    amount = g.arg[0]
    about = {"place": _here(g), "cash": g.cash[g.actor], "otherwise": _place(g, g.table.board.unemployment)}
    if amount:
        return about | {"amount": amount, "policies": g.policies[g.actor]}
    square = g.table.board.raw[g.where[g.actor]]
    return about | {"dice": square["dice"], "per_pip": square["per_pip"]}


_SELLS = {"buy_hearts": "happiness", "buy_experience": "experience", "buy_insurance": "insurance"}


def _buy(g: State) -> dict[str, Any]:
    """Return place, wares, cash and bounds. `least` and `most`: how many may be bought, or the entry of the price
    list."""
    seat, choices = g.actor, buy_choices(g)
    square = g.table.board.raw[g.where[seat]]
    about = {
        "place": _here(g),
        "sells": _SELLS.get(square["effect"]) or square["gives"],
        "cash": g.cash[seat],
        "least": a.FIRST[choices[0]],
        "most": a.FIRST[choices[-1]],
    }
    if "prices" in square:
        return about | {"prices": [{"points": points, "price": price} for points, price in square["prices"]]}
    about["unit_price"] = square.get("unit_price") or square["price"]
    if square["effect"] == "buy_hearts":
        about["if_nothing_bought"] = {"happiness": square["happiness_if_none_bought"]}
    elif square["effect"] == "buy_experience" and g.experience[seat]:
        about["if_nothing_bought"] = {"experience": -1}
    return about


def _ride(g: State) -> dict[str, Any]:
    board, here = g.table.board, g.where[g.actor]
    stations = {"rail": board.rail, "underground": board.underground}
    rides = {kind: next_of(stations[kind], here) for kind in board.rides}
    pays = g.table.settings.card_moves_pay
    return {
        name: _place(g, to) | {"salary": g.salary[g.actor] if pays and 0 < to < here else 0}
        for name, to in rides.items()
    }


def _holiday(g: State) -> dict[str, Any]:
    pips, doubles = g.arg
    square = g.table.board.raw[g.table.board.holiday]
    return {"place": _here(g), "pips": pips, "doubles": doubles, "stay_happiness": square["stay_happiness"]} | {
        "go_to": _place(g, (g.where[g.actor] + pips) % g.table.board.size)
    }


def _freed_move(g: State) -> dict[str, Any]:
    board, pips = g.table.board, g.arg[0]
    return {"place": _here(g), "pips": pips, "go_to": _place(g, (g.where[g.actor] + pips) % board.size)}


def _shortcut(g: State) -> dict[str, Any]:
    board, here = g.table.board, g.where[g.actor]
    short, ahead = board.shortcut[here][1], board.forward[here][1]
    return {"place": _here(g), "short": _place(g, short), "long": _place(g, ahead)}


def _degree(g: State) -> dict[str, Any]:
    board, seat = g.table.board, g.actor
    rules, count = board.figures["degrees"], len(board.programs)
    have = g.degrees[seat * count : (seat + 1) * count]
    return {
        "programs": {
            program["id"]: {"name": program["name"], "degrees": have[at], "raise": rules["salary_increases"][have[at]]}
            for at, program in enumerate(rules["programs"])
            if have[at] < rules["most"]
        }
    }


def _bump(g: State) -> dict[str, Any]:
    occupants = victims(g, g.actor, g.arg)
    refused = [v for v in occupants if g.arg[0] >> v & 1]
    return {"place": _here(g), "victims": occupants, "refused": refused, "to": _place(g, g.table.board.unemployment)}


def _plea(g: State) -> dict[str, Any]:
    board, to_hospital = g.table.board, a.VERB[g.arg[0]] == "bump_to_hospital"
    return {"place": _here(g), "mover": g.seat, "to": _place(g, board.hospital if to_hospital else board.unemployment)}


def _backstab(g: State) -> dict[str, Any]:
    board = g.table.board
    return {
        "company": board.paths[board.path_of[g.where[g.actor]]].name,
        "victims": stabbable(g, g.actor, g.arg[0]),
        "costs_happiness": board.figures["backstab_self_happiness"],
        "victim_loses_happiness": board.figures["backstab_victim_happiness"],
        "to": _place(g, board.unemployment),
    }


def _give_up_card(g: State) -> dict[str, Any]:
    return {"place": _here(g), "cards": [a.EXPERIENCE[kind]["id"] for kind in g.experience[g.actor]]}


def _offer(g: State) -> dict[str, Any]:
    """Return an offer while it is put together and answered: maker, partner, and what for what so far."""
    (prompt, *_), partner, *_ = g.arg
    maker = maker_of(g)
    return {
        "from": maker,
        "to": partner,
        "during": _PROMPTS[prompt],
        **said_sides(g),
        "cash": g.cash[g.actor],
        "partner_cash": g.cash[partner if g.actor == maker else maker],
    }


def _sum(g: State) -> dict[str, Any]:
    """Return the figure to name next. `unit`: the pounds that each step counts. `so_far`: the sum of the figures before
    it."""
    unit, so_far = next_figure(*open_sum(g))
    return {**_offer(g), "unit": unit * UNIT, "so_far": so_far * UNIT}


def said_sides(g: State) -> dict[str, Any]:
    """Return both sides of the offer on the table: one item, None while it is not named, or a list of several."""
    if is_bundle(g.arg):
        _, _, gives, takes = g.arg
        return {"gives": _item_ids(gives), "takes": _item_ids(takes)}
    _, _, given, amount, taken, taken_amount = g.arg
    return {"gives": item_id(given, amount), "takes": item_id(taken, taken_amount)}


def _item_ids(side: Side) -> list[str | None]:
    return [item_id(item, amount) for item, amount in side]


def item_id(action: int, amount: int) -> str | None:
    """Return one thing in an offer (`cash 500`, `policy`, `peace` or the id of a card), or None while it is not
    named."""
    if action < 0:
        return "peace" if action == PEACE else None
    text = a.TABLE.text(action).removeprefix("item ")
    return f"{text} {amount * UNIT}" if amount > 0 else text


def _boss(g: State) -> dict[str, Any]:
    mask, players = g.table.relations.superiors[g.actor], g.table.players
    return {
        "superiors": [{"seat": v, "level": LEVELS[players[v].level]} for v in range(g.table.seats) if mask >> v & 1]
    }


def _formula(g: State) -> dict[str, Any]:
    settings = g.table.settings
    return {
        "target": settings.target,
        "part": "happiness" if g.arg else "cash",
        "written": {"cash": g.arg[0]} if g.arg else {},
        "left": settings.target - sum(g.arg),
        "least": settings.min_part,
        "unit": formula_unit(settings),
    }


_ABOUT: dict[int, Callable[[State], dict[str, Any]]] = {
    Prompt.TURN: _turn,
    Prompt.MOVE: _move,
    Prompt.AMOUNT_DIE: _amount_die,
    Prompt.INSURANCE: _insurance,
    Prompt.RENEWAL: _renewal,
    Prompt.DEBT: _debt,
    Prompt.PAY_OR_LEAVE: _pay_or_leave,
    Prompt.BUY: _buy,
    Prompt.GAMBLE: lambda g: {"place": _here(g), "cash": g.cash[g.actor], "outcomes": _outcomes(g)},
    Prompt.RIDE: _ride,
    Prompt.HOLIDAY: _holiday,
    Prompt.FREED_MOVE: _freed_move,
    Prompt.SHORTCUT: _shortcut,
    Prompt.DEGREE: _degree,
    Prompt.BUMP: _bump,
    Prompt.BACKSTAB: _backstab,
    Prompt.GIVE_UP_CARD: _give_up_card,
    Prompt.GIVE: _offer,
    Prompt.TAKE: _offer,
    Prompt.SUM: _sum,
    Prompt.ANSWER: _offer,
    Prompt.FEE: lambda g: {"place": _here(g), "amount": exit_fee(g, g.actor), "to": list(g.arg)},
    Prompt.BOSS: _boss,
    Prompt.FORMULA: _formula,
    Prompt.PLEA: _plea,
}
