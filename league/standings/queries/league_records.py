"""The records of a league, read from what holds: events of careers, results and confirmed sheets. A correction changes
them with the next read, or if games are many, once a worker has looked through them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Case, QuerySet, Value, When
from django.utils import timezone
from django.utils.dateformat import format as date_text
from django.utils.translation import gettext_lazy, ngettext

from characters.models import CareerEvent
from characters.queries.people import Person, people
from characters.rules.career import PROMOTION, RESTARTED
from engine.careers.editions import edition
from engine.translatable import said_again
from games.models import Sheet, SheetSeat
from league.core.queries.cached import ROWS, cached
from league.core.queries.figures import figure
from league.core.queries.games import headlines
from league.models import League, Result, Season, SeasonGame
from league.standings.queries.summaries import LEAGUE, SEASON, Summariser
from league.standings.rules import records as rules
from league.standings.rules.records import Best, CareerStep, Feat, Placed, Streaks


@dataclass(frozen=True, slots=True)
class LeagueRecord:
    """`why` says what is counted, `words` how much it is; `person` holds it since `feat.at`, by the game at `href`
    called `game`."""

    key: str
    title: str
    why: str
    words: str
    feat: Feat
    person: Person
    game: str
    href: str


TITLES = {
    "top": (gettext_lazy("Fastest to the C-suite"), gettext_lazy("Games of Careers from Entry Level to C-level.")),
    "stay": (gettext_lazy("Longest without a demotion"), gettext_lazy("Consecutive reviews passed, in one career.")),
    "comeback": (gettext_lazy("Greatest comeback"), gettext_lazy("Levels climbed in one career after a demotion.")),
    "run": (gettext_lazy("Longest winning run"), gettext_lazy("Consecutive first places, whatever was played.")),
    "cash": (gettext_lazy("Highest cash in a game"), gettext_lazy("At the end of one game of Careers.")),
    "degrees": (
        gettext_lazy("Most degrees in a game"),
        gettext_lazy("Of all programs together, in one game of Careers."),
    ),
    "trips": (
        gettext_lazy("Most trips in a game"),
        gettext_lazy("Through all companies together, in one game of Careers."),
    ),
    "parachute": (
        gettext_lazy("First golden parachute"),
        gettext_lazy("Nobody in this league had left that way before."),
    ),
    "games": (gettext_lazy("Most games"), gettext_lazy("Of all systems, in every season of the league.")),
}


OF_A_SEASON = ("stay", "comeback", "run", "cash", "degrees", "trips", "games")


@dataclass(frozen=True, slots=True)
class RecordsOf:
    """The records of a league that somebody holds, in a fixed order, as they were `worked_out_at`; None, and no record,
    before a worker has looked through many games."""

    records: list[LeagueRecord]
    worked_out_at: datetime | None


def league_records(league: League) -> list[LeagueRecord]:
    """Return the records that somebody holds, in a fixed order; none before a worker has looked through many games."""
    return dated_records(league).records


def dated_records(league: League) -> RecordsOf:
    summary = LEAGUE_FEATS(league)
    if summary is None:
        return RecordsOf([], None)
    return RecordsOf(records_told(feats_in(summary.content), TITLES, _words), summary.made_at or timezone.now())


def season_records(season: Season) -> list[LeagueRecord]:
    """Return what was done best in the games of one season."""
    summary = SEASON_FEATS(season)
    feats = feats_in(summary.content) if summary else {}
    return records_told({key: feats[key] for key in OF_A_SEASON if key in feats}, TITLES, _words)


def records_told(
    feats: Mapping[str, Feat], titles: Mapping[str, tuple[Any, Any]], words: Callable[[str, Feat, str], str]
) -> list[LeagueRecord]:
    """Return feats as records, in the order of their `titles`. `words` says how much a feat is, given its key, the
    feat, and the name of the character that its holder was ahead of, if any. Five queries."""
    involved = people({who for feat in feats.values() for who in (feat.character, feat.other) if who})
    proving = {feat.game for feat in feats.values()}
    proofs = SeasonGame.objects.filter(game__in=proving).select_related("game")
    games, names = {proof.game_id: proof.game for proof in proofs}, headlines(list(proving))
    return [
        LeagueRecord(
            key=key,
            title=str(title),
            why=str(why),
            words=words(key, feat, involved[feat.other].name if feat.other in involved else ""),
            feat=feat,
            person=involved[feat.character],
            game=names[feat.game],
            href=games[feat.game].get_absolute_url(),
        )
        for key, (title, why) in titles.items()
        if (feat := feats.get(key)) is not None and feat.character in involved
    ]


def _worked_out(league: League, season: Season | None = None) -> dict[str, list[Any]]:
    """Return the feats of a league or of one of its seasons as JSON holds them, cached until results or events
    change."""
    results = Result.objects.filter(season__league=league).order_by()
    events = CareerEvent.objects.standing().filter(character__enrolment__league=league).order_by()
    if season is not None:
        results = results.filter(season=season)
        events = events.filter(game__in=SeasonGame.objects.filter(season=season).order_by().values("game"))

    def work_out() -> dict[str, list[Any]]:
        return kept(_feats(league, events, results, season))

    return cached(f"feats_{league.pk}_{season.pk if season else 0}", work_out, (results, ROWS), (events, ROWS))


LEAGUE_FEATS = Summariser("league_feats", LEAGUE, _worked_out)
SEASON_FEATS = Summariser("season_feats", SEASON, lambda season: _worked_out(season.league, season))


def kept(feats: Mapping[str, Feat]) -> dict[str, list[Any]]:
    """Return feats as JSON, in the form of 1.0 if that holds everything."""
    return {key: _kept(feat) for key, feat in feats.items()}


def _kept(feat: Feat) -> list[Any]:
    more = [feat.other, feat.words.kept() if feat.words else None] if feat.other or feat.words else []
    return [feat.character, feat.game, feat.at.isoformat(), feat.figure, feat.board, *more]


def feats_in(content: Mapping[str, Sequence[Any]]) -> dict[str, Feat]:
    """Return feats from what is kept of them; 1.0 kept the first five."""
    return {key: _feat(*values) for key, values in content.items()}


def _feat(
    who: int, game: int, at: str, number: int, board: str, other: int = 0, words: Mapping[str, Any] | None = None
) -> Feat:
    return Feat(who, game, datetime.fromisoformat(at), number, board, other, said_again(words) if words else None)


def _feats(
    league: League, events: QuerySet[CareerEvent], results: QuerySet[Result], season: Season | None
) -> dict[str, Feat]:
    steps, ordered = list(_steps(events)), results.order_by("character", "played_at", "game")
    rows = ordered.values_list("character_id", "game_id", "played_at", "place").iterator(2000)
    streaks = Streaks()
    for row in rows:
        streaks.show(Placed._make(row))
    feats = {
        "top": rules.fastest_to_the_top(steps),
        "stay": rules.longest_without_a_demotion(steps),
        "comeback": rules.greatest_comeback(steps),
        "parachute": rules.first_parachute(steps),
        **_of_one_game(league, season),
    }
    return {key: feat for key, feat in feats.items() if feat is not None} | streaks.feats()


def _steps(events: QuerySet[CareerEvent]) -> Iterator[CareerStep]:
    after = Case(When(kind=PROMOTION, then=Value(1)), default=Value(0))  # of the same game
    ordered = events.exclude(kind=RESTARTED).order_by("character", "career", "at", "reference", "game", after, "pk")
    columns = ("character_id", *CareerStep._fields[1:])
    return map(CareerStep._make, ordered.values_list(*columns).iterator(2000))


def _of_one_game(league: League, season: Season | None) -> dict[str, Feat | None]:
    best = {"cash": Best(), "degrees": Best(), "trips": Best()}
    sheets = Sheet.objects.confirmed().counting()
    sheets = sheets.filter(game__season_game__season__league=league, game__system="careers")
    if season is not None:
        sheets = sheets.filter(game__season_game__season=season)
    seats = SheetSeat.objects.filter(sheet__in=sheets.order_by().values("pk"), character__enrolment__league=league)
    columns = ("character_id", "sheet__game_id", "sheet__played_at", "sheet__game__edition", "figures")
    for who, game, at, board, figures in seats.order_by().values_list(*columns).iterator(2000):
        for key, number in _figures(figures).items():
            if number > 0:
                best[key].show(Feat(who, game, at, number, board))
    return {key: best_feat.feat for key, best_feat in best.items()}


def _figures(figures: Mapping[str, Any]) -> dict[str, int]:
    counts = {key: sum((figures.get(key) or {}).values()) for key in ("degrees", "trips")}
    return {"cash": figures.get("cash") or 0, **counts}


def _words(key: str, feat: Feat, other: str) -> str:
    """Return the words for what was done, in the reader's language."""
    if key == "cash":
        return f"{edition(feat.board).currency}{figure(feat.figure)}"
    if key == "parachute":
        return date_text(feat.at, "j F Y")
    return _counted(key, feat.figure).format(count=figure(feat.figure))


def _counted(key: str, number: int) -> str:
    if key in ("top", "games"):
        return ngettext("{count} game", "{count} games", number)
    if key == "stay":
        return ngettext("{count} game in a row", "{count} games in a row", number)
    if key == "comeback":
        return ngettext("{count} level up again", "{count} levels up again", number)
    if key == "run":
        return ngettext("{count} win in a row", "{count} wins in a row", number)
    if key == "degrees":
        return ngettext("{count} degree", "{count} degrees", number)
    return ngettext("{count} trip", "{count} trips", number)
