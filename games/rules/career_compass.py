"""Check the score sheet of The Ecologist's Career Compass: cards at the end, and the joker skill of the game. Source:
contract section 3; the rule page and its gaps, numbered as in the engine's tests."""

from collections.abc import Iterator
from fractions import Fraction

from characters.rules import choices
from engine import career_compass as box
from engine.career_compass.cards import CARD_IDS, SKILL_NAMES
from engine.translatable import Translatable, said, said_of
from games.rules.figures import Figure
from games.rules.sheets import WARNING, Figures, Knowledge, Problem, ScoreSheet, SeatLine, wrong_winners

ID = "career_compass"
NAME, SEATS = box.TITLE, box.SEATS
MODES: dict[str, str] = {}
ONE_WINNER = STATED = False
CAREERS, BY_THE_BOOK, HAS_POINTS = False, True, True
MOST_POINTS_WIN, POINTS_DECIDE, BELOW_ZERO = True, True, False
content, QUESTIONS = "", choices.QUESTIONS[ID]
DECK = len(CARD_IDS)

FIGURES: tuple[Figure, ...] = (
    Figure("cards", said("Cards"), "number", required=True, most=DECK, hint=said("in hand at the end")),
    Figure(
        "joker",
        said("Joker skill"),
        "choice",
        options=tuple(SKILL_NAMES.items()),
        hint=said("the skill that decided ties; one seat is enough, it holds for the whole table"),
    ),
)


def points(line: SeatLine, sheet: ScoreSheet | None = None) -> int:
    """Return the number of cards (rule 3)."""
    figure: int = line.figures.get("cards", 0)
    return figure


def joker(sheet: ScoreSheet) -> str | None:
    """Return the joker skill of the game, or None when nobody states it."""
    return next((line.figures["joker"] for line in sheet.seats if line.figures.get("joker")), None)


def best(figures: Figures, total: int) -> tuple[tuple[Fraction | int, ...], Translatable]:
    """Return the key and the words by which a best game is remembered: the cards."""
    return (total,), said_of(total, "{count:,} cards", "{count:,} cards")


def ranking(sheet: ScoreSheet) -> tuple[tuple[int, ...], ...]:
    """Return the seats from first to last: most cards; equal ones share. If the season compares joker levels, which
    no sheet holds, the stated winners come first (rule 4, B16)."""
    totals: dict[tuple[int, bool], list[int]] = {}
    compared = sheet.choices.get("ties") == "joker_sum"
    for line in sheet.seats:
        totals.setdefault((points(line), compared and line.won), []).append(line.seat)
    return tuple(tuple(seats) for _, seats in sorted(totals.items(), reverse=True))


def problems(sheet: ScoreSheet, knowledge: Knowledge) -> list[Problem]:
    """Return what cannot have happened at a Career Compass table, and what deserves a second look."""
    wrong = [*_cards(sheet), *_jokers(sheet)]
    wrong += wrong_winners(sheet, ranking(sheet), said("the most cards"), "rule 4")
    return [*wrong, *_unfinished(sheet)]


def _cards(sheet: ScoreSheet) -> Iterator[Problem]:
    """Check that no card was made or lost (rules 2 and 7); the odd ones may be set aside before the game (B1)."""
    total, dealt = sum(points(line) for line in sheet.seats), _dealt(sheet)
    if total != dealt:
        line = max(sheet.seats, key=points, default=None)
        if line is not None:
            if dealt == DECK:
                pattern = said("{who}: {cards} cards; the table has {total} in all, but the deck has {deck}.")
            else:
                pattern = said(
                    "{who}: {cards} cards; the table has {total} in all, but {dealt} of {deck} are dealt here."
                )
            text = said(pattern, who=line.who, cards=points(line), total=total, dealt=dealt, deck=DECK)
            yield Problem(text, line.seat, "cards", "rules 2 and 7")


def _dealt(sheet: ScoreSheet) -> int:
    aside = DECK % len(sheet.seats) if sheet.choices.get("uneven") == "set_aside" and sheet.seats else 0
    return DECK - aside


def _jokers(sheet: ScoreSheet) -> Iterator[Problem]:
    """Check that all seats state the same joker skill (rule 9, B19)."""
    stated = joker(sheet)
    for line in sheet.seats:
        other = line.figures.get("joker")
        if other and other != stated:
            text = said(
                "{who}: joker skill '{skill}', but another seat says '{other}'; a game has one.",
                who=line.who,
                skill=other,
                other=stated,
            )
            yield Problem(text, line.seat, "joker", "rule 9")


def _unfinished(sheet: ScoreSheet) -> Iterator[Problem]:
    """Warn of a game that seems unfinished. It ends when somebody has no card left; two players, or a season, may stop
    after a number of rounds (rule 4, B17)."""
    limited = sheet.choices.get("max_rounds", -1) > 0
    if len(sheet.seats) > 2 and not limited and all(points(line) for line in sheet.seats):
        text = said("Everybody still holds cards; the game ends when somebody has none left. Check the figures.")
        yield Problem(text, figure="cards", clause="rule 4, B17", severity=WARNING)
