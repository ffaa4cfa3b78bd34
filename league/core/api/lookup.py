"""Finding what an address names. A slug or number that no column could hold is as unknown as any other."""

from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from characters.models import Character
from league.core.queries.access import may, require
from league.core.queries.characters import find_character
from league.core.rules.roles import Act
from league.models import Entry, League, Round, Ruling, Season, SeasonGame, Stage, Table, Tournament

LARGEST_ID = 2**63 - 1
LARGEST_NUMBER = 2**15 - 1
M = TypeVar("M", bound=Model)


def by_slug(rows: QuerySet[M], slug: str) -> M:
    if "\x00" in slug:
        raise Http404
    return get_object_or_404(rows, slug=slug)


def by_id(rows: QuerySet[M], pk: int) -> M:
    row = rows.filter(pk=pk).first() if pk <= LARGEST_ID else None
    if row is None:
        raise Http404
    return row


def character(slug: str) -> Character:
    if "\x00" in slug:
        raise Http404
    return find_character(slug)


def season(slug: str) -> Season:
    return by_slug(Season.objects.select_related("league"), slug)


def season_game(game_id: int) -> SeasonGame:
    games = SeasonGame.objects.select_related("season__league", "game")
    return get_object_or_404(games, game=_within(game_id, LARGEST_ID))


def league_of(who: Character) -> League:
    return get_object_or_404(League, enrolments__character=who)


def tournament(slug: str) -> Tournament:
    return by_slug(Tournament.objects.select_related("season__league", "division"), slug)


def entry(slug: str, number: int) -> Entry:
    rows = Entry.objects.select_related("tournament__season__league", "character__owner")
    return _numbered(rows.filter(tournament=tournament(slug)), number)


def stage(slug: str, number: int) -> Stage:
    return _numbered(Stage.objects.filter(tournament=tournament(slug)).select_related("tournament"), number)


def sees_drafts(user: Any, plays: Tournament) -> bool:
    """Return whether `user` may see draft rounds, as organisers may."""
    return may(user, "administer", plays.season.league)


def played_round(user: Any, slug: str, in_stage: int, number: int) -> Round:
    """Return the round, if `user` may know of it."""
    plays = tournament(slug)
    rounds = Round.objects.select_related("stage__tournament__season__league")
    rounds = rounds.filter(stage__tournament=plays, stage__number=_within(in_stage, LARGEST_NUMBER))
    if not sees_drafts(user, plays):
        rounds = rounds.exclude(status=Round.DRAFT)
    return _numbered(rounds, number)


def table(user: Any, slug: str, in_stage: int, in_round: int, number: int) -> Table:
    tables = Table.objects.select_related("round__stage__tournament__season__league")
    return _numbered(tables.filter(round=played_round(user, slug, in_stage, in_round)), number)


def ruling(slug: str, ruling_id: int) -> Ruling:
    return get_object_or_404(Ruling, tournament=tournament(slug), pk=_within(ruling_id, LARGEST_ID))


def _numbered(rows: QuerySet[M], number: int) -> M:
    return get_object_or_404(rows, number=_within(number, LARGEST_NUMBER))


def _within(number: int, most: int) -> int:
    if number > most:
        raise Http404
    return number


TAGS = ["tournaments"]


def staff(request: Request, slug: str, act: Act) -> Tournament:
    """Return the tournament, for people who may do `act`."""
    plays = tournament(slug)
    require(request.user, act, plays.season.league)
    return plays
