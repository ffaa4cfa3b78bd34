"""A second Careers, for tests: what a throw, a card, a shop, a bump or a trade must bring, worked out from the figures
of the second reading and nothing of the engine's. It hears the dice and sees what lies open; where it cannot know
what follows (a question comes first, a hidden card decides) it says nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.engine.oracle_people import Expected, People, Unknown
from tests.engine.readings import BOOK, BORDER, CARDS, NEED, NUMBER, ORDER, PATHS, PROGRAMS

SEEN = ("cash", "salary", "happiness", "fame", "location", "policies", "experience_cards", "opportunity_cards", "trips")
HELD = ("hospital", "unemployment", "holiday")


@dataclass
class Oracle:
    """Watches one game. `spare`: pips that a graduate has left; `short`, `double`: seats on a short cut, on a
    trip of double happiness."""

    spare: dict[int, int] = field(default_factory=dict)
    short: set[int] = field(default_factory=set)
    double: set[int] = field(default_factory=set)

    def predict(self, view: Mapping[str, Any], text: str, heard: list[int]) -> Expected:
        """Return what `text`, played by the actor of `view`, must bring. Raise Unknown."""
        one = _Step(self, view, list(heard))
        verb, _, rest = text.partition(" ")
        known = getattr(one, f"{view['prompt']}_{verb}", None)
        if known is None:
            raise Unknown
        known(rest)
        return one.out

    def look(self, actor: int, text: str, locations: list[str]) -> None:
        """Where everybody stands now: who on a trip of double happiness, which its card begins, and who no longer."""
        if text.startswith("opportunity ") and locations[actor] == "stonehenge gate":
            self.double.discard(actor)
            self.double |= {actor} if text == "opportunity double_stonehenge" else set()
        self.double = {seat for seat in self.double if locations[seat].startswith("stonehenge ")}


class _Step(People):
    def __init__(self, oracle: Oracle, view: Mapping[str, Any], heard: list[int]) -> None:
        self.oracle, self.view, self.heard = oracle, view, heard
        self.me: int = view["actor"]
        players = [{key: player[key] for key in SEEN} | {"degrees": player["degrees"]} for player in view["players"]]
        self.out = Expected(
            [{**player, "trips": [*player["trips"]], "degrees": [*player["degrees"]]} for player in players]
        )
        self.p = self.out.seats[self.me]

    # Moving

    def turn_roll(self, _: str) -> None:
        if self.p["location"] in HELD:
            raise Unknown
        self.go(sum(self.heard[:2]) if self.p["location"] in NUMBER else self.heard[0])

    move_roll = turn_roll

    def turn_card(self, rest: str) -> None:
        pips = int(rest.split()[1])
        if self.p["location"] in HELD or pips < 0:
            raise Unknown
        self.p["experience_cards"] -= 1
        self.heard = [0, 0, *self.heard] if self.p["location"] in NUMBER else [0, *self.heard]
        self.go(pips)

    move_card = turn_card

    def go(self, pips: int) -> None:
        here = self.p["location"]
        if here in NUMBER:
            self.heard = self.heard[2:]
            self.along(NUMBER[here], pips)
            return
        self.heard = self.heard[1:]
        name, _, index = here.partition(" ")
        squares, at = PATHS[name]["squares"], -1 if index == "gate" else int(index)
        short = self.me in self.oracle.short and at >= 0 and squares[at].get("effect") == "shortcut"
        self.oracle.short.discard(self.me)
        while pips and at < len(squares):
            square = squares[at] if at >= 0 else {}
            at = square["to"] if short else square.get("next", at + 1)
            short, pips = False, pips - 1
        if at < len(squares):
            self.on_path(name, at)
        else:
            self.leave(name, pips)

    def leave(self, name: str, spare: int) -> None:
        """Past the last square: credit and cards for a company, a degree from the University; the exit is first."""
        if PATHS[name].get("university"):
            self.oracle.spare[self.me] = spare
            if all(count == 4 for count in self.p["degrees"]):
                raise Unknown
            self.out.asks = "degree"
            return
        trip = ORDER.index(name)
        self.p["trips"][trip] += 1
        self.draw("experience", min(self.p["trips"][trip], 3))
        self.along(PATHS[name]["exit"], spare)

    def degree_degree(self, rest: str) -> None:
        at = PROGRAMS.index(rest)
        if self.p["degrees"][at] == 3:
            raise Unknown  # whether there is a refund depends on how the student came in
        self.p["salary"] += BOOK["degrees"]["salary_increases"][self.p["degrees"][at]]
        self.p["degrees"][at] += 1
        self.along(PATHS["oxford"]["exit"], self.oracle.spare[self.me])

    def along(self, start: int, pips: int) -> None:
        if start + pips > len(BORDER):
            self.p["cash"] += self.p["salary"]
        self.on_border((start + pips) % len(BORDER))

    def forward(self, number: int) -> None:
        """By card, ride or retirement: passing Payday pays."""
        here = self.p["location"]
        start = NUMBER[here] if here in NUMBER else PATHS[here.split()[0]]["entrance"]
        if 0 < number < start:
            self.p["cash"] += self.p["salary"]
        self.p["location"] = BORDER[number]["id"]

    # Squares

    def on_border(self, number: int) -> None:
        square = BORDER[number]
        self.p["location"] = square["id"]
        if square["effect"] == "payday":
            self.p["cash"] += square["land_salaries"] * self.p["salary"]
        elif square["effect"] == "draw_opportunity":
            self.draw("opportunity", 1)
        elif square["effect"] == "holiday":
            self.p["happiness"] += square["land_hearts"]
        elif square["effect"] == "travel":
            self.out.asks = "ride"
            return
        elif square["effect"] in ("buy_hearts", "buy_experience", "buy_insurance", "buy_hearts_list", "buy_stars_list"):
            self.out.asks = "buy"
        elif square["effect"] == "gamble":
            self.out.asks = "gamble"
        elif square["effect"] == "tax":
            percent = next(b["percent"] for b in square["bands"] if self.p["salary"] <= b.get("up_to", 10**9))
            self.pay(self.p["salary"] * percent // 100, insurable=False)
        elif square["effect"] in ("pay_percent", "pay_die", "pay_die_percent"):
            self.pay_square(square)
        self.meet()

    def pay_square(self, square: Mapping[str, Any]) -> None:
        base = self.p[square["of"]] if "of" in square else 0
        if square["effect"] == "pay_percent":
            self.pay(base * square["percent"] // 100)
            return
        pips = self.pips(square["dice"])
        if pips:
            self.pay(pips * square["amount_x"] if "amount_x" in square else base * pips * square["percent_x"] // 100)

    def pips(self, dice: int) -> int:
        """What dice showed for an amount. Who holds cards is asked before."""
        if self.p["experience_cards"]:
            raise Unknown
        return self.heard.pop(0)

    def on_path(self, name: str, at: int) -> None:
        square = PATHS[name]["squares"][at]
        self.p["location"] = f"{name} {at}"
        hearts = square.get("hearts", 0)
        self.p["happiness"] += hearts * 2 if self.me in self.oracle.double else hearts
        self.p["fame"] += square.get("stars", 0)
        self.p["cash"] += square.get("bonus", 0)
        self.p["salary"] += square.get("salary", 0)
        self.draw("experience", square.get("experience", 0))
        self.draw("opportunity", square.get("opportunity", 0))
        if "bonus_x" in square:
            self.p["cash"] += self.pips(1) * square["bonus_x"]
        if "salary_x" in square:
            self.p["salary"] += self.pips(1) * square["salary_x"]
        effect = getattr(self, f"does_{square.get('effect', 'nothing')}")
        if effect(name, square):
            self.meet()

    def does_nothing(self, name: str, square: Mapping[str, Any]) -> bool:
        """Whether the piece stays where it is, so that somebody there may be bumped."""
        return True

    def does_lose(self, name: str, square: Mapping[str, Any]) -> bool:
        what = square["of"]
        percent = square["percent"] if "percent" in square else square["percent_x"] * self.pips(1)
        lost = self.p[what] * percent // 100
        if what == "cash":
            self.pay(lost)
            return True
        if what == "salary":
            lost = lost // 1000 * 1000
        if lost and self.p["policies"]:
            self.out.asks = "insurance"
        else:
            self.p[what] -= lost
        return True

    def does_goto(self, name: str, square: Mapping[str, Any]) -> bool:
        self.p["location"] = square["to"]
        return False

    does_lose_turn = does_nothing

    def does_roll_again(self, name: str, square: Mapping[str, Any]) -> bool:
        self.out.asks = "move"
        return False

    def does_jump(self, name: str, square: Mapping[str, Any]) -> bool:
        self.on_path(name, square["to"])
        return False

    def does_shortcut(self, name: str, square: Mapping[str, Any]) -> bool:
        self.out.asks = "shortcut"
        return True

    def does_pay_or_unemployment(self, name: str, square: Mapping[str, Any]) -> bool:
        self.out.asks = "pay_or_leave"
        return True

    def does_backstab(self, name: str, square: Mapping[str, Any]) -> bool:
        at = ORDER.index(name)
        for seat, other in enumerate(self.out.seats):
            if seat != self.me and (other["trips"][at] or other["location"].startswith(f"{name} ")):
                self.out.asks = "backstab"
        return True

    def does_favors(self, name: str, square: Mapping[str, Any]) -> bool:
        for seat, other in enumerate(self.out.seats):
            if seat != self.me and other["opportunity_cards"]:
                other["opportunity_cards"] -= 1
                self.p["opportunity_cards"] += 1
        return True

    # What squares do

    def draw(self, deck: str, count: int) -> None:
        many = {"experience": "experience_left", "opportunity": "opportunities_left"}[deck]
        self.p[f"{deck}_cards"] += min(count, self.view[many] + len(self.view[f"{deck}_discard"]))

    def pay(self, pounds: int, insurable: bool = True) -> None:
        pounds = pounds // 100 * 100
        if not pounds:
            return
        if insurable and self.p["policies"]:
            self.out.asks = "insurance"
        elif pounds > self.p["cash"]:
            self.out.asks = "debt"
        else:
            self.p["cash"] -= pounds

    def meet(self) -> None:
        """Whoever stands on the same square may be bumped, where nothing else is asked first."""
        here = self.p["location"]
        company = sum(one["location"] == here for one in self.out.seats) > 1
        if company and self.out.asks == "" and here not in ("hospital", "unemployment"):
            self.out.asks = "bump"

    # Shops

    def buy_amount(self, rest: str) -> None:
        count, square = int(rest), BORDER[NUMBER[self.p["location"]]]
        if square["effect"] == "buy_hearts":
            self.p["cash"] -= count * square["unit_price"]
            self.p["happiness"] = max(0, self.p["happiness"] + (count or square["hearts_if_none_bought"]))
        elif square["effect"] == "buy_insurance":
            self.p["cash"] -= count * square["price"]
            self.p["policies"] += count
        elif count:
            price = square["prices"][count - 1]
            self.p["cash"] -= price["price"]
            self.p["happiness"] += price.get("hearts", 0)
            self.p["fame"] += price.get("stars", 0)
            self.draw("experience", price.get("cards", 0))
        elif square["effect"] == "buy_experience":
            if self.p["experience_cards"] > 1:
                self.out.asks = "give_up_card"
            elif self.p["experience_cards"]:
                self.p["experience_cards"] -= 1
        self.meet()

    def gamble_accept(self, _: str) -> None:
        pips = self.pips(2)
        won = next(one for one in BORDER[32]["outcomes"] if pips <= one["max"])
        stake = won["cash"] if "cash" in won else self.pips(won["dice"]) * won["cash_x"]
        if stake > 0:
            self.p["cash"] += stake
        else:
            self.pay(-stake)
        self.meet()

    def gamble_decline(self, _: str) -> None:
        self.meet()

    # Rides, doors, cards

    def ride_ride(self, rest: str) -> None:
        here = NUMBER[self.p["location"]]
        kind = [square["number"] for square in BORDER if square.get("travel_class") == rest]
        self.forward(min(kind, key=lambda number: (number - here - 1) % len(BORDER)))
        self.out.asks = "move"

    def turn_enter(self, _: str) -> None:
        name = BORDER[NUMBER[self.p["location"]]]["occupation"]
        path, at = PATHS[name], ORDER.index(name)
        free = not path.get("university") and (self.p["trips"][at] or self.is_graduate(name))
        if not free:
            self.p["cash"] -= path["entry_fee"]
        self.p["location"] = f"{name} gate"
        self.out.asks = "move"

    def is_graduate(self, name: str) -> bool:
        return bool(self.p["degrees"][PROGRAMS.index(NEED[name]["id"])] >= NEED[name]["degrees_required"])

    def turn_retire(self, _: str) -> None:
        self.forward(NUMBER["holiday"])
        self.on_border(NUMBER["holiday"])

    move_retire = turn_retire

    def turn_opportunity(self, rest: str) -> None:
        card, _, where = rest.partition(" ")
        known = CARDS[card]
        self.p["opportunity_cards"] -= 1
        if known["kind"] not in ("border", "border_choice"):
            raise Unknown
        target = NUMBER[where or known["to"]]
        if "occupation" in BORDER[target]:
            raise Unknown  # a door that a card leads to is gone through at once
        self.forward(target)
        self.on_border(target)

    def shortcut_accept(self, _: str) -> None:
        self.oracle.short.add(self.me)
        self.meet()

    shortcut_decline = gamble_decline
