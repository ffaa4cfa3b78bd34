"""Remarks about one game: on the page of a season, on that of a game, beside the form before a result is entered."""

from collections.abc import Callable, Mapping, Sequence

from django.utils.dateformat import format as date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from characters.models import Character
from characters.rules.choices import POSITIONS, title_names
from engine.career_compass.cards import SKILL_NAMES
from engine.game_of_the_year.scoring import CATEGORY_NAMES
from engine.translatable import spoken
from games.rules import career_compass, career_poker, game_of_the_year, office_job
from games.rules.sheets import ScoreSheet
from games.rules.systems import seats_by
from league.clubs.queries import house_rules_of
from league.core.queries.figures import written
from league.core.queries.systems import system_by_id
from league.core.rules.notes import Note
from league.handbook.queries.balance import Balance, balance_of, rate
from league.models import Season
from league.results.queries.carry_over import Held, boss_first, early_first, last_positions, wins_by_seat


def game_note(sheet: ScoreSheet) -> Note | None:
    """Return the note on that sheet, None if its figures say everything."""
    write = _GAME_NOTES.get(sheet.system)
    return write(sheet) if write else None


def _categories(sheet: ScoreSheet) -> Note:
    points = {line.seat: game_of_the_year.category_points(line, sheet) for line in sheet.seats}
    rows = []
    for at, name in enumerate(CATEGORY_NAMES):
        most = max(mine[at] for mine in points.values())
        leaders = [line.name or _("Guest") for line in sheet.seats if most and points[line.seat][at] == most]
        rows.append((name, ", ".join(leaders) or _("nobody"), written(most, ",")))
    text = _("The winner has the most points among the players who lead a category, alone or with others (rule 2).")
    if not game_of_the_year.leads_to_win(sheet):
        text = _("Under the season's house rules the points alone decide.")
    return Note(_("Five categories"), text, (_("Category"), _("Led by"), _("Game points")), tuple(rows))


def _joker(sheet: ScoreSheet) -> Note | None:
    if not (skill := career_compass.joker(sheet)):
        return None
    text = _("{skill} decided when levels were equal.")
    return Note(_("Joker skill"), text.format(skill=spoken(SKILL_NAMES[skill])))


_GAME_NOTES: Mapping[str, Callable[[ScoreSheet], Note | None]] = {
    game_of_the_year.ID: _categories,
    career_compass.ID: _joker,
}


MOST_SHOWN = 12


def season_note(season: Season, system: str | None) -> Note | None:
    """Return the note on that game, None if it carries nothing over."""
    write = _SEASON_NOTES.get(system or "")
    return write(season) if write else None


def advantage(seats: int) -> str:
    """Return how much already being the boss helps at Career Poker, as bots showed."""
    measured = balance_of(career_poker.ID, seats)
    if not measured or measured[0].best_stays is None:
        return ""
    balance = measured[0]
    return _(
        "That is a real advantage: among {seats} bots the boss of a deal stayed boss in {boss} of the next deals (even "
        "chances would be {even}), the dishwasher stayed in {last}."
    ).format(
        seats=seats,
        boss=_percent(balance.best_stays or 0),
        even=_percent(100 / seats),
        last=_percent(balance.last_stays or 0),
    )


def _percent(value: float) -> str:
    return f"{value:.0f} %"


def _positions_last(season: Season) -> bool:
    return bool(house_rules_of(season).choices(career_poker.ID).get(POSITIONS, True))


def _bosses(season: Season) -> Note | None:
    held = last_positions(season) if _positions_last(season) else {}
    if not held:
        return None
    names = Character.objects.in_bulk(list(held))
    newest = next(reversed(held.values()))
    boss = [who for who, position in held.items() if position.game == newest.game and position.position == 1]
    lead = _("{name} is boss.").format(name=names[boss[0]].name) if boss else _("A guest is boss.")
    text = _("The last position in the season seeds the next table, newcomers come in at the bottom.")
    recent = list(held.items())[::-1][:MOST_SHOWN]
    return Note(
        _("Who is boss?"),
        f"{lead} {text} {advantage(newest.seats)}",
        (_("Character"), _("Last position"), _("Played")),
        tuple(
            (
                names[who].name,
                _held(_("{title} ({position} of {seats})"), position),
                date_format(position.played_at, "d M Y"),
            )
            for who, position in sorted(recent, key=lambda pair: (-pair[1].played_at.timestamp(), pair[1].position))
        ),
    )


def _seats(season: Season) -> Note | None:
    counted = wins_by_seat(season)
    if not counted:
        return None
    rows = []
    for table, seats in counted.items():
        for seat, (wins, games) in enumerate(seats, 1):
            share = rate(wins, games)
            interval = _("{low} to {high}").format(low=f"{share.low:.0f}", high=_percent(share.high))
            where = _("Seat {seat} of {seats}").format(seat=seat, seats=table)
            rows.append((where, str(games), _percent(share.percent), interval))
    text = _(
        "Late seats act last and win more often{among_bots}, so the seats should rotate over the season; the form for "
        "a result says who should sit where. Shared victories count for everybody who shares them. Games of bots are "
        "left out: there any seat may begin."
    ).format(among_bots=_among_bots(max(counted)))
    columns = (_("Seat"), _("Games"), _("Won"), _("{level} interval").format(level="95 %"))
    return Note(_("Does the seat matter?"), text, columns, tuple(rows))


def _among_bots(seats: int) -> str:
    measured = balance_of(office_job.ID, seats)
    if not measured:
        return ""
    first, last = (rate(wins, measured[0].games).percent for wins in (measured[0].wins[0], measured[0].wins[-1]))
    return _(" (among {seats} bots the last in {last}, the first in {first} of the games)").format(
        seats=seats, last=_percent(last), first=_percent(first)
    )


def _sets_aside(season: Season) -> bool:
    return house_rules_of(season).choices(career_compass.ID).get("uneven") == "set_aside"


def _extra_cards(season: Season) -> Note | None:
    """Return what one more card is worth, by the number of players (B1)."""
    if _sets_aside(season):
        return None
    rows = []
    most = seats_by(system_by_id(career_compass.ID), house_rules_of(season).choices(career_compass.ID))[1]
    for balance in balance_of(career_compass.ID):
        more = career_compass.DECK % balance.seats
        if more and balance.seats <= most:
            cards = career_compass.DECK // balance.seats
            best, worst = _with_and_without(balance, more)
            who = _("Seat 1") if more == 1 else _("Seats 1 to {last}").format(last=more)
            cell = _("{cards} cards: {share}")
            with_more = cell.format(cards=cards + 1, share=_percent(best))
            rows.append((str(balance.seats), who, with_more, cell.format(cards=cards, share=_percent(worst))))
    text = _(
        "33 cards do not divide evenly, and a player who begins with one more wins more often, so the seats should "
        "change from game to game. A season can have the odd cards set aside. What bots won, by seat:"
    )
    head = (_("Players"), _("One more card"), _("They won"), _("The others won"))
    return Note(_("Does one more card matter?"), text, head, tuple(rows)) if rows else None


def _with_and_without(balance: Balance, more: int) -> tuple[float, float]:
    """Return what percentage a seat with one more card won, and a seat without; the first `more` seats have it."""
    parts = balance.wins[:more], balance.wins[more:]
    best, worst = (rate(sum(wins) // len(wins), balance.games).percent for wins in parts)
    return best, worst


_SEASON_NOTES: Mapping[str, Callable[[Season], Note | None]] = {
    career_poker.ID: _bosses,
    office_job.ID: _seats,
    career_compass.ID: _extra_cards,
}


Names = Sequence[tuple[int | None, str]]


def table_note(season: Season, system: str, table: Names) -> Note | None:
    """Return the note for a table of characters (id and name; None is a guest) in the order of their seats."""
    write = _TABLE_NOTES.get(system)
    return write(season, table) if write and len(table) > 1 else None


def _positions(season: Season, table: Names) -> Note | None:
    least, most = career_poker.SEATS
    if not least <= len(table) <= most:
        return None
    if not _positions_last(season):
        text = _("Under the season's house rules every match starts without positions: no leftovers, no exchange.")
        return Note(_("Who starts as boss?"), text)
    names = title_names(len(table), house_rules_of(season).choices(career_poker.ID))
    held = last_positions(season)
    positions = [held.get(who or 0) for who, _name in table]
    if not any(positions):
        text = _(
            "Nobody here has a position in this season yet: the first deal is played without leftovers and exchange."
        )
        return Note(_("Who starts as boss?"), text)
    order = boss_first(held, [who for who, _name in table], season.season_games.count())
    rows = []
    for name, seat in zip(names, order, strict=True):
        last = positions[seat - 1]
        rows.append(
            (name, table[seat - 1][1], _held(_("{title}, {position} of {seats}"), last) if last else _("newcomer"))
        )
    text = _("The last position in the season decides who starts where, newcomers at the bottom.")
    text = f"{text} {advantage(len(table))}"
    columns = (_("Starts as"), _("Character"), _("Last time"))
    return Note(_("Who starts as boss?"), text, columns, tuple(rows), tuple(order))


def _rotation(season: Season, table: Names) -> Note | None:
    order = early_first(season, [who for who, _name in table])
    rows = tuple((str(place), table[seat - 1][1]) for place, seat in enumerate(order, 1))
    text = _(
        "Late seats win more often. For the next game, this order evens out where everybody has sat so far this season."
    )
    return Note(_("Who sits where?"), text, (_("Seat"), _("Character")), rows)


def _birthdays(season: Season, table: Names) -> Note | None:
    characters = Character.objects.in_bulk([who for who, _name in table if who is not None])
    rows = [
        (name, characters[who].birthday_in_words or _("drawn at the table")) for who, name in table if who in characters
    ]
    text = _("Birthdays are the characters' own; those without draw one. They are part of a character's papers.")
    return Note(_("Birthdays"), text, (_("Character"), _("Birthday")), tuple(rows)) if rows else None


def _uneven(season: Season, table: Names) -> Note | None:
    """Return a note if the cards do not divide evenly: the seats with one more have an advantage (B1)."""
    more = career_compass.DECK % len(table)
    if not more or not career_compass.SEATS[0] <= len(table) <= career_compass.SEATS[1]:
        return None
    cards = career_compass.DECK // len(table)
    if _sets_aside(season):
        text = ngettext(
            "Everybody gets {cards}. Under the season's house rules {count} card is set aside, out of the game.",
            "Everybody gets {cards}. Under the season's house rules {count} cards are set aside, out of the game.",
            more,
        ).format(cards=cards, count=more)
        return Note(_("How many cards?"), text)
    text = ngettext(
        "Seat 1 gets {more} cards, the others {cards}{among_bots}. Change seats from game to game.",
        "Seats 1 to {count} get {more} cards, the others {cards}{among_bots}. Change seats from game to game.",
        more,
    ).format(count=more, more=cards + 1, cards=cards, among_bots=_by_cards(len(table), more))
    return Note(_("Who gets one more card?"), text)


def _held(pattern: str, held: Held) -> str:
    return pattern.format(title=spoken(held.title), position=held.position, seats=held.seats)


def _by_cards(seats: int, more: int) -> str:
    measured = balance_of(career_compass.ID, seats)
    if not measured:
        return ""
    best, worst = _with_and_without(measured[0], more)
    return _(": among {seats} bots a seat with more won {best}, one with fewer {worst} of the games").format(
        seats=seats, best=_percent(best), worst=_percent(worst)
    )


_TABLE_NOTES: Mapping[str, Callable[[Season, Names], Note | None]] = {
    career_poker.ID: _positions,
    office_job.ID: _rotation,
    game_of_the_year.ID: _birthdays,
    career_compass.ID: _uneven,
}
