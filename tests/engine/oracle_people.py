"""What the second Careers expects of bumps, backstabs, trades and bankruptcies (see `oracle`)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.engine.readings import BOOK, CARDS


class Unknown(Exception):
    """What follows cannot be known."""


@dataclass
class Expected:
    """What the table must look like: figures by seat, and the question that must come, "" for none, None unsaid."""

    seats: list[dict[str, Any]]
    asks: str | None = ""


class People:
    """`view`: what the actor sees, whose figures are `p`; `out`: what must come of it."""

    out: Expected
    p: dict[str, Any]
    view: Mapping[str, Any]

    def bump_bump(self, rest: str) -> None:
        """Whoever has something, and has not refused to pay for peace, is asked first."""
        number, _, where = rest.removeprefix("seat ").partition(" to ")
        victim = self.out.seats[int(number) - 1]
        has = victim["cash"] >= 100 or any(victim[key] for key in ("policies", "experience_cards", "opportunity_cards"))
        if has and int(number) - 1 not in self.view["about"]["refused"]:
            self.out.asks = "plea"
        else:
            victim["location"] = where or "unemployment"

    def plea_decline(self, _: str) -> None:
        self.p["location"] = self.view["about"]["to"]["id"]
        self.out.asks = None

    def bump_decline(self, _: str) -> None:
        return

    def backstab_backstab(self, rest: str) -> None:
        victim = self.out.seats[int(rest.removeprefix("seat ")) - 1]
        me, other = BOOK["parameters"]["backstab_self_hearts"], BOOK["parameters"]["backstab_victim_hearts"]
        self.p["happiness"] = max(0, self.p["happiness"] + me)
        victim["happiness"] = max(0, victim["happiness"] + other)
        victim["location"] = "unemployment"
        self.out.asks = None

    def answer_accept(self, _: str) -> None:
        """A trade in a turn: each side hands over what it named."""
        offer = self.view["offer"]
        giver, taker = self.out.seats[offer["from"]], self.out.seats[offer["to"]]
        for side, one, other in (("gives", giver, taker), ("takes", taker, giver)):
            for item in offer[side] if isinstance(offer[side], list) else [offer[side]]:
                self.hand(item, one, other)
        self.out.asks = None

    def hand(self, item: str, giver: dict[str, Any], taker: dict[str, Any]) -> None:
        kind, _, amount = item.partition(" ")
        if kind in ("nothing", "peace"):
            return
        if kind == "loan":
            raise Unknown
        key = {"cash": "cash", "policy": "policies"}.get(
            kind, "opportunity_cards" if kind in CARDS else "experience_cards"
        )
        giver[key] -= int(amount or 1)
        taker[key] += int(amount or 1)

    def answer_decline(self, _: str) -> None:
        """Nothing changes hands; whoever offered in vain to pay for peace is bumped."""
        if self.view["about"]["during"] == "plea":
            raise Unknown
        self.out.asks = None

    def turn_declare(self, _: str) -> None:
        self.p |= {"cash": BOOK["parameters"]["starting_cash"], "salary": BOOK["parameters"]["starting_salary"]}
        self.p |= dict.fromkeys(("happiness", "fame", "policies", "experience_cards", "opportunity_cards"), 0)
        self.p["location"] = "payday"

    debt_declare = turn_declare
