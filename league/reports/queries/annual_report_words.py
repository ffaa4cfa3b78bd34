"""The annual report and the personal ones in sentences."""

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from characters.queries.history import HistoryLine
from characters.rules.career import DEMOTION, PARACHUTE, PROMOTION
from engine.translatable import spoken
from league.core.queries.figures import figure
from league.forecasts.queries.odds import Tile
from league.forecasts.queries.scores import places_held
from league.forecasts.rules.expectations import Expectation
from league.models import Season
from league.reports.queries.annual_report import AnnualReport, Fortune, Roll
from league.reports.queries.personal_report import PersonalReport


def tiles_of(report: AnnualReport) -> list[Tile]:
    return [
        Tile(_("Games"), figure(report.games)),
        Tile(_("Characters"), figure(report.characters)),
        Tile(_("Promotions"), figure(report.moves[PROMOTION])),
        Tile(_("Demotions"), figure(report.moves[DEMOTION])),
        Tile(_("Golden parachutes"), figure(report.moves[PARACHUTE])),
    ]


def letter_of(report: AnnualReport) -> list[str]:
    """Return the letter from the board, a paragraph for each sentence."""
    sentences = [_opening(report), _first(report), _staff(report)]
    sentences += [luckiest_words(report.luckiest)] if report.luckiest else []
    sentences += [hardest_words(report.hardest)] if report.hardest else []
    return sentences


def sizes_of(report: AnnualReport) -> tuple[str, str]:
    """Return in words how many games were played, and by how many characters."""
    games = ngettext("{count} game", "{count} games", report.games)
    characters = ngettext("{count} character", "{count} characters", report.characters)
    return games.format(count=figure(report.games)), characters.format(count=figure(report.characters))


def _opening(report: AnnualReport) -> str:
    games, characters = sizes_of(report)
    sentence = (
        _("{season} is over: {games} by {characters}. The company thanks everybody who stayed late.")
        if report.over
        else _("{season} is under way: {games} by {characters} so far. These are interim figures.")
    )
    return sentence.format(season=report.season.name, games=games, characters=characters)


def _first(report: AnnualReport) -> str:
    first, *others = report.standings
    if not others:
        return _("{first} holds the corner office, unopposed.").format(first=first.name)
    if first.points == others[0].points:
        sentence = _("{first} holds the corner office, level with {second} on {points} season points: {why} decided.")
        return sentence.format(
            first=first.name, second=others[0].name, points=first.points, why=spoken(first.decided_by)
        )
    sentence = _("{first} holds the corner office with {points} season points; {second} follows with {theirs}.")
    return sentence.format(first=first.name, points=first.points, second=others[0].name, theirs=others[0].points)


def _staff(report: AnnualReport) -> str:
    moves = report.moves
    promotions = ngettext("{count} promotion", "{count} promotions", moves[PROMOTION])
    demotions = ngettext("{count} demotion", "{count} demotions", moves[DEMOTION])
    sentence = _("Human Resources signed {promotions} and {demotions}.").format(
        promotions=promotions.format(count=figure(moves[PROMOTION])),
        demotions=demotions.format(count=figure(moves[DEMOTION])),
    )
    if not moves[PARACHUTE]:
        return sentence
    left = ngettext(
        "{count} career ended by golden parachute.", "{count} careers ended by golden parachute.", moves[PARACHUTE]
    )
    return f"{sentence} {left.format(count=figure(moves[PARACHUTE]))}"


def luckiest_words(fortune: Fortune) -> str:
    sentence = _("Luckiest season: {name}, who beat {count} opponents more than the ratings expected.")
    return sentence.format(name=fortune.person.name, count=_hundredths(fortune.expectation.beyond))


def hardest_words(fortune: Fortune) -> str:
    sentence = _("Hardest season: {name}, whose opponents were rated {rating} on average.")
    return sentence.format(name=fortune.person.name, rating=figure(fortune.expectation.met))


def expectation_words(expectation: Expectation) -> str:
    """Return the expectation in the words of a personal report."""
    beaten = _hundredths(abs(expectation.beyond))
    sentence = (
        _("{count} more opponents beaten than the ratings expected; the others at the tables were rated {rating}.")
        if expectation.beyond >= 0
        else _(
            "{count} fewer opponents beaten than the ratings expected; the others at the tables were rated {rating}."
        )
    )
    return sentence.format(count=beaten, rating=figure(expectation.met))


def forecast_words(report: AnnualReport) -> list[str]:
    """Return how good the forecasts were; an empty list before a season with forecasts is over."""
    if report.scores is None:
        return []
    verdicts = (f"{judged.title}: {judged.verdict}" for judged in report.scores.judged)
    return [*verdicts, places_held(report.scores)]


def named(roll: Roll) -> str:
    names = ", ".join(who.name for who in roll.people)
    return _("{names} and {more} more").format(names=names, more=figure(roll.more)) if roll.more else names


def career_words(report: PersonalReport) -> str:
    if report.begun == report.ended:
        return _("{level} from the first game to the last").format(level=report.ended)
    return _("From {begun} to {ended}").format(begun=report.begun, ended=report.ended)


def met_words(games: int) -> str:
    return ngettext("{count} game together", "{count} games together", games).format(count=figure(games))


def event_words(line: HistoryLine) -> str:
    if line.kind == PARACHUTE:
        return _("golden parachute")
    words = _("promoted to {level}") if line.kind == PROMOTION else _("demoted to {level}")
    return words.format(level=line.to_name)


def people_words(printed: int, characters: int) -> str:
    """Return the words before the sheets of everybody."""
    if printed == characters:
        sentence = ngettext(
            "A sheet for {count} character.",
            "A sheet for each of {count} characters, in the order of the standings.",
            characters,
        )
        return sentence.format(count=figure(characters))
    sentence = _(
        "A sheet for each of the first {shown} of {count} characters, in the order of the standings. On the site "
        "everybody has a personal report, and can print just that."
    )
    return sentence.format(shown=figure(printed), count=figure(characters))


def dates_of(season: Season) -> str:
    return " – ".join(date_format(day) for day in (season.starts_on, season.ends_on) if day)


def _hundredths(value: int) -> str:
    """Return hundredths with one decimal."""
    tenths = round(value / 10)
    return number_format(f"{tenths // 10}.{tenths % 10}")
