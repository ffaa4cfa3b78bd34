"""Check the score sheet of Game of the Year: the five categories, what the bank cannot have given, and who wins.
Source: contract section 3; the rule sheet and its gaps, numbered as in the engine's tests. Points are the usual ones
(B4), a token and a Holiday Card 5, each full $100 one, unless the season chooses others."""

from collections.abc import Iterator
from fractions import Fraction

from characters.rules import choices
from engine import game_of_the_year as box
from engine.game_of_the_year.data import read_data
from engine.game_of_the_year.scoring import HUNDRED, STANDARD_POINTS, Categories, categories
from engine.game_of_the_year.scoring import ranking as ranked
from engine.translatable import Translatable, said, said_of
from games.rules.figures import Figure
from games.rules.sheets import WARNING, Figures, Knowledge, Problem, ScoreSheet, SeatLine, wrong_winners

ID = "game_of_the_year"
NAME, SEATS = box.TITLE, box.SEATS
MODES: dict[str, str] = {}
ONE_WINNER = STATED = False
CAREERS, BY_THE_BOOK, HAS_POINTS = False, True, True
MOST_POINTS_WIN, POINTS_DECIDE, BELOW_ZERO = True, True, False
content, QUESTIONS = "", choices.QUESTIONS[ID]

FIGURES: tuple[Figure, ...] = (
    Figure("fame_tokens", said("Fame Tokens"), "number", required=True, most=999),
    Figure("family_tokens", said("Family Tokens"), "number", required=True, most=999),
    Figure("red_letter_tokens", said("Red Letter Day Tokens"), "number", required=True, most=999),
    Figure("holiday_cards", said("Holiday Cards"), "number", required=True, most=999),
    Figure("money", said("Money"), "number", required=True, most=1_000_000, hint=said("dollars at the end")),
)
_TOKENS = FIGURES[:3]
# The most in 1,800 games of bots was 2,900.
USUAL_MONEY = 5_000
_DECIDES = said("the most points among the players who lead a category, then more categories, then more money")
_DECIDES_ALONE = said("the most points, then more categories, then more money")


def category_points(line: SeatLine, sheet: ScoreSheet | None = None) -> Categories:
    """Return the points of a seat by category, in the order of `engine.game_of_the_year.scoring.CATEGORY_NAMES`."""
    worth = sheet.choices.get("points", STANDARD_POINTS) if sheet else STANDARD_POINTS
    fame, family, red_letter, holidays, money = (line.figures.get(figure.name, 0) for figure in FIGURES)
    return categories(fame, family, red_letter, holidays, money, worth)


def points(line: SeatLine, sheet: ScoreSheet | None = None) -> int:
    """Return the sum over the five categories (rule 1)."""
    return sum(category_points(line, sheet))


def best(figures: Figures, total: int) -> tuple[tuple[Fraction | int, ...], Translatable]:
    """Return the key and the words by which a best game is remembered: the points of all categories."""
    return (total,), said_of(total, "{count:,} points", "{count:,} points")


def ranking(sheet: ScoreSheet) -> tuple[tuple[int, ...], ...]:
    """Return the seats from first to last: the winner by rule 2, then by points, categories led and money (B5, B6)."""
    players = [category_points(line, sheet) for line in sheet.seats]
    money = [line.figures.get("money", 0) for line in sheet.seats]
    groups = ranked(players, money, leads_to_win(sheet))
    return tuple(tuple(sheet.seats[who].seat for who in group) for group in groups)


def leads_to_win(sheet: ScoreSheet) -> bool:
    """Return whether only a player who leads a category can win, as the book has it (B5)."""
    return bool(sheet.choices.get("category_rule", "leaders") == "leaders")


def problems(sheet: ScoreSheet, knowledge: Knowledge) -> list[Problem]:
    """Return what cannot have happened at a Game of the Year table, and what deserves a second look."""
    wrong = list(_supply(sheet))
    if sheet.seats and not wrong:
        wrong += wrong_winners(sheet, ranking(sheet), _DECIDES if leads_to_win(sheet) else _DECIDES_ALONE, "rule 2")
    return [*wrong, *_odd_money(sheet)]


def _supply(sheet: ScoreSheet) -> Iterator[Problem]:
    """Check that nobody holds more than the box does: tokens of a type by number of players, Holiday Cards."""
    supply, seats = read_data()["supply"], len(sheet.seats)
    tokens: int | None = supply["tokens_per_type"].get(str(seats))
    if tokens is None:
        return
    limits = [*((figure, tokens) for figure in _TOKENS), (FIGURES[3], supply["holiday_cards"])]
    for figure, most in limits:
        total = sum(line.figures.get(figure.name, 0) for line in sheet.seats)
        if total > most:
            line = max(sheet.seats, key=lambda line: line.figures.get(figure.name, 0))
            yield Problem(
                said(
                    "{who}: {number} {figure}, {total} at the table; for {seats} players the box holds {most}.",
                    who=line.who,
                    number=line.figures[figure.name],
                    figure=figure.label,
                    total=total,
                    seats=seats,
                    most=most,
                ),
                line.seat,
                figure.name,
                "the supply" if figure in _TOKENS else "the supply, B21",
            )


def _odd_money(sheet: ScoreSheet) -> Iterator[Problem]:
    for line in sheet.seats:
        money = line.figures.get("money", 0)
        if money > USUAL_MONEY:
            text = said(
                "{who}: ${money:,}; more than ${usual:,} is hardly ever seen, so check the figure.",
                who=line.who,
                money=money,
                usual=USUAL_MONEY,
            )
            yield Problem(text, line.seat, "money", "B4", WARNING)
        if money % HUNDRED:
            text = said(
                "{who}: ${money:,} is not a whole number of hundreds, and the game pays in hundreds; check the figure.",
                who=line.who,
                money=money,
            )
            yield Problem(text, line.seat, "money", "B4", WARNING)
