"""Many characters and games, written in bulk."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from characters.models import Career, Character
from characters.rules.names import search_key, sort_key
from characters.services.facts import record_facts
from games.models import Game, Sheet, SheetSeat
from games.queries.sheets import seal_of
from games.rules.definitions import Definition, digest_of
from games.rules.lines import result_facts
from games.rules.sheets import ScoreSheet, SeatLine
from games.services.sheets import seat_rows
from league.clubs.queries import rule_set_of
from league.models import Enrolment, GameToRate, Season, SeasonGame
from league.standings.services.results import result_rows, write_results

START = datetime(2020, 1, 1, 18, tzinfo=UTC)
AT_ONCE = 5000
TALLIES: Sequence[dict[str, Any]] = [
    {},
    {"degrees": {"law": 1}},
    {"degrees": {"law": 1, "sales_marketing": 2}, "trips": {"lister_bacon": 2, "harrods": 1}},
    {"trips": {"harrods": 2, "bbc_news": 1}},
]


def a_crowd(season: Season, number: int, first: int = 0) -> list[Character]:
    """So many characters of one owner, numbered from `first` on."""
    owner, _ = User.objects.get_or_create(username="owner")
    profile = {"edition": "london", "specialty": "law", "side_interest": "sales_marketing", "title": "Counsel"}
    companies = {"primary_company": "lister_bacon", "secondary_company": "harrods", "owner": owner}
    people = Character.objects.bulk_create(
        [
            Character(
                name=f"Person {n}",
                name_key=f"person {n}",
                search_key=search_key(f"Person {n}"),
                sort_key=sort_key(f"Person {n}"),
                slug=f"person-{n}",
                **profile,
                **companies,
            )
            for n in range(first, first + number)
        ],
        batch_size=AT_ONCE,
    )
    Career.objects.bulk_create([Career(character=one, number=1) for one in people], batch_size=AT_ONCE)
    Enrolment.objects.bulk_create(
        [Enrolment(league=season.league, character=one) for one in people], batch_size=AT_ONCE
    )
    return people


def a_random_sheet(rng: random.Random, people: Sequence[Character], number: int) -> ScoreSheet:
    """Four seats that pass, fail and climb; every game a minute after the one before."""
    lines = [
        SeatLine(
            seat,
            who.pk,
            who.name,
            seat == 1,
            {
                "happiness": rng.randrange(20, 90) + (200 if seat == 1 else 0),
                "fame": rng.randrange(90),
                "cash": rng.randrange(90_000),
                **rng.choice(TALLIES),
            },
        )
        for seat, who in enumerate(rng.sample(people, 4), start=1)
    ]
    return ScoreSheet("careers", "london", START + timedelta(minutes=number), tuple(lines), "formula", 200)


def an_own_sheet(rng: random.Random, game: Definition, people: Sequence[Character], number: int) -> ScoreSheet:
    """Four seats of a game in which the columns add up, an hour long."""
    lines = [
        SeatLine(seat, who.pk, who.name, False, {column.name: rng.randrange(40) for column in game.FIGURES})
        for seat, who in enumerate(rng.sample(people, 4), start=1)
    ]
    at = START + timedelta(minutes=number)
    return ScoreSheet(game.ID, "london", at, tuple(lines), minutes=60 + number % 60, definition=game.content)


@transaction.atomic
def play_in_bulk(
    season: Season, people: Sequence[Character], numbers: range, own_games: Sequence[Definition] = ()
) -> None:
    """Confirmed games that wait for their reviews and ratings, as an import would write them, without its checks. With
    `own_games` every other one is one of these."""
    rng = random.Random(numbers.start)
    rules = rule_set_of(season)
    tables = [
        an_own_sheet(rng, rng.choice(own_games), people, number)
        if own_games and number % 2
        else a_random_sheet(rng, people, number)
        for number in numbers
    ]
    games = Game.objects.bulk_create([Game(system=table.system, edition="london") for table in tables])
    sheets = Sheet.objects.bulk_create(
        [
            Sheet(
                game=game,
                version=1,
                status=Sheet.CONFIRMED,
                source=Sheet.CSV,
                played_at=table.played_at,
                mode=table.mode,
                target=table.target,
                minutes=table.minutes,
                definition_id=digest_of(table.definition) if table.definition else None,
                rules=rules,
                confirmed_at=START,
            )
            for game, table in zip(games, tables, strict=True)
        ]
    )
    triples = list(zip(numbers, sheets, tables, strict=True))
    seats = [seat_rows(sheet, table) for _, sheet, table in triples]
    SheetSeat.objects.bulk_create([seat for rows in seats for seat in rows])
    seals = [seal_of(sheet, rows, confirmed_by=None) for sheet, rows in zip(sheets, seats, strict=True)]
    SeasonGame.objects.bulk_create(
        SeasonGame(season=season, game_id=sheet.game_id, reference=f"g{number:07}", played_at=table.played_at)
        for number, sheet, table in triples
    )
    write_results(
        [
            result
            for _, sheet, table in triples
            for result in result_rows(season_id=season.pk, game_id=sheet.game_id, sheet=table)
        ]
    )
    GameToRate.objects.bulk_create(
        GameToRate(league_id=season.league_id, system=table.system, game_id=sheet.game_id)
        for _, sheet, table in triples
    )
    record_facts(
        entries=[
            entry
            for (number, sheet, table), seal in zip(triples, seals, strict=True)
            for entry in result_facts(sheet.game_id, 1, rules.pk, table, reference=f"g{number:07}", seal=seal)
        ]
    )


def copies(rows: list, **other: object) -> list:
    """Unsaved rows with the same content."""
    fresh = []
    for row in rows:
        values = {
            field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if field.attname != "id"
        }
        fresh.append(type(row)(**values | other))
    return fresh
