"""Check the score sheet of Office Job: final rank and career points, and who wins by them. Source: contract section 3;
the rule sheet, numbered as in the engine's tests."""

from collections.abc import Iterator
from fractions import Fraction

from characters.rules import choices
from engine import office_job as box
from engine.translatable import Translatable, said
from games.rules.figures import Figure
from games.rules.sheets import WARNING, Figures, Knowledge, Problem, ScoreSheet, SeatLine, wrong_winners

ID = "office_job"
NAME, SEATS = box.TITLE, box.SEATS
MODES: dict[str, str] = {}
ONE_WINNER = STATED = False
CAREERS, BY_THE_BOOK, HAS_POINTS = False, True, True
MOST_POINTS_WIN, POINTS_DECIDE, BELOW_ZERO = True, False, False
content, QUESTIONS = "", choices.QUESTIONS[ID]
ENTRY, MANAGER, C_SUITE = "entry", "manager", "c_suite"
RANKS = {ENTRY: "Entry-Level Employee", MANAGER: "Manager", C_SUITE: "C-Suite"}
MANAGER_POINTS, C_SUITE_POINTS = 5, 10
# The most in 2,400 games of bots were 30.
USUAL_POINTS = 40

FIGURES: tuple[Figure, ...] = (
    Figure("career_points", said("Career points"), "number", required=True, most=999, hint=said("at the end")),
    Figure(
        "rank",
        said("Rank"),
        "choice",
        required=True,
        options=tuple(RANKS.items()),
        hint=said("at the end, cards included"),
    ),
    Figure(
        "rank_by_card", said("Rank by a card"), "flag", hint=said("a card in effect raised, lowered or held the rank")
    ),
)


def points(line: SeatLine, sheet: ScoreSheet | None = None) -> int:
    """Return the career points."""
    figure: int = line.figures.get("career_points", 0)
    return figure


def best(figures: Figures, total: int) -> tuple[tuple[Fraction | int, ...], Translatable]:
    """Return the key and the words by which a best game is remembered: the rank, then the career points (rule 30)."""
    rank = figures.get("rank", ENTRY)
    return (list(RANKS).index(rank), total), said("{rank}, {total:,} points", rank=RANKS[rank], total=total)


def ranking(sheet: ScoreSheet) -> tuple[tuple[int, ...], ...]:
    """Return the seats from first to last: the higher rank, then more points; equal ones share (rule 30)."""
    order = list(RANKS)
    totals: dict[tuple[int, int], list[int]] = {}
    for line in sheet.seats:
        rank = line.figures.get("rank", ENTRY)
        totals.setdefault((order.index(rank) if rank in order else 0, points(line)), []).append(line.seat)
    return tuple(tuple(seats) for _, seats in sorted(totals.items(), reverse=True))


def problems(sheet: ScoreSheet, knowledge: Knowledge) -> list[Problem]:
    """Return what cannot have happened at an Office Job table."""
    wrong = [problem for line in sheet.seats for problem in _rank(line)]
    if not wrong:
        wrong = list(wrong_winners(sheet, ranking(sheet), said("the highest rank, then the most points"), "rule 30"))
    return [*wrong, *(problem for line in sheet.seats for problem in _odd(line))]


def _odd(line: SeatLine) -> Iterator[Problem]:
    """Warn of figures that are possible but hardly ever seen: a figure that decides standings deserves a second
    look."""
    rank, total = line.figures.get("rank", ENTRY), points(line)
    earned = C_SUITE if total >= C_SUITE_POINTS else MANAGER if total >= MANAGER_POINTS else ENTRY
    if total > USUAL_POINTS:
        text = said(
            "{who}: {total} career points; more than {usual} is hardly ever seen, so check the figure.",
            who=line.who,
            total=total,
            usual=USUAL_POINTS,
        )
        yield Problem(text, line.seat, "career_points", "rule 30", WARNING)
    if not line.figures.get("rank_by_card") or rank not in RANKS:
        return
    if rank == earned:
        text = said(
            "{who}: {rank} goes with {total} career points; no card is needed for that, unless one holds the rank.",
            who=line.who,
            rank=RANKS[rank],
            total=total,
        )
        yield Problem(text, line.seat, "rank_by_card", "rule 29", WARNING)
    elif (rank, earned) == (C_SUITE, ENTRY) or (rank == ENTRY and total > 2 * C_SUITE_POINTS):
        text = said(
            "{who}: {rank} with {total} career points is two steps away from {earned}; check the rank.",
            who=line.who,
            rank=RANKS[rank],
            total=total,
            earned=RANKS[earned],
        )
        yield Problem(text, line.seat, "rank", "rule 29", WARNING)


def _rank(line: SeatLine) -> Iterator[Problem]:
    """Check that a rank goes with the points (rules 6-8, 15, 16), unless a card in effect says otherwise (rule 29)."""
    rank, total = line.figures.get("rank", ENTRY), points(line)
    if line.figures.get("rank_by_card"):
        return
    if rank == C_SUITE and total < C_SUITE_POINTS:
        pattern, needed, clause = _TOO_FEW, C_SUITE_POINTS, "rules 8 and 29"
    elif rank == MANAGER and total < MANAGER_POINTS:
        pattern, needed, clause = _TOO_FEW, MANAGER_POINTS, "rules 7 and 29"
    elif rank == ENTRY and total >= MANAGER_POINTS:
        pattern, needed, clause = _TOO_MANY, MANAGER_POINTS, "rules 15 and 29"
    else:
        return
    text = said(pattern, who=line.who, rank=RANKS[rank], total=total, needed=needed)
    yield Problem(text, line.seat, "rank", clause)


_TOO_FEW = said(
    "{who}: {rank} with {total} career points; it takes {needed}, unless a card in effect did that: then say so in "
    "rank_by_card."
)
_TOO_MANY = said(
    "{who}: {rank} with {total} career points; {needed} make a Manager at once, unless a card in effect did that: then "
    "say so in rank_by_card."
)
