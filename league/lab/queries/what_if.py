"""The clubs on which other house rules are tried: a league's characters with their games, and who sat together
recently. And the worlds in which the engine plays."""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable

from django.db.models import Count, Max, OuterRef, QuerySet, Subquery

from characters.models import CareerEvent, Character, RuleSet
from characters.queries.history import rules_in
from characters.rules.career import RETIRED, CareerTotals
from games.models import Sheet
from games.rules.careers import FORMULA, TIMED
from league.boards.queries import own_board
from league.lab.models import WhatIf
from league.lab.rules.what_if import Club, Member, member
from league.lab.rules.what_if_games import Roster
from league.lab.rules.what_if_worlds import MINUTES, TARGETS, TableFormat, World
from league.models import League, Result
from league.people.queries.urn import league_games, own_games

TABLES = 300  # the newest of the league
SEATS = 8
LATELY = 50  # games that tell what is usual
BOOK = TableFormat(FORMULA, target=200)


def what_ifs_of(league: League) -> QuerySet[WhatIf]:
    """Return the comparisons of a league, the newest first."""
    return WhatIf.objects.filter(league=league).select_related("league", "today", "other", "asked_by")


def has_games(league: League) -> bool:
    return _results(league).exists()


def inputs_of(league: League) -> str:
    """Return a digest of all that a club is made from; it changes with every change of a result or a review."""
    lives = Character.objects.filter(enrolment__league=league).order_by("pk")
    characters = lives.values_list("pk", "last_digest", "reviewed_fact", "rescinded_digest")
    results = _results(league).aggregate(Count("pk"), Max("pk"))
    events = CareerEvent.objects.filter(character__enrolment__league=league).aggregate(Max("pk"))
    return hashlib.sha256(json.dumps([list(characters), results, events]).encode()).hexdigest()


def club_of(league: League, *, begins: str) -> Club:
    """Return the club of characters who sat at the newest tables and are still in the league. Characters who have left
    by golden parachute begin again."""
    tables = _tables(league)
    present = Character.objects.filter(enrolment__league=league, pk__in={who for table in tables for who in table})
    own, games = own_games(present), league_games(league)
    members: dict[int, Member] = {}
    for character in present:
        others = [played for who, lines in games.items() if who != character.pk for played in lines]
        history = own[character.pk]
        candidate = member(_beginning(history.career, begins), character.profile, history.lines, others)
        if candidate is not None:
            members[character.pk] = candidate
    return Club(members, _of_these(tables, members))


def _beginning(career: CareerTotals, begins: str) -> CareerTotals:
    return CareerTotals() if begins == WhatIf.ENTRY or career.status == RETIRED else career


def _of_these(tables: Iterable[Iterable[int]], members: Collection[int]) -> list[tuple[int, ...]]:
    """Return who of these sat at each table, without the tables where nobody did."""
    there = (tuple(who for who in table if who in members) for table in tables)
    return [table for table in there if table]


def people_of(league: League) -> QuerySet[Character]:
    """Return the characters who play in seasons of the engine: the ones who sat at the newest tables and are still in
    the league; everybody, if fewer than two did."""
    everybody = Character.objects.filter(enrolment__league=league).order_by("pk")
    lately = everybody.filter(pk__in={who for table in _tables(league) for who in table})
    return lately if lately.count() > 1 else everybody


def roster_of(league: League, *, begins: str) -> Roster:
    """Return the roster of a league. Characters who have left by golden parachute begin again."""
    present = list(people_of(league))
    own = own_games(present)
    people = {who.pk: (_beginning(own[who.pk].career, begins), who.profile) for who in present}
    return Roster(people, _of_these(_tables(league), people))


def usual_format(league: League) -> TableFormat:
    """Return what most of the newest tables agreed on; 200 points, as in the book, before the first."""
    newest = _newest(league, LATELY * SEATS).values_list("game", flat=True)
    sheets = Sheet.objects.filter(game__in=list(dict.fromkeys(newest))[:LATELY], status=Sheet.CONFIRMED).order_by("pk")
    agreed = Counter(sheets.values_list("mode", "target", "minutes"))
    for (mode, target, minutes), _tables_of_it in agreed.most_common():
        if mode == FORMULA and target and target <= TARGETS[1]:
            return TableFormat(FORMULA, target=target)
        if mode == TIMED and minutes and MINUTES[0] <= minutes <= MINUTES[1]:
            return TableFormat(TIMED, minutes=minutes)
    return BOOK


def worlds_of(what_if: WhatIf) -> tuple[World, World]:
    return (
        _world(what_if.league, what_if.today, what_if.today_format),
        _world(what_if.league, what_if.other, what_if.other_format),
    )


def _world(league: League, rules: RuleSet, format: str) -> World:
    house = rules_in(rules)
    return World(house, TableFormat.of(format), own_board(league, house.board))


def _results(league: League) -> QuerySet[Result]:
    return Result.objects.filter(season__league=league, system="careers").order_by()


def _newest(league: League, most: int) -> QuerySet[Result]:
    """Return that many results of the league, the newest first. One more query says since when there are as many in one
    season, so that the database sorts no more of each."""
    of_season = _results(league).filter(season=OuterRef("pk")).order_by("-played_at").values("played_at")
    begins = league.seasons.order_by().aggregate(at=Max(Subquery(of_season[most - 1 : most])))["at"]
    results = _results(league) if begins is None else _results(league).filter(played_at__gte=begins)
    return results.order_by("-played_at", "-game", "character")[:most]


def _tables(league: League) -> list[list[int]]:
    """Return who sat at the tables, the newest first."""
    tables: dict[int, list[int]] = defaultdict(list)
    for game, who in _newest(league, TABLES * SEATS).values_list("game", "character"):
        tables[game].append(who)
    return list(tables.values())[:TABLES]
