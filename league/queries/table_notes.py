"""What to know about a table before its result is entered: who is boss, who sits where, whose birthday is when."""

from collections.abc import Callable, Mapping, Sequence

from characters.models import Character
from games.rules import career_poker, game_of_the_year, office_job
from league.models import Season
from league.queries.carry_over import boss_first, early_first, last_positions, titles
from league.queries.season_notes import advantage
from league.rules.notes import Note

Names = Sequence[tuple[int | None, str]]


def table_note(season: Season, system: str, table: Names) -> Note | None:
    """The note for a table of characters (id and name; None is a guest) in the order of their seats."""
    write = _NOTES.get(system)
    return write(season, table) if write and len(table) > 1 else None


def _positions(season: Season, table: Names) -> Note | None:
    least, most = career_poker.SEATS
    if not least <= len(table) <= most:
        return None
    held, names = last_positions(season), titles(len(table))
    known = [held.get(who or 0) for who, _ in table]
    if not any(known):
        text = "Nobody here has a position in this season yet: the first deal is played without leftovers and exchange."
        return Note("Who starts as boss?", text)
    order = boss_first(held, [who for who, _ in table], season.season_games.count())
    rows = []
    for name, seat in zip(names, order, strict=True):
        last = known[seat - 1]
        rows.append(
            (name, table[seat - 1][1], f"{last.title}, {last.position} of {last.seats}" if last else "newcomer")
        )
    text = "The last position in the season decides who starts where, newcomers at the bottom. "
    return Note(
        "Who starts as boss?", text + advantage(len(table)), ("Starts as", "Character", "Last time"), tuple(rows),
        tuple(order),
    )  # fmt: skip


def _rotation(season: Season, table: Names) -> Note | None:
    order = early_first(season, [who for who, _ in table])
    rows = tuple((str(place), table[seat - 1][1]) for place, seat in enumerate(order, 1))
    text = "Late seats win more often. For the next game, this order evens out where everybody sat so far this season."
    return Note("Who sits where?", text, ("Seat", "Character"), rows)


def _birthdays(season: Season, table: Names) -> Note | None:
    known = Character.objects.in_bulk([who for who, _ in table if who is not None])
    rows = [(name, known[who].birthday_in_words or "drawn at the table") for who, name in table if who in known]
    text = "Birthdays are those of the characters; whoever has none draws one. They are part of a character's papers."
    return Note("Birthdays", text, ("Character", "Birthday"), tuple(rows)) if rows else None


_NOTES: Mapping[str, Callable[[Season, Names], Note | None]] = {
    career_poker.ID: _positions,
    office_job.ID: _rotation,
    game_of_the_year.ID: _birthdays,
}
