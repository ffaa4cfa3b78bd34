"""What the page of a game says about its table besides the sheet: categories and their leaders, the joker skill."""

from collections.abc import Callable, Mapping

from engine.career_compass.cards import SKILL_NAMES
from engine.game_of_the_year.scoring import CATEGORY_NAMES
from games.rules import career_compass, game_of_the_year
from games.rules.sheets import ScoreSheet
from league.rules.notes import Note


def game_note(sheet: ScoreSheet) -> Note | None:
    """The note on that sheet, None where its figures say everything."""
    write = _NOTES.get(sheet.system)
    return write(sheet) if write else None


def _categories(sheet: ScoreSheet) -> Note:
    points = {line.seat: game_of_the_year.category_points(line) for line in sheet.seats}
    rows = []
    for at, name in enumerate(CATEGORY_NAMES):
        most = max(mine[at] for mine in points.values())
        leaders = [line.name or "Guest" for line in sheet.seats if most and points[line.seat][at] == most]
        rows.append((name, ", ".join(leaders) or "nobody", f"{most:,}"))
    text = "The winner has the most points among those who lead a category, alone or with others (rule 2)."
    return Note("Five categories", text, ("Category", "Led by", "Points"), tuple(rows))


def _joker(sheet: ScoreSheet) -> Note | None:
    skill = career_compass.joker(sheet)
    return Note("Joker skill", f"{SKILL_NAMES[skill]} decided when levels were equal.") if skill else None


_NOTES: Mapping[str, Callable[[ScoreSheet], Note | None]] = {
    game_of_the_year.ID: _categories,
    career_compass.ID: _joker,
}
