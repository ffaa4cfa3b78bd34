"""Office politics at the table, checked against the levels that the characters held when the game was played.

Source: rule book, "Player Relationships", "Back-stabbing", "Layoffs and Bumps", "Reorgs"; readings R91 to R98.
A backdated or corrected sheet can change those levels, so these checks run again on later sheets: what they then find
makes a sheet doubtful, it never drops it.
"""

from collections.abc import Callable, Iterator

from characters.rules import ladder
from characters.rules.words import LEVEL_WORDS
from games.rules.sheets import Known, Problem, ScoreSheet, Seated, SeatLine

_POWER_NAMES = {
    "layoffs": ("layoff", "layoffs", "Layoffs and Bumps, R96"),
    "reorgs": ("reorg", "reorgs", "Reorgs, R98"),
    "free_passes": ("free pass", "free passes", "Layoffs and Bumps, R97"),
}


def politics_problems(sheet: ScoreSheet, known: Known) -> list[Problem]:
    """Everything on the sheet that the levels of the time do not allow."""
    found: list[Problem] = []
    for line in sheet.seats:
        actor = known.seated.get(line.character) if line.character is not None else None
        if actor is None:
            found.extend(_guest(line))
        elif actor.level == ladder.RETIRED:
            found.append(
                Problem(
                    f"{line}: had retired by golden parachute before this game.",
                    line.seat,
                    "character",
                    "Golden Parachute",
                )
            )
        else:
            found.extend(_powers(line, actor))
            found.extend(_layoffs(sheet, line, actor, known))
            found.extend(_victims(sheet, line, actor, known))
    if known.rules.boss_only:
        found.extend(_two_bosses(sheet))
    return found


def _guest(line: SeatLine) -> Iterator[Problem]:
    for figure, (_, plural, clause) in _POWER_NAMES.items():
        if line.figures.get(figure) or (figure == "layoffs" and line.figures.get("laid_off")):
            yield Problem(f"{line}: {plural} belong to characters, and a guest has none.", line.seat, figure, clause)


def _powers(line: SeatLine, actor: Seated) -> Iterator[Problem]:
    allowed = ladder.POWERS[actor.level]
    for figure, (one, many, clause) in _POWER_NAMES.items():
        used, limit = line.figures.get(figure, 0), getattr(allowed, figure)
        if used > limit:
            noun = one if used == 1 else many
            yield Problem(
                f"{line}: {used} {noun}, but {LEVEL_WORDS[actor.level]} may use {limit or 'none'} in a game.",
                line.seat,
                figure,
                clause,
            )


def _layoffs(sheet: ScoreSheet, line: SeatLine, actor: Seated, known: Known) -> Iterator[Problem]:
    used = line.figures.get("layoffs", 0)
    named = line.figures.get("laid_off", ())
    if named and len(named) != used:
        noun = "layoff" if used == 1 else "layoffs"
        yield Problem(
            f"{line}: {used} {noun}, but {len(named)} named.", line.seat, "laid_off", "Layoffs and Bumps, R96"
        )
    for seat in named:
        victim = sheet.line(seat)
        if victim is not None and victim.character is None:
            message = f"{line}: laid off seat {seat} ({victim.name or 'guest'}), who is not a subordinate."
            yield Problem(message, line.seat, "laid_off", "Layoffs and Bumps, R96")
    if used and not any(_is_subordinate(other, actor) for _, other in _others(sheet, line, known)):
        yield Problem(
            f"{line}: nobody at the table was a subordinate who could be laid off.",
            line.seat,
            "layoffs",
            "Layoffs and Bumps, R96",
        )


def _victims(sheet: ScoreSheet, line: SeatLine, actor: Seated, known: Known) -> Iterator[Problem]:
    unrelated_ok = known.rules.unrelated == "normal"
    rules: tuple[tuple[str, Callable[[Seated], bool], str, str], ...] = (
        ("laid_off", lambda other: _is_subordinate(other, actor), "a subordinate", "Layoffs and Bumps, R96"),
        (
            "backstabbed",
            lambda other: (
                _is_peer(other, actor)
                or _is_subordinate(other, actor)
                or (unrelated_ok and not _is_subordinate(actor, other))
            ),
            "a peer or subordinate",
            "Back-stabbing, R92, R95",
        ),
        (
            "bumped",
            lambda other: (
                _is_peer(other, actor)
                or _is_subordinate(actor, other)
                or (unrelated_ok and not _is_subordinate(other, actor))
            ),
            "a peer or superior",
            "Layoffs and Bumps, R92, R95",
        ),
    )
    present = dict(_others(sheet, line, known))
    for figure, allowed, wanted, clause in rules:
        for seat in line.figures.get(figure, ()):
            other = present.get(seat)
            if other is not None and not allowed(other):
                verb = figure.replace("_", " ")
                yield Problem(
                    f"{line}: {verb} seat {seat} ({other.name}), who is not {wanted}.", line.seat, figure, clause
                )


def _two_bosses(sheet: ScoreSheet) -> Iterator[Problem]:
    boss_of: dict[int, int] = {}
    for line in sheet.seats:
        for victim in line.figures.get("laid_off", ()):
            first = boss_of.setdefault(victim, line.seat)
            if first != line.seat:
                yield Problem(
                    f"Seat {victim} was laid off by seats {first} and {line.seat}; a character has one boss per game.",
                    line.seat,
                    "laid_off",
                    "Player Relationships, R94",
                )


def _others(sheet: ScoreSheet, line: SeatLine, known: Known) -> Iterator[tuple[int, Seated]]:
    for other in sheet.seats:
        seated = known.seated.get(other.character) if other.character is not None else None
        if other.seat != line.seat and seated is not None and seated.level != ladder.RETIRED:
            yield other.seat, seated


def _is_subordinate(one: Seated, of: Seated) -> bool:
    return ladder.is_subordinate(one.level, one.company, to_level=of.level, to_company=of.company)


def _is_peer(one: Seated, other: Seated) -> bool:
    return ladder.is_peer(one.level, other.level)
