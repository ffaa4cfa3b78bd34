"""Tell of money, points, salary and insurance, and how a game ends."""

from engine.careers.rules.ledger import CASH, HAPPINESS, SALARY
from engine.careers.rules.winning import TIME
from engine.careers.state import State
from engine.careers.telling.plain import place, pounds
from engine.core.telling import Sentence, Teller, figure, listed, plain, plain_of, players, tell
from engine.translatable import said, said_of

_LOST_NOTHING = (
    said("{0} has nothing to pay."),
    said("{0} loses no happiness."),
    said("{0} loses no fame."),
    said("{0} loses no salary."),
)


_raised = plain("The salary of {0} rises by {amount}.", amount=pounds)


def _salaries(g: State, count: int) -> str:
    return said_of(count, "a salary", "{count} salaries")


def _happiness(number: int) -> str:
    return said("{number} happiness", number=number)


def _fame(number: int) -> str:
    return said("{number} fame", number=number)


def _gained(
    g: State, reader: int | None, seat: int, happiness: int, fame: int, bonus: int, salary: int
) -> Sentence | None:
    got = [*_points_in_words(happiness, fame), *([pounds(g, bonus)] if bonus else [])]
    if not got:
        return _raised(g, reader, seat, salary)
    if not salary:
        return tell("{0} gains {gains}.", (seat,), gains=listed(got))
    text = said("{0} gains {gains}; the salary rises by {amount}.")
    return tell(text, (seat,), gains=listed(got), amount=pounds(g, salary))


def _points(g: State, reader: int | None, seat: int, happiness: int, fame: int) -> Sentence | None:
    changes = _points_in_words(happiness, fame)
    if not changes:
        return None
    if (happiness or fame) > 0:
        return tell("{0} gains {gains}.", (seat,), gains=listed(changes))
    return tell("{0} loses {losses}.", (seat,), losses=listed(changes))


def _points_in_words(happiness: int, fame: int) -> list[str]:
    return [say(abs(number)) for number, say in ((happiness, _happiness), (fame, _fame)) if number]


def _lost(g: State, reader: int | None, seat: int, what: int, amount: int) -> Sentence:
    if what == CASH:
        return tell("{0} pays {amount}.", (seat,), amount=pounds(g, amount))
    if what == SALARY:
        return tell("The salary of {0} falls by {amount}.", (seat,), "R35", amount=pounds(g, amount))
    losses = _happiness(amount) if what == HAPPINESS else _fame(amount)
    return tell("{0} loses {losses}.", (seat,), "R34", losses=losses)


def _spent(g: State, reader: int | None, seat: int, location: int, amount: int) -> Sentence:
    if not amount:
        return tell("{0} spends nothing at {place}.", (seat,), place=place(g, location))
    return tell("{0} spends {amount} at {place}.", (seat,), amount=pounds(g, amount), place=place(g, location))


def _overtime(g: State, reader: int | None, leaders: tuple[int, ...], best: int) -> Sentence:
    return tell("Time is up, but {leaders} are level: overtime.", leaders, "R15", leaders=players(leaders))


def _ended(
    g: State, reader: int | None, winners: tuple[int, ...], reason: str, formula: tuple[int, int, int] | None
) -> Sentence:
    if formula is not None:
        cash, happiness, fame = formula
        parts = said(
            "{cash}, {happiness} happiness and {fame} fame", cash=pounds(g, cash * 1000), happiness=happiness, fame=fame
        )
        return tell("{0} fulfils the success formula ({formula}) and wins.", winners, "R10", formula=parts)
    if reason == TIME:
        return Sentence("Time is up. {0} has the most points and wins.", winners, "R14")
    return Sentence("The last turn that was allowed is over. Nobody wins.")


def _formula_begun(g: State, reader: int | None, seat: int, cash: int) -> Sentence | None:
    if not _knows_formula(g, reader, seat):
        return None
    return tell("{0} writes {amount} into the success formula.", (seat,), "R5", amount=pounds(g, cash * 1000))


def _formula(g: State, reader: int | None, seat: int, parts: tuple[int, int, int]) -> Sentence:
    if not _knows_formula(g, reader, seat):
        return Sentence("{0} has written a success formula.", (seat,), "R9")
    cash, happiness, fame = parts
    return tell(
        "{0} writes the success formula: {cash}, {happiness} happiness, {fame} fame.",
        (seat,),
        "R5",
        cash=pounds(g, cash * 1000),
        happiness=happiness,
        fame=fame,
    )


def _knows_formula(g: State, reader: int | None, seat: int) -> bool:
    return reader == seat or not g.table.settings.formulas_hidden


TELLERS: dict[str, Teller] = {
    "payday": plain("{0} is paid {salaries}: {amount}.", "R23 and R24", salaries=_salaries, amount=pounds),
    "payday_raise": plain("So many Paydays raise the salary of {0} by {amount}.", "R72", amount=pounds),
    "received": plain("{0} receives {amount}.", amount=pounds),
    "raised": _raised,
    "refund": plain("The University pays the tuition of {amount} back to {0}.", "R57", amount=pounds),
    "gained": _gained,
    "points": _points,
    "lost": _lost,
    "nothing_to_lose": lambda g, reader, seat, what: Sentence(_LOST_NOTHING[what], (seat,), "R34"),
    "owes": plain("{0} owes {amount} and cannot pay it.", "R70", amount=pounds),
    "insured": plain("The insurance of {0} covers it, and the policy is used up.", "R69"),
    "renewed": plain("{0} renews the insurance for {amount}.", "R69", amount=pounds),
    "not_renewed": plain("{0} does not renew the insurance.", "R69"),
    "sold_policy": plain("{0} sells an insurance policy to the bank for {amount}.", "R69", amount=pounds),
    "policies": plain_of("{0} takes out {count} insurance policy.", "{0} takes out {count} insurance policies.", "R69"),
    "bankrupt": plain(
        "{0} is bankrupt: points, cards and insurance are gone, and {amount} is all there is.", "R70", amount=pounds
    ),
    "spent": _spent,
    "donates": plain("{0} will donate.", "R32"),
    "gambles": plain("{0} takes a chance at {place}.", "R36", place=place),
    "does_not_gamble": plain("{0} takes no chance.", "R36"),
    "checkpoint": plain("{0} is the first to reach {points} points.", "R17", points=figure),
    "time_up": plain("The host calls time: the turn under way is the last.", "R14"),
    "play_stopped": plain("The host calls time: play stops at once, and the turn of {0} does not begin.", "R14"),
    "overtime": _overtime,
    "ended": _ended,
    "formula_begun": _formula_begun,
    "formula": _formula,
}
