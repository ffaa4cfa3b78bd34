"""The checks of a table in a season: its house rules and its characters at the time of the game.

The league and the season that a page is about when its address names no other.

House rules as people read them: each choice in words, and what changed from version to version.

The promotion feed: promotions, demotions and parachutes in games of a season.

Tournaments as lists show them, and the seats where a person sits now. A handful of queries however many tournaments."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from characters.models import CareerEvent, Character, RuleSet
from characters.queries.compiled import Compiled
from characters.queries.history import HistoryLine, line, rules_in
from characters.rules.house_rules import DEFAULTS, HouseRules, is_digest, stored_rules
from engine.careers.editions import Edition, edition
from games.models import Play, Sheet
from games.queries.sheets import seated_at
from games.rules import careers
from games.rules.sheets import Knowledge, ScoreSheet
from league.boards.queries import board_choices, board_names, names_on
from league.clubs.rules import changes, outside_season
from league.core.queries.access import visible_to
from league.core.queries.cached import ROWS, cached
from league.core.queries.games import with_headlines
from league.core.queries.systems import system_name
from league.core.rules.unfolding import GAMES_FOR_CHANCES, SeasonContents
from league.models import (
    Desk,
    Division,
    Enrolment,
    Entry,
    FileImport,
    HouseRulesVersion,
    JoinRequest,
    League,
    Membership,
    OwnGame,
    Result,
    Round,
    Season,
    SeasonGame,
    SeasonPlay,
    Stage,
    StageEntry,
    Table,
    TableSeat,
    TeamContest,
    Tournament,
)

# From the optional app of forecasts: whether odds of a season were ever worked out.
FORETOLD: list[Callable[[Season], bool]] = []


def rule_set_of(season: Season) -> RuleSet:
    """Return the newest version of the season's house rules."""
    return HouseRulesVersion.objects.filter(season=season).select_related("rules").latest("version").rules


def house_rules_of(season: Season) -> HouseRules:
    return rules_in(rule_set_of(season))


def rules_of_a_new_season(league: League) -> dict[str, str] | None:
    """Return the rules of a league's first season, in which games of bots are practice until the club decides
    otherwise; None for later seasons, which take the rules of the last one."""
    return None if league.seasons.exists() else {"engine_games": "practice"}


def house_rules_by_season(seasons: Collection[int]) -> dict[int, HouseRules]:
    """Return the newest house rules of each season, in one query."""
    versions = HouseRulesVersion.objects.filter(season__in=seasons).select_related("rules").order_by("version")
    newest = {version.season_id: version.rules for version in versions}
    return {season: rules_in(rules) for season, rules in newest.items()}


def rules_are_fixed(season: Season) -> bool:
    """Return whether the season's first game is confirmed, so that the house rules can no longer change."""
    confirmed = season.season_games.filter(game__sheets__confirmed_at__isnull=False)
    return Result.objects.filter(season=season).exists() or confirmed.exists()


def doubt_of_day(season: Season, at: datetime, *, game_id: int | None = None) -> str:
    """Return what speaks against a game of this season at this moment, as a sentence; "" for a day of the season, and
    for the day that `game_id` already has."""
    if season.starts_on is None and season.ends_on is None:
        return ""
    zone = ZoneInfo(season.league.zone)
    day = at.astimezone(zone).date()
    doubt = outside_season("game", day, season.name, starts_on=season.starts_on, ends_on=season.ends_on)
    games = SeasonGame.objects.filter(game=game_id).values_list("played_at", flat=True) if doubt and game_id else ()
    return "" if any(before.astimezone(zone).date() == day for before in games) else doubt


def known_for(
    season: Season, sheet: ScoreSheet, reference: str, *, game_id: int | None = None, rules: RuleSet | None = None
) -> Knowledge:
    """Return what `sheet` is checked against in this season. `game_id` when it corrects or replaces the sheet of that
    game; `rules` for a caller that has already fetched the season's."""
    ids = sheet.character_ids
    characters = list(Character.objects.filter(enrolment__league=season.league_id, pk__in=ids).order_by())
    house_rules = rules_in(rules or rule_set_of(season))
    degrees = sheet.system == careers.ID and house_rules.carry_over == "degrees_and_trips"
    seated = seated_at(sheet, reference, among=characters, apart_from=game_id, degrees=degrees)
    plays = not sheet.definition or OwnGame.objects.filter(league=season.league_id, system=sheet.system).exists()
    return Knowledge(now=timezone.now(), rules=house_rules, seated=seated, is_played=plays)


def names_in(season: Season, system: str, edition_id: str) -> Edition:
    """Return the words of an edition as the sheets of a game say them in a season: Careers has those of its board."""
    if system != careers.ID:
        return edition(edition_id)
    return names_on(season.league, house_rules_of(season).board, edition_id)


def offered_boards(season: Season, rules: HouseRules) -> list[tuple[str, str]]:
    """Return the league's own boards to choose from: the newest version of each, and the one that the season has
    now."""
    newest = board_choices(season.league)
    if rules.board in dict(newest) or not is_digest(rules.board):
        return newest
    return [*newest, (rules.board, board_names(season.league).get(rules.board, rules.board[:12]))]


def season_game_of(game_id: int) -> SeasonGame:
    """Return the game with its season and league. Raise SeasonGame.DoesNotExist when the id is unknown."""
    return SeasonGame.objects.select_related("season__league", "game").get(game=game_id)


_MINE = Compiled(
    lambda user: (
        Membership.objects.filter(user=user)
        .select_related("league")
        .order_by(Exists(Desk.objects.filter(user=user, league=OuterRef("league"))).desc(), "-joined_at", "-pk")
    )
)


def memberships_of(user: Any) -> list[Membership]:
    """Return the person's memberships with their leagues, in one query; first that of the league they are in: the one
    they chose, else the one joined last."""
    return _MINE.all(user.pk) if user.is_authenticated else []


def league_for(user: Any) -> League | None:
    """Return the league that the person is in, else the first of this installation."""
    mine = memberships_of(user)
    return mine[0].league if mine else League.objects.filter(visible_to(user, "pk")).order_by("pk").first()


def current_season(league: League, *, today: date) -> Season | None:
    """Return the season that runs; else the newest that is over, else the next one to begin."""
    return current_seasons([league.pk], today=today).get(league.pk)


def current_seasons(leagues: Collection[int], *, today: date) -> dict[int, Season]:
    """Return what `current_season` says by league, in one query."""
    current: dict[int, Season] = {}
    for season in current_first(Season.objects.filter(league__in=leagues).select_related("league"), today=today):
        current.setdefault(season.league_id, season)
    return current


def current_first(seasons: QuerySet[Season], *, today: date) -> QuerySet[Season]:
    """Return these seasons in the order in which a person means them: running ones, then finished ones, each newest
    first, then future ones, the next one first."""
    begun, over = Q(starts_on=None) | Q(starts_on__lte=today), Q(ends_on__lt=today)
    return seasons.order_by(
        Case(When(begun & ~over, then=0), When(over, then=1), default=2),
        Case(When(starts_on__gt=today, then="starts_on")),
        F("starts_on").desc(nulls_last=True),
        "-pk",
    )


def claim_of(user: User | AnonymousUser, league: League | None = None) -> JoinRequest | None:
    """Return what this member said of themselves, that they are a guest of the league, while no organiser has decided
    it."""
    if user.pk is None:
        return None
    claims = JoinRequest.objects.filter(user=user.pk, decided_at=None, league__memberships__user=user.pk)
    return claims.exclude(name="").filter(**({"league": league} if league else {})).select_related("league").first()


def season_contents(season: Season) -> SeasonContents:
    """Return what the season has so far, in one query, or two for a season with a last day, three once it is over."""
    here = Season.objects.filter(pk=season.pk).values_list(
        Exists(Enrolment.objects.filter(league=OuterRef("league"))),
        Exists(SeasonGame.objects.filter(season=OuterRef("pk"))),
        Exists(Division.objects.filter(season=OuterRef("pk"))),
        Exists(TeamContest.objects.filter(season=OuterRef("pk"), tournament=None)),
    )
    characters, reported, divisions, teams = here.get()
    ends = season.ends_on is not None and (
        season.ends_on >= timezone.localdate() or any(has_odds(season) for has_odds in FORETOLD)
    )
    games = Result.objects.filter(season=season).order_by().values("game").distinct()[:GAMES_FOR_CHANCES]
    return SeasonContents(characters, reported, len(games) if ends and reported else 0, divisions, teams, ends)


def house_rules_by_league(leagues: Collection[int]) -> dict[int, HouseRules]:
    """Return the house rules of each league's newest season, in one query."""
    newest = HouseRulesVersion.objects.filter(season__league=OuterRef("pk")).order_by("-season_id", "-version")
    settings_of = Subquery(newest.values("rules__settings")[:1])
    rows = League.objects.filter(pk__in=leagues).order_by().values_list("pk", settings_of)
    return {league: rules_in(RuleSet(settings=settings)) for league, settings in rows if settings}


def newest_house_rules(league: League | None) -> HouseRules:
    """Return the house rules of the league's newest season; the rule book's if it has no season."""
    season = league.seasons.order_by("-id").first() if league else None
    return house_rules_of(season) if season else DEFAULTS


def seasons_with_games(league: League | None = None) -> QuerySet[Season]:
    """Return seasons with their league and the number of their `games`, newest first."""
    games = SeasonGame.objects.filter(season=OuterRef("pk")).order_by().values("season").annotate(games=Count("pk"))
    # No join: the pages of a list count seasons, not their games.
    seasons = Season.objects.select_related("league").annotate(games=Coalesce(Subquery(games.values("games")), 0))
    if league is not None:
        seasons = seasons.filter(league=league)
    return seasons.order_by(F("starts_on").desc(nulls_last=True), "-id")


def versions_of(season: Season) -> list[tuple[HouseRulesVersion, tuple[str, ...]]]:
    """Return every version, newest first, with sentences on what it changed against the one before, the first against
    the rule book. Two queries."""
    versions, names = (
        list(season.house_rules.select_related("rules", "set_by").order_by("version")),
        board_names(season.league),
    )
    rules = [DEFAULTS, *(stored_rules(version.rules.settings) for version in versions)]
    changed = [changes(before, after, names) for before, after in pairwise(rules)]
    return list(zip(versions, changed, strict=True))[::-1]


def first_confirmed(season: Season) -> tuple[SeasonGame, datetime] | None:
    """Return the game whose confirmation fixed the house rules, and when that was."""

    def work_out() -> tuple[int, Any] | None:
        sheets = Sheet.objects.filter(game__season_game__season=season, confirmed_at__isnull=False)
        return sheets.order_by("confirmed_at", "pk").values_list("game", "confirmed_at").first()

    # Once there is one it stays, as the versions of the rules do; to find it takes every sheet of the season.
    first = cached(f"first_confirmed_{season.pk}", work_out, (season.house_rules.all(), ROWS))
    return (season.season_games.get(game=first[0]), first[1]) if first else None


def waiting_sheets(season: Season) -> dict[str, int]:
    """Return how many games of each system wait: sheets that nobody has confirmed yet, and games that bots still
    play."""
    open_sheets = season.season_games.filter(game__sheets__status__in=(Sheet.SUBMITTED, Sheet.DISPUTED))
    counts = Counter(open_sheets.values_list("game__system", flat=True))
    counts.update(_games_of_bots().filter(season=season).values_list("play__system", flat=True))
    return dict(counts)


def _games_of_bots() -> QuerySet[SeasonPlay]:
    """Return the games of bots that are under way."""
    return SeasonPlay.objects.filter(play__status=Play.RUNNING).exclude(play__ordered_as="")


def promotion_feed(season: Season, *, most: int) -> list[HistoryLine]:
    """Return the newest events but passed reviews that still hold, in two queries."""
    here = SeasonGame.objects.filter(season=season, game=OuterRef("game"))
    events = CareerEvent.objects.standing().of_note().filter(Exists(here)).select_related("character")
    return with_headlines(line(event, event.character) for event in events.order_by("-at", "-id")[:most])


OPEN_ROUNDS = (Round.PUBLISHED, Round.RUNNING)


@dataclass(frozen=True, slots=True)
class TournamentLine:
    """`entered` are those with a place, `waiting` those on the list for one; `now` says how far a running one is."""

    tournament: Tournament
    system: str
    entered: int
    waiting: int
    now: str


def tournament_lines(tournaments: Iterable[Tournament]) -> list[TournamentLine]:
    """Return the lines for tournaments that were counted with `with_entries`, in their order."""
    rows = list(tournaments)
    where = _where([row.pk for row in rows if row.status == Tournament.RUNNING])
    return [
        TournamentLine(
            row,
            system_name(row.system),
            row.entered,  # type: ignore[attr-defined] # annotated by `with_entries`
            row.waiting,  # type: ignore[attr-defined]
            where.get(row.pk, ""),
        )
        for row in rows
    ]


def with_entries(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Return the tournaments with season and league, and how many have `entered` and wait. Once a tournament runs,
    its players have entered."""
    entries = Entry.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    planned = entries.filter(status__in=(Entry.REGISTERED, Entry.CHECKED_IN)).annotate(many=Count("pk"))
    waiting = entries.filter(status=Entry.WAITING).annotate(many=Count("pk"))
    playing = StageEntry.objects.filter(stage__tournament=OuterRef("pk")).order_by().values("stage__tournament")
    counted = playing.annotate(many=Count("entry", distinct=True))
    return tournaments.select_related("season__league").annotate(
        entered=Coalesce(Subquery(counted.values("many")), Subquery(planned.values("many")), 0),
        waiting=Coalesce(Subquery(waiting.values("many")), 0),
    )


def open_seats(user: Any) -> list[TableSeat]:
    """Return where the person's characters sit now: published and running rounds, one query."""
    if not user.is_authenticated:
        return []
    seats = TableSeat.objects.filter(entry__character__owner=user, round__status__in=OPEN_ROUNDS)
    above = ("table", "round__stage__tournament__season__league", "entry__character")
    return list(seats.select_related(*above).order_by("-round__published_at"))


def current_round(tournament: Tournament) -> Round | None:
    """Return the newest round that everybody may read."""
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(status=Round.DRAFT)
    return rounds.select_related("stage__tournament").order_by("-stage__number", "-number").first()


def _where(running: list[int]) -> dict[int, str]:
    """Return for each tournament its running stage, and the newest round of it that can be read."""
    stages = Stage.objects.filter(tournament__in=running, status=Stage.RUNNING)
    newest = Round.objects.filter(stage=OuterRef("pk")).exclude(status=Round.DRAFT).order_by("-number")
    rows = stages.annotate(newest=Subquery(newest.values("number")[:1]))
    return {row.tournament_id: f"{row.name}, {_round(row.newest, row.rounds)}" for row in rows}


def _round(number: int | None, of: int | None) -> str:
    if number is None:
        return _("no round yet")
    if of and number <= of:
        return _("round {number} of {of}").format(number=number, of=of)
    return _("round {number}").format(number=number)


def under_way(league: League) -> str:
    """Return what continues automatically in a league, in a sentence for an organiser who wants to close it; "" if
    nothing does."""
    running = Tournament.objects.filter(season__league=league, status=Tournament.RUNNING).first()
    if running is not None:
        return _("{running} is running. Finish or cancel it first.").format(running=running)
    if Table.objects.filter(round__stage__tournament__season__league=league, confirm_by__isnull=False).exists():
        return _("The result of a table is about to be confirmed. Wait until it is.")
    if FileImport.objects.filter(league=league, status__in=(FileImport.WAITING, FileImport.RUNNING)).exists():
        return _("A file is still being read. Wait until it is done.")
    if _games_of_bots().filter(season__league=league).exists():
        return _("Bots are still playing. Wait until their games are over.")
    return ""
