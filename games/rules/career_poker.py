"""Check the score sheet of Career Poker: the position in each deal, the points that follow, and who wins by them.
Source: contract section 3; the rule sheet, numbered as in the engine's tests; a boss of n players scores n - 1, the
dishwasher nothing, and equal sums go to the better position in the last deal (B12)."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

from characters.rules import choices
from characters.rules.choices import Choices, title_names
from engine import career_poker as box
from engine.career_poker.table import points_by_position
from engine.translatable import Translatable, said, said_of
from games.rules.figures import Figure
from games.rules.sheets import Figures, Knowledge, Problem, ScoreSheet, SeatLine, wrong_winners

ID = "career_poker"
NAME, SEATS = box.TITLE, box.SEATS
MODES: dict[str, str] = {}
ONE_WINNER = STATED = False
CAREERS, BY_THE_BOOK, HAS_POINTS = False, True, True
MOST_POINTS_WIN, POINTS_DECIDE, BELOW_ZERO = True, True, False
content, QUESTIONS = "", choices.QUESTIONS[ID]
MOST_DEALS = 100

FIGURES: tuple[Figure, ...] = (
    Figure(
        "positions", said("Positions"), "positions", required=True, most=SEATS[1], hint=said("one per deal, like 1;3;2")
    ),
)


def positions(line: SeatLine) -> tuple[int, ...]:
    """Return the finishing position in each deal, 1 for the boss."""
    return tuple(line.figures.get("positions", ()))


def points(line: SeatLine, sheet: ScoreSheet) -> int:
    """Return the points over the deals that score (B12, B13). A position scores one point for every player left behind
    in the deal, or what the season gives for it."""
    scoring = positions(line)
    if sheet.choices.get("scoring") == "last_deal":
        scoring = scoring[-1:]
    elif not sheet.choices.get("score_first_deal", True):
        scoring = scoring[1:]
    worth = points_by_position(len(sheet.seats), sheet.choices.get("points", ()))
    return sum(worth[position - 1] for position in scoring if 1 <= position <= len(worth))


def position_held(figures: Figures, seats: int, choices: Choices) -> str:
    """Return the position after the last deal, as `Boss, 1 of 4`: it seeds the next match of the season (B15).
    `choices`: what the season chooses of the game's settings."""
    position = figures["positions"][-1]
    title = title_names(seats, choices)[position - 1]
    return said("{title}, {position} of {seats}", title=title, position=position, seats=seats)


def best(figures: Figures, total: int) -> tuple[tuple[Fraction | int, ...], Translatable]:
    """Return the key and the words by which a best match is remembered: points per deal, because matches differ in
    length (rule 27)."""
    deals = len(figures.get("positions", ())) or 1
    hundredths = Decimal(round(Fraction(100 * total, deals))).scaleb(-2)
    return (Fraction(total, deals),), said("{points:.2f} points a deal", points=hundredths)


def ranking(sheet: ScoreSheet) -> tuple[tuple[int, ...], ...]:
    """Return the seats from first to last: more points, then the better position in the last deal (B12)."""
    totals: dict[tuple[int, int], list[int]] = {}
    for line in sheet.seats:
        last = positions(line)[-1:] or (SEATS[1],)
        totals.setdefault((points(line, sheet), -last[0]), []).append(line.seat)
    return tuple(tuple(seats) for _, seats in sorted(totals.items(), reverse=True))


def problems(sheet: ScoreSheet, knowledge: Knowledge) -> list[Problem]:
    """Return what cannot have happened at a Career Poker table."""
    wrong = list(_deals(sheet)) or list(_permutations(sheet))
    decides = said("the most points, then the better position in the last deal")
    return wrong or list(wrong_winners(sheet, ranking(sheet), decides, "rule 28"))


def _deals(sheet: ScoreSheet) -> Iterator[Problem]:
    """Check that everybody plays every deal, and that positions run from the boss's to the dishwasher's (rule 8)."""
    seats, deals = len(sheet.seats), max((len(positions(line)) for line in sheet.seats), default=0)
    for line in sheet.seats:
        held = positions(line)
        if not held or len(held) < deals:
            text = said_of(
                len(held),
                "{who}: {count} position, but {deals} deals were played.",
                "{who}: {count} positions, but {deals} deals were played.",
                who=line.who,
                deals=deals,
            )
            yield Problem(text, line.seat, "positions", "rule 8")
        elif len(held) > MOST_DEALS:
            text = said("{who}: {deals} deals; the limit is {most}.", who=line.who, deals=len(held), most=MOST_DEALS)
            yield Problem(text, line.seat, "positions", "rule 27")
        for deal, position in enumerate(held, 1):
            if not 1 <= position <= seats:
                text = said(
                    "{who}: position {position} in deal {deal}, at a table of {seats}.",
                    who=line.who,
                    position=position,
                    deal=deal,
                    seats=seats,
                )
                yield Problem(text, line.seat, "positions", "rule 8")


def _permutations(sheet: ScoreSheet) -> Iterator[Problem]:
    """Check that in each deal every position is taken once (rule 8)."""
    lines = [line for line in sheet.seats if positions(line)]
    for deal in range(len(positions(lines[0])) if lines else 0):
        taken: dict[int, SeatLine] = {}
        for line in lines:
            position = positions(line)[deal]
            first = taken.setdefault(position, line)
            if first is not line:
                text = said(
                    "{who}: position {position} in deal {deal}, which seat {other} already has.",
                    who=line.who,
                    position=position,
                    deal=deal + 1,
                    other=first.seat,
                )
                yield Problem(text, line.seat, "positions", "rule 8")
