"""Remarks about one game: on the page of a season, on that of a game, beside the form before a result is entered."""

from collections.abc import Callable, Mapping, Sequence

from characters.models import Character
from characters.rules.game_choices import POSITIONS, title_names
from engine.career_compass.cards import SKILL_NAMES
from engine.game_of_the_year.scoring import CATEGORY_NAMES
from games.rules import career_compass, career_poker, game_of_the_year, office_job
from games.rules.sheets import ScoreSheet
from games.rules.systems import SYSTEMS, seats_by
from league.clubs.queries import house_rules_of
from league.core.rules.notes import Note
from league.models import Season
from league.results.queries.balance import Balance, balance_of, rate
from league.results.queries.carry_over import boss_first, early_first, last_positions, wins_by_seat


def game_note(sheet: ScoreSheet) -> Note | None:
    """The note on that sheet, None where its figures say everything."""
    write = _GAME_NOTES.get(sheet.system)
    return write(sheet) if write else None


def _categories(sheet: ScoreSheet) -> Note:
    points = {line.seat: game_of_the_year.category_points(line, sheet) for line in sheet.seats}
    rows = []
    for at, name in enumerate(CATEGORY_NAMES):
        most = max(mine[at] for mine in points.values())
        leaders = [line.name or "Guest" for line in sheet.seats if most and points[line.seat][at] == most]
        rows.append((name, ", ".join(leaders) or "nobody", f"{most:,}"))
    text = "The winner has the most points among those who lead a category, alone or with others (rule 2)."
    if not game_of_the_year.leads_to_win(sheet):
        text = "By the house rules of the season the points alone decide."
    return Note("Five categories", text, ("Category", "Led by", "Points"), tuple(rows))


def _joker(sheet: ScoreSheet) -> Note | None:
    skill = career_compass.joker(sheet)
    return Note("Joker skill", f"{SKILL_NAMES[skill]} decided when levels were equal.") if skill else None


_GAME_NOTES: Mapping[str, Callable[[ScoreSheet], Note | None]] = {
    game_of_the_year.ID: _categories,
    career_compass.ID: _joker,
}


MOST_SHOWN = 12


def season_note(season: Season, system: str | None) -> Note | None:
    """The note on that game, None where it carries nothing over."""
    write = _SEASON_NOTES.get(system or "")
    return write(season) if write else None


def advantage(seats: int) -> str:
    """How much it helps at Career Poker to be the boss already, as bots showed."""
    found = balance_of(career_poker.ID, seats)
    if not found or found[0].best_stays is None:
        return ""
    one = found[0]
    return (
        f"That is a real advantage: among {seats} bots the boss of a deal stayed boss in {one.best_stays:.0f} % of the "
        f"next deals (even chances would be {100 / seats:.0f} %), the dishwasher stayed in {one.last_stays:.0f} %."
    )


def _positions_last(season: Season) -> bool:
    return bool(house_rules_of(season).choices(career_poker.ID).get(POSITIONS, True))


def _bosses(season: Season) -> Note | None:
    held = last_positions(season) if _positions_last(season) else {}
    if not held:
        return None
    names = Character.objects.in_bulk(list(held))
    newest = next(reversed(held.values()))
    boss = [who for who, one in held.items() if one.game == newest.game and one.position == 1]
    lead = f"{names[boss[0]].name} is boss. " if boss else "A guest is boss. "
    text = f"{lead}The last position in the season seeds the next table, newcomers come in at the bottom. "
    recent = list(held.items())[::-1][:MOST_SHOWN]
    return Note(
        "Who is boss?",
        text + advantage(newest.seats),
        ("Character", "Last position", "Played"),
        tuple(
            (names[who].name, f"{one.title} ({one.position} of {one.seats})", f"{one.played_at:%d %b %Y}")
            for who, one in sorted(recent, key=lambda pair: (-pair[1].played_at.timestamp(), pair[1].position))
        ),
    )


def _seats(season: Season) -> Note | None:
    counted = wins_by_seat(season)
    if not counted:
        return None
    rows = []
    for table, seats in counted.items():
        for seat, (wins, games) in enumerate(seats, 1):
            one = rate(wins, games)
            interval = f"{one.low:.0f} to {one.high:.0f} %"
            rows.append((f"Seat {seat} of {table}", str(games), f"{one.percent:.0f} %", interval))
    text = (
        f"Who sits late acts last and wins more often{_among_bots(max(counted))}, so the seats should rotate over the "
        "season; the form for a result says who should sit where. Shared victories count for everybody who shares "
        "them. Games of bots are left out: there any seat may begin."
    )
    return Note("Does the seat matter?", text, ("Seat", "Games", "Won", "95 % interval"), tuple(rows))


def _among_bots(seats: int) -> str:
    found = balance_of(office_job.ID, seats)
    if not found:
        return ""
    first, last = (rate(wins, found[0].games).percent for wins in (found[0].wins[0], found[0].wins[-1]))
    return f" (among {seats} bots the last in {last:.0f} %, the first in {first:.0f} % of the games)"


def _sets_aside(season: Season) -> bool:
    return house_rules_of(season).choices(career_compass.ID).get("uneven") == "set_aside"


def _extra_cards(season: Season) -> Note | None:
    """What one card more is worth, by the number of players (B1)."""
    if _sets_aside(season):
        return None
    rows = []
    most = seats_by(SYSTEMS[career_compass.ID], house_rules_of(season).choices(career_compass.ID))[1]
    for one in balance_of(career_compass.ID):
        more = career_compass.DECK % one.seats
        if more and one.seats <= most:
            cards = career_compass.DECK // one.seats
            best, worst = _with_and_without(one, more)
            who = "Seat 1" if more == 1 else f"Seats 1 to {more}"
            rows.append((str(one.seats), who, f"{cards + 1} cards: {best:.0f} %", f"{cards} cards: {worst:.0f} %"))
    text = (
        "33 cards do not come out even, and who begins with one more wins more often, so the seats should change from "
        "game to game. A season can have the odd cards set aside. What bots won, by seat:"
    )
    head = ("Players", "One card more", "They won", "The others won")
    return Note("Does one card more matter?", text, head, tuple(rows)) if rows else None


def _with_and_without(one: Balance, more: int) -> tuple[float, float]:
    """What a seat with one card more won in percent, and one without; the first `more` seats have it."""
    best, worst = (rate(sum(wins) // len(wins), one.games).percent for wins in (one.wins[:more], one.wins[more:]))
    return best, worst


_SEASON_NOTES: Mapping[str, Callable[[Season], Note | None]] = {
    career_poker.ID: _bosses,
    office_job.ID: _seats,
    career_compass.ID: _extra_cards,
}


Names = Sequence[tuple[int | None, str]]


def table_note(season: Season, system: str, table: Names) -> Note | None:
    """The note for a table of characters (id and name; None is a guest) in the order of their seats."""
    write = _TABLE_NOTES.get(system)
    return write(season, table) if write and len(table) > 1 else None


def _positions(season: Season, table: Names) -> Note | None:
    least, most = career_poker.SEATS
    if not least <= len(table) <= most:
        return None
    if not _positions_last(season):
        text = "By the house rules of the season every match starts without positions: no leftovers, no exchange."
        return Note("Who starts as boss?", text)
    names = title_names(len(table), house_rules_of(season).choices(career_poker.ID))
    held = last_positions(season)
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
    text = "Birthdays are those of the characters; those without draw one. They are part of a character's papers."
    return Note("Birthdays", text, ("Character", "Birthday"), tuple(rows)) if rows else None


def _uneven(season: Season, table: Names) -> Note | None:
    """Where the cards do not come out even, the seats with one more have the better of it (B1)."""
    more = career_compass.DECK % len(table)
    if not more or not career_compass.SEATS[0] <= len(table) <= career_compass.SEATS[1]:
        return None
    cards = career_compass.DECK // len(table)
    if _sets_aside(season):
        text = f"Everybody gets {cards}. By the house rules of the season {_counted(more)} set aside, out of the game."
        return Note("How many cards?", text)
    who = "Seat 1 gets" if more == 1 else f"Seats 1 to {more} get"
    text = f"{who} {cards + 1} cards, the others {cards}{_by_cards(len(table), more)}. Change seats from game to game."
    return Note("Who gets one card more?", text)


def _counted(cards: int) -> str:
    return "1 card is" if cards == 1 else f"{cards} cards are"


def _by_cards(seats: int, more: int) -> str:
    found = balance_of(career_compass.ID, seats)
    if not found:
        return ""
    best, worst = _with_and_without(found[0], more)
    return f": among {seats} bots a seat with more won {best:.0f} %, one with fewer {worst:.0f} % of the games"


_TABLE_NOTES: Mapping[str, Callable[[Season, Names], Note | None]] = {
    career_poker.ID: _positions,
    office_job.ID: _rotation,
    game_of_the_year.ID: _birthdays,
    career_compass.ID: _uneven,
}
