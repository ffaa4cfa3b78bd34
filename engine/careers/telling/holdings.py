"""Money, points, salary, insurance; and how a game ends."""

from engine.careers.rules.ledger import CASH, SALARY
from engine.careers.rules.winning import FORMULA, TIME
from engine.careers.state import State
from engine.careers.telling.plain import all_named, listed, plain
from engine.careers.words import counted, money, place_name
from engine.core.telling import Sentence, Teller

_NAMES = ("cash", "happiness", "fame", "salary")


def _payday(g: State, reader: int | None, seat: int, salaries: int, pounds: int) -> Sentence:
    what = "a salary" if salaries == 1 else f"{salaries} salaries"
    return Sentence(f"{{0}} is paid {what}: {money(pounds)}.", (seat,), "R23 and R24")


def _payday_raise(g: State, reader: int | None, seat: int, pounds: int) -> Sentence:
    return Sentence(f"So many Paydays raise the salary of {{0}} by {money(pounds)}.", (seat,), "R72")


def _received(g: State, reader: int | None, seat: int, pounds: int) -> Sentence:
    return Sentence(f"{{0}} receives {money(pounds)}.", (seat,))


def _raised(g: State, reader: int | None, seat: int, pounds: int) -> Sentence:
    return Sentence(f"The salary of {{0}} rises by {money(pounds)}.", (seat,))


def _refund(g: State, reader: int | None, seat: int, pounds: int) -> Sentence:
    return Sentence(f"The University pays the tuition of {money(pounds)} back to {{0}}.", (seat,), "R57")


def _gained(g: State, reader: int | None, seat: int, happiness: int, fame: int, bonus: int, salary: int) -> Sentence:
    got = [f"{count} {name}" for count, name in ((happiness, "happiness"), (fame, "fame")) if count]
    got += [money(bonus)] if bonus else []
    rise = f"rises by {money(salary)}"
    if not got:
        return Sentence(f"The salary of {{0}} {rise}.", (seat,))
    text = f"{{0}} gains {listed(got)}"
    return Sentence(f"{text}; the salary {rise}." if salary else f"{text}.", (seat,))


def _points(g: State, reader: int | None, seat: int, happiness: int, fame: int) -> Sentence | None:
    changes = [(count, name) for count, name in ((happiness, "happiness"), (fame, "fame")) if count]
    if not changes:
        return None
    verb = "gains" if changes[0][0] > 0 else "loses"
    return Sentence(f"{{0}} {verb} {listed([f'{abs(count)} {name}' for count, name in changes])}.", (seat,))


def _lost(g: State, reader: int | None, seat: int, what: int, amount: int) -> Sentence:
    if what == CASH:
        return Sentence(f"{{0}} pays {money(amount)}.", (seat,))
    if what == SALARY:
        return Sentence(f"The salary of {{0}} falls by {money(amount)}.", (seat,), "R35")
    return Sentence(f"{{0}} loses {amount} {_NAMES[what]}.", (seat,), "R34")


def _nothing_to_lose(g: State, reader: int | None, seat: int, what: int) -> Sentence:
    text = "{0} has nothing to pay." if what == CASH else f"{{0}} loses no {_NAMES[what]}."
    return Sentence(text, (seat,), "R34")


def _owes(g: State, reader: int | None, seat: int, amount: int) -> Sentence:
    return Sentence(f"{{0}} owes {money(amount)} and cannot pay it.", (seat,), "R70")


def _sold_policy(g: State, reader: int | None, seat: int, pounds: int) -> Sentence:
    return Sentence(f"{{0}} sells an insurance policy to the bank for {money(pounds)}.", (seat,), "R69")


def _renewed(g: State, reader: int | None, seat: int, pounds: int) -> Sentence:
    return Sentence(f"{{0}} renews the insurance for {money(pounds)}.", (seat,), "R69")


def _bankrupt(g: State, reader: int | None, seat: int, pounds: int) -> Sentence:
    text = f"{{0}} is bankrupt: points, cards and insurance are gone, and {money(pounds)} is all there is."
    return Sentence(text, (seat,), "R70")


def _spent(g: State, reader: int | None, seat: int, location: int, pounds: int) -> Sentence:
    what = money(pounds) if pounds else "nothing"
    return Sentence(f"{{0}} spends {what} at {place_name(g.table.board, location)}.", (seat,))


def _policies(g: State, reader: int | None, seat: int, count: int) -> Sentence:
    return Sentence(f"{{0}} takes out {counted(count, 'insurance policy', 'insurance policies')}.", (seat,), "R69")


def _checkpoint(g: State, reader: int | None, seat: int, mark: int) -> Sentence:
    return Sentence(f"{{0}} is the first to reach {mark} points.", (seat,), "R17")


def _overtime(g: State, reader: int | None, leaders: tuple[int, ...], best: int) -> Sentence:
    return Sentence(f"Time is up, but {all_named(len(leaders))} are level: overtime.", leaders, "R15")


def _ended(g: State, reader: int | None, winners: tuple[int, ...], reason: str) -> Sentence:
    if reason == FORMULA:
        cash, happiness, fame = g.formulas[winners[0]]
        wanted = f"{money(cash * 1000)}, {happiness} happiness and {fame} fame"
        return Sentence(f"{{0}} fulfils the success formula ({wanted}) and wins.", winners, "R10")
    if reason == TIME:
        return Sentence("Time is up. {0} has the most points and wins.", winners, "R14")
    return Sentence("The last turn that was allowed is over. Nobody wins.")


def _formula_begun(g: State, reader: int | None, seat: int, cash: int) -> Sentence | None:
    if not _knows_formula(g, reader, seat):
        return None
    return Sentence(f"{{0}} writes {money(cash * 1000)} into the success formula.", (seat,), "R5")


def _formula(g: State, reader: int | None, seat: int, parts: tuple[int, int, int]) -> Sentence:
    if not _knows_formula(g, reader, seat):
        return Sentence("{0} has written a success formula.", (seat,), "R9")
    cash, happiness, fame = parts
    text = f"{{0}} writes the success formula: {money(cash * 1000)}, {happiness} happiness, {fame} fame."
    return Sentence(text, (seat,), "R5")


def _knows_formula(g: State, reader: int | None, seat: int) -> bool:
    return reader == seat or not g.table.settings.formulas_hidden


TELLERS: dict[str, Teller] = {
    "payday": _payday,
    "payday_raise": _payday_raise,
    "received": _received,
    "raised": _raised,
    "refund": _refund,
    "gained": _gained,
    "points": _points,
    "lost": _lost,
    "nothing_to_lose": _nothing_to_lose,
    "owes": _owes,
    "insured": plain("The insurance of {0} covers it, and the policy is used up.", "R69"),
    "renewed": _renewed,
    "not_renewed": plain("{0} does not renew the insurance.", "R69"),
    "sold_policy": _sold_policy,
    "policies": _policies,
    "bankrupt": _bankrupt,
    "spent": _spent,
    "donates": plain("{0} will donate.", "R32"),
    "gambles": plain("{0} takes a chance at the casino.", "R36"),
    "does_not_gamble": plain("{0} walks past the tables.", "R36"),
    "checkpoint": _checkpoint,
    "time_up": plain("Time is called: the turn under way is the last.", "R14"),
    "overtime": _overtime,
    "ended": _ended,
    "formula_begun": _formula_begun,
    "formula": _formula,
}
