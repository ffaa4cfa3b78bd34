"""Candidates for a sheet: one's own characters first, then those one met last, then the rest of the league; or the
whole table of the last game. Also the programs and companies of each that a promotion counts."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db.models import F, Q, QuerySet

from characters.models import Character
from characters.queries.people import name_fits, search_keys
from characters.rules.career import RETIRED
from characters.rules.names import same_person
from games.models import Sheet, SheetSeat
from games.queries.sheets import score_sheet
from games.rules.sheets import ScoreSheet, SeatLine
from league.models import League, Season

RECENT_GAMES = 12
LIMIT = 12
NEWEST_GAMES = 50


class Candidate(NamedTuple):
    id: int
    name: str
    level: str
    level_name: str
    company: str
    owner: str
    edition: str
    retired: bool
    met: bool


def candidates(
    league: League, user: User, *, text: str = "", apart_from: Collection[int] = (), first: Sequence[int] = ()
) -> list[Candidate]:
    """Return at most twelve characters whose name matches `text`; the `first` ones come before those one has met."""
    fitting = _seatable(league, apart_from).filter(name_fits(text) if text.strip() else Q())
    return _listed(fitting, league, user, first)


def nearly_called(league: League, user: User, *, text: str, apart_from: Collection[int] = ()) -> list[Candidate]:
    """Return at most twelve characters who may be meant by `text`, which matches no name."""
    seatable = _seatable(league, apart_from)
    near = same_person(text, search_keys(seatable))[:LIMIT]
    return _listed(seatable.filter(pk__in=near), league, user) if near else []


def _seatable(league: League, apart_from: Collection[int]) -> QuerySet[Character]:
    return Character.objects.filter(enrolment__league=league, careers__current=True).exclude(pk__in=apart_from)


def _listed(
    characters: QuerySet[Character], league: League, user: User, first_of_all: Sequence[int] = ()
) -> list[Candidate]:
    met = list(dict.fromkeys([*first_of_all, *own_and_met(league, user)]))
    characters = characters.select_related("owner").annotate(now=F("careers__level"), status=F("careers__status"))
    first = {character.pk: character for character in characters.filter(pk__in=met)}
    rows = [first[pk] for pk in met if pk in first][:LIMIT]
    rows += characters.exclude(pk__in=first)[: LIMIT - len(rows)]
    return [_candidate(row, met) for row in rows]


def own_and_met(league: League, user: User) -> list[int]:
    """Return the user's own characters, then those of the last games that they sat in or entered, latest first."""
    own = Character.objects.filter(owner=user, enrolment__league=league, careers__current=True)
    ids = list(own.order_by("careers__status", "-id").values_list("pk", flat=True))
    here = Sheet.objects.filter(game__season_game__season__league=league).order_by("-game_id")
    games = here.values_list("game", flat=True).distinct()
    latest = {game for mine in _own_sheets(user) for game in games.filter(mine)[:RECENT_GAMES]}
    seats = SheetSeat.objects.filter(sheet__game__in=sorted(latest)[-RECENT_GAMES:])
    recent = seats.exclude(character=None).order_by("-sheet__game", "-sheet", "seat")
    return list(dict.fromkeys([*ids, *(pk for pk in recent.values_list("character_id", flat=True) if pk is not None)]))


def own_marks(characters: Collection[int]) -> dict[int, tuple[str, ...]]:
    """Return by character its programs and companies, in the order of `league.sheets.rules.sheet_cells.OWN`."""
    fields = ("specialty", "side_interest", "primary_company", "secondary_company")
    rows = Character.objects.filter(pk__in=characters).values_list("pk", *fields)
    return {pk: tuple(own) for pk, *own in rows}


def last_sheet(seasons: Collection[Season], user: User, **narrowed: Any) -> Sheet | None:
    """Return the newest sheet of these seasons that this person entered or sat at."""
    sheets = Sheet.objects.filter(game__season_game__season__in=seasons, game__played_by_bots=False, **narrowed)
    played = sheets.exclude(status=Sheet.VOID).order_by("-played_at", "-version")
    newest = [pk for mine in _own_sheets(user) for pk in played.filter(mine).values_list("pk", flat=True)[:1]]
    candidates = played.filter(pk__in=newest).select_related("game__season_game__season__league")
    return candidates.prefetch_related("seats").first()


def played_lately(season: Season) -> list[str]:
    """Return the systems of the season's newest games, the newest first."""
    newest = season.season_games.order_by("-played_at", "-reference")
    return list(dict.fromkeys(newest.values_list("game__system", flat=True)[:NEWEST_GAMES]))


def last_seated(season: Season) -> list[int]:
    """Return the ids of the characters at the newest confirmed table of a season, by seat."""
    played = Sheet.objects.filter(game__season_game__season=season, status=Sheet.CONFIRMED)
    newest = played.order_by("-played_at", "-pk").values("pk")[:1]
    seats = SheetSeat.objects.filter(sheet__in=newest).exclude(character=None).order_by("seat")
    return list(seats.values_list("character_id", flat=True))


def _own_sheets(user: User) -> tuple[Q, Q]:
    """Return the conditions for sheets that this person sat at, and for those they entered: apart, because the database
    begins either with few rows of an index, but reads every sheet for both at once."""
    sat = SheetSeat.objects.filter(character__owner=user).order_by().values("sheet")
    return Q(pk__in=sat), Q(submitted_by=user)


def last_table(season: Season, system: str, user: User) -> ScoreSheet | None:
    """Return the newest sheet of that game in the season that this person entered or sat at."""
    sheet = last_sheet([season], user, game__system=system)
    return None if sheet is None else score_sheet(sheet)


def still_here(table: ScoreSheet | None, league: League) -> list[SeatLine]:
    """Return who sat at that table and can be seated by anybody today."""
    if table is None:
        return []
    here = Character.objects.filter(enrolment__league=league, careers__current=True, pk__in=table.character_ids)
    ids = set(here.values_list("pk", flat=True))
    return [line for line in table.seats if line.character is None or line.character in ids]


def _candidate(character: Character, met: Collection[int]) -> Candidate:
    level, status = character.now, character.status  # type: ignore[attr-defined]
    return Candidate(
        id=character.pk,
        name=character.name,
        level=level,
        level_name=character.level_name(level),
        company=character.company_name,
        owner=character.owner_name,
        edition=character.edition,
        retired=status == RETIRED,
        met=character.pk in met,
    )
