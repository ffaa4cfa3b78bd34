"""The annual report in sentences, and as it is printed."""

from dataclasses import dataclass

from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from characters.rules.career import DEMOTION, PARACHUTE, PROMOTION
from engine.said import spoken
from league.insight.charts.annual_paper import AnnualPaper, Part
from league.insight.queries.annual_report import AnnualReport, Appointments, Fortune, GameBalance
from league.insight.queries.odds_words import Tile
from league.insight.rules.expectations import Expectation
from league.models import Season


@dataclass(frozen=True, slots=True)
class BalanceRow:
    name: str
    games: str
    seats: str


def tiles_of(report: AnnualReport) -> list[Tile]:
    return [
        Tile(_("Games"), _number(report.games)),
        Tile(_("Characters"), _number(report.characters)),
        Tile(_("Promotions"), _number(report.moves[PROMOTION])),
        Tile(_("Demotions"), _number(report.moves[DEMOTION])),
        Tile(_("Golden parachutes"), _number(report.moves[PARACHUTE])),
    ]


def letter_of(report: AnnualReport) -> list[str]:
    """From the board, a sentence to a paragraph."""
    said = [_opening(report), _first(report), _staff(report)]
    said += [luckiest_words(report.luckiest)] if report.luckiest else []
    said += [hardest_words(report.hardest)] if report.hardest else []
    return said


def _opening(report: AnnualReport) -> str:
    games = ngettext("{count} game", "{count} games", report.games).format(count=_number(report.games))
    characters = ngettext("{count} character", "{count} characters", report.characters).format(
        count=_number(report.characters)
    )
    told = (
        _("{season} is over: {games} by {characters}. The company thanks everybody who stayed late.")
        if report.over
        else _("{season} is under way: {games} by {characters} so far. These are interim figures.")
    )
    return told.format(
        season=report.season.name, games=games, characters=characters.format(count=_number(report.characters))
    )


def _first(report: AnnualReport) -> str:
    first, *others = report.standings
    if not others:
        return _("{first} holds the corner office, unopposed.").format(first=first.name)
    if first.points == others[0].points:
        told = _("{first} holds the corner office, level with {second} on {points} points: {why} decided.")
        return told.format(first=first.name, second=others[0].name, points=first.points, why=spoken(first.decided_by))
    told = _("{first} holds the corner office with {points} points; {second} follows with {theirs}.")
    return told.format(first=first.name, points=first.points, second=others[0].name, theirs=others[0].points)


def _staff(report: AnnualReport) -> str:
    moves = report.moves
    promotions = ngettext("{count} promotion", "{count} promotions", moves[PROMOTION])
    demotions = ngettext("{count} demotion", "{count} demotions", moves[DEMOTION])
    told = _("Human Resources signed {promotions} and {demotions}.").format(
        promotions=promotions.format(count=_number(moves[PROMOTION])),
        demotions=demotions.format(count=_number(moves[DEMOTION])),
    )
    if not moves[PARACHUTE]:
        return told
    left = ngettext(
        "{count} career ended by golden parachute.", "{count} careers ended by golden parachute.", moves[PARACHUTE]
    )
    return f"{told} {left.format(count=_number(moves[PARACHUTE]))}"


def luckiest_words(one: Fortune) -> str:
    told = _("Luckiest season: {name}, who beat {count} opponents more than the ratings expected.")
    return told.format(name=one.person.name, count=_hundredths(one.expectation.beyond))


def hardest_words(one: Fortune) -> str:
    told = _("Hardest season: {name}, whose opponents were rated {rating} on average.")
    return told.format(name=one.person.name, rating=_number(one.expectation.met))


def expectation_words(one: Expectation) -> str:
    """Of a personal report."""
    beaten = _hundredths(abs(one.beyond))
    told = (
        _("{count} opponents more beaten than the ratings expected; the others at the tables were rated {rating}.")
        if one.beyond >= 0
        else _(
            "{count} opponents fewer beaten than the ratings expected; the others at the tables were rated {rating}."
        )
    )
    return told.format(count=beaten, rating=_number(one.met))


def balance_rows(found: list[GameBalance]) -> list[BalanceRow]:
    return [
        BalanceRow(
            one.name,
            _number(one.games),
            ", ".join(
                _("seat {seat}: {won} of {sat}").format(seat=seat, won=_number(won), sat=_number(sat))
                for seat, won, sat in one.seats
            ),
        )
        for one in found
    ]


def paper_of(report: AnnualReport, forecasts: list[str]) -> AnnualPaper:
    season = report.season
    people = [(one.level, _named(one)) for one in report.appointments]
    if report.departures:
        people.append((_("Golden parachutes"), ", ".join(who.name for who in report.departures)))
    parts = [
        Part(
            _("Standings"),
            [(f"{row.position}  {row.name}", f"{row.points}, {row.level_name}") for row in report.standings],
        ),
        Part(_("Appointments and departures"), people),
        Part(_("Records of the season"), [(one.title, f"{one.person.name}: {one.words}") for one in report.records]),
        Part(
            _("Balance of the games"),
            [(f"{one.name}, {one.games}", one.seats) for one in balance_rows(report.balance)],
        ),
        Part(_("Forecasts and how they did"), [("", one) for one in forecasts]),
    ]
    return AnnualPaper(
        title=season.name,
        league=season.league.name,
        kind=_("Annual report"),
        dates=dates_of(season),
        figures=[(tile.label, tile.value) for tile in tiles_of(report)],
        letter_title=_("Letter from the board"),
        letter=letter_of(report),
        signed=_("The board"),
        parts=[part for part in parts if part.rows],
        foot=_("Printed on {day}. Every figure here follows from confirmed score sheets.").format(
            day=date_format(timezone.localdate())
        ),
    )


def _named(one: Appointments) -> str:
    names = ", ".join(who.name for who in one.people)
    return _("{names} and {more} more").format(names=names, more=_number(one.more)) if one.more else names


def dates_of(season: Season) -> str:
    return " – ".join(date_format(day) for day in (season.starts_on, season.ends_on) if day)


def _number(value: int) -> str:
    return number_format(value, force_grouping=True)


def _hundredths(value: int) -> str:
    """With one decimal."""
    tenths = round(value / 10)
    return number_format(f"{tenths // 10}.{tenths % 10}")
