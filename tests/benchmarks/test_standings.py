"""How long the standings of a big season take, against the bare aggregate over the same results in the same run."""

import random
from datetime import UTC, datetime, timedelta

from django.contrib.auth import get_user_model
from django.db import connection

from characters.models import Career, Character
from games.models import Game
from league.models import Result, Season, SeasonGame
from league.rules.table_points import MILLION, points_for

CHARACTERS, GAMES, DAYS = 10_000, 100_000, 100
START = datetime(2026, 1, 1, 18, tzinfo=UTC)


def fill(season: Season, *, characters: int = CHARACTERS, games: int = GAMES) -> list[Character]:
    """A season of four-seat tables, spread over `DAYS` game days."""
    rng = random.Random(7)
    owner = get_user_model().objects.create(username="owner")
    cast = Character.objects.bulk_create(
        Character(
            name=f"Character {number}",
            name_key=f"character {number:05d}",
            slug=f"character-{number}",
            owner=owner,
            edition="london",
            specialty="law",
            side_interest="sales_marketing",
            primary_company=rng.choice(["agrivi", "harrods"]),
            secondary_company="arsenal",
            title="Counsel",
        )
        for number in range(characters)
    )
    levels = ["entry", "entry", "senior", "manager"]
    Career.objects.bulk_create(Career(character=who, number=1, level=rng.choice(levels)) for who in cast)
    played = Game.objects.bulk_create(Game(system="careers", edition="london") for _ in range(games))
    when = {game.pk: START + timedelta(days=number * DAYS // games) for number, game in enumerate(played)}
    SeasonGame.objects.bulk_create(
        (SeasonGame(season=season, game=game, reference=f"g{game.pk}", played_at=when[game.pk]) for game in played),
        batch_size=5_000,
    )
    Result.objects.bulk_create(
        (
            Result(
                season=season,
                game=game,
                character=who,
                system="careers",
                played_at=when[game.pk],
                table_points=points_for(place, 1, 4),
                place=place,
                share=(40 - 6 * place + rng.randrange(6)) * MILLION // 100,
            )
            for game in played
            for place, who in enumerate(rng.sample(cast, 4), start=1)
        ),
        batch_size=5_000,
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return cast
