"""Check office politics at the table against the levels that the characters held when the game was played.

Source: rule book, "Player Relationships", "Back-stabbing", "Layoffs and Bumps", "Reorgs"; readings R91 to R98. A
backdated or corrected sheet can change those levels, so these checks run again on later sheets: a new problem makes a
sheet doubtful, it never drops it.
"""

from collections.abc import Callable, Iterator

from characters.rules import ladder
from characters.rules.words import LEVEL_WORDS
from engine.translatable import Translatable, said, said_of
from games.rules.sheets import Knowledge, Problem, ScoreSheet, Seated, SeatLine

_CLAUSES = {"layoffs": "Layoffs and Bumps, R96", "reorgs": "Reorgs, R98", "free_passes": "Layoffs and Bumps, R97"}
_OF_CHARACTERS = {
    "layoffs": said("{who}: layoffs belong to characters, and a guest has none."),
    "reorgs": said("{who}: reorgs belong to characters, and a guest has none."),
    "free_passes": said("{who}: free passes belong to characters, and a guest has none."),
}


def politics_problems(sheet: ScoreSheet, knowledge: Knowledge) -> list[Problem]:
    """Return everything on the sheet that the levels of the time do not allow."""
    wrong: list[Problem] = []
    for line in sheet.seats:
        actor = knowledge.seated.get(line.character) if line.character is not None else None
        if actor is None:
            wrong.extend(_guest(line))
        elif actor.level == ladder.RETIRED:
            wrong.append(
                line.problem(
                    said("{who}: had retired by golden parachute before this game."), "character", "Golden Parachute"
                )
            )
        else:
            wrong.extend(_powers(line, actor))
            wrong.extend(_layoffs(sheet, line, actor, knowledge))
            wrong.extend(_victims(sheet, line, actor, knowledge))
    wrong.extend(_bosses(sheet, boss_only=knowledge.rules.boss_only))
    return wrong


def _guest(line: SeatLine) -> Iterator[Problem]:
    for figure, clause in _CLAUSES.items():
        if line.figures.get(figure) or (figure == "layoffs" and line.figures.get("laid_off")):
            yield line.problem(_OF_CHARACTERS[figure], figure, clause)


def _powers(line: SeatLine, actor: Seated) -> Iterator[Problem]:
    allowed = ladder.POWERS[actor.level]
    for figure, clause in _CLAUSES.items():
        used, limit = line.figures.get(figure, 0), getattr(allowed, figure)
        if used > limit:
            may = said("{level} may use {most} in a game", level=LEVEL_WORDS[actor.level], most=limit or said("none"))
            yield line.problem(said("{who}: {used}, but {may}."), figure, clause, used=_used(figure, used), may=may)


def _used(figure: str, number: int) -> Translatable:
    match figure:
        case "layoffs":
            return said_of(number, "{count} layoff", "{count} layoffs")
        case "reorgs":
            return said_of(number, "{count} reorg", "{count} reorgs")
        case _:
            return said_of(number, "{count} free pass", "{count} free passes")


def _layoffs(sheet: ScoreSheet, line: SeatLine, actor: Seated, knowledge: Knowledge) -> Iterator[Problem]:
    used = line.figures.get("layoffs", 0)
    named = line.figures.get("laid_off", ())
    if named and len(named) != used:
        text = said_of(
            used,
            "{who}: {count} layoff, but {named} named.",
            "{who}: {count} layoffs, but {named} named.",
            who=line.who,
            named=len(named),
        )
        yield Problem(text, line.seat, "laid_off", "Layoffs and Bumps, R96")
    for seat in named:
        victim = sheet.line(seat)
        if victim is not None and victim.character is None:
            name = victim.name or said("guest")
            yield line.problem(
                _NOT_WHO_IT_TAKES["laid_off"], "laid_off", "Layoffs and Bumps, R96", seat=seat, name=name
            )
    if used and not any(_is_subordinate(other, actor) for _, other in _others(sheet, line, knowledge)):
        yield line.problem(
            said("{who}: nobody at the table was a subordinate who could be laid off."),
            "layoffs",
            "Layoffs and Bumps, R96",
        )


def _victims(sheet: ScoreSheet, line: SeatLine, actor: Seated, knowledge: Knowledge) -> Iterator[Problem]:
    unrelated_ok = knowledge.rules.unrelated == "normal"
    rules: tuple[tuple[str, Callable[[Seated], bool], str], ...] = (
        ("boss", lambda other: _is_subordinate(actor, other), "Player Relationships, R94"),
        ("laid_off", lambda other: _is_subordinate(other, actor), "Layoffs and Bumps, R96"),
        (
            "backstabbed",
            lambda other: (
                _is_peer(other, actor)
                or _is_subordinate(other, actor)
                or (unrelated_ok and not _is_subordinate(actor, other))
            ),
            "Back-stabbing, R92, R95",
        ),
        (
            "bumped",
            lambda other: (
                _is_peer(other, actor)
                or _is_subordinate(actor, other)
                or (unrelated_ok and not _is_subordinate(other, actor))
            ),
            "Layoffs and Bumps, R92, R95",
        ),
    )
    present = dict(_others(sheet, line, knowledge))
    for figure, allowed, clause in rules:
        for seat in line.figures.get(figure, ()):
            other = present.get(seat)
            if other is not None and not allowed(other):
                yield line.problem(_NOT_WHO_IT_TAKES[figure], figure, clause, seat=seat, name=other.name)


_NOT_WHO_IT_TAKES = {
    "boss": said("{who}: chose seat {seat} ({name}) as boss, who is not a superior."),
    "laid_off": said("{who}: laid off seat {seat} ({name}), who is not a subordinate."),
    "backstabbed": said("{who}: backstabbed seat {seat} ({name}), who is not a peer or subordinate."),
    "bumped": said("{who}: bumped seat {seat} ({name}), who is not a peer or superior."),
}


def _bosses(sheet: ScoreSheet, *, boss_only: bool) -> Iterator[Problem]:
    """Check that everybody chose one boss at most and, if the boss alone lays off, was laid off by nobody else."""
    clause = "Player Relationships, R94"
    boss_of: dict[int, int] = {}
    for line in sheet.seats:
        bosses = line.figures.get("boss", ())
        if len(bosses) > 1:
            yield line.problem(
                said("{who}: chose {count} bosses; a character has one in a game."), "boss", clause, count=len(bosses)
            )
        elif bosses:
            boss_of[line.seat] = bosses[0]
    stated = {*boss_of}
    deeds = [(line, victim) for line in sheet.seats for victim in line.figures.get("laid_off", ())]
    for line, victim in deeds if boss_only else ():
        first = boss_of.setdefault(victim, line.seat)
        if first == line.seat:
            continue
        if victim in stated:
            text = said(
                "{who}: laid off seat {seat}, whose boss is seat {boss}.", who=line.who, seat=victim, boss=first
            )
        else:
            text = said(
                "Seat {victim} was laid off by seats {first} and {second}; a character has one boss per game.",
                victim=victim,
                first=first,
                second=line.seat,
            )
        yield Problem(text, line.seat, "laid_off", clause)


def _others(sheet: ScoreSheet, line: SeatLine, knowledge: Knowledge) -> Iterator[tuple[int, Seated]]:
    for other in sheet.seats:
        seated = knowledge.seated.get(other.character) if other.character is not None else None
        if other.seat != line.seat and seated is not None and seated.level != ladder.RETIRED:
            yield other.seat, seated


def _is_subordinate(seated: Seated, of: Seated) -> bool:
    return ladder.is_subordinate(seated.level, seated.company, to_level=of.level, to_company=of.company)


def _is_peer(seated: Seated, other: Seated) -> bool:
    return ladder.is_peer(seated.level, other.level)
