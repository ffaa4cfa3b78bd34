"""Whatever is reported late, corrected or voided, whenever it is reviewed: careers end as they would have been."""

import random
from contextlib import suppress
from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from characters.models import Character, Fact
from characters.rules.facts import decode
from characters.services.facts import record_facts
from characters.services.registration import register_character
from games.models import Sheet
from games.queries.sheets import score_sheet
from games.rules.sheets import Knowledge, ScoreSheet, Seated
from games.services import sheets
from games.services.review import doubt_sheets, review_waiting
from league.clubs.queries import house_rules_of, rule_set_of
from league.models import SeasonGame
from league.people.services.registration import restart_in_league
from league.results.services.games import correct_game, report_game, void_game
from tests.factories.careers import PATHS, climb, differences, life
from tests.factories.cast import a_staffed_season
from tests.factories.days import on_day
from tests.factories.games import played, review
from tests.factories.sheets import a_sheet, at

pytestmark = pytest.mark.django_db
POINTS = (0, 30, 60, 110, 400, 1100, 2600, 10_000)
STEPS = 14


def some_table(rng: random.Random, cast) -> ScoreSheet:
    """A game in which much happens: promotions, demotions, parachutes, a free pass that somebody may not have had."""
    seats = [
        at(who, rng.choice(POINTS), **(PATHS if rng.random() < 0.6 else {}), free_passes=int(rng.random() < 0.1))
        for who in rng.sample(cast, rng.randint(2, 4))
    ]
    winner = replace(seats[0], figures={**seats[0].figures, "happiness": rng.choice((100, 220, 1200, 2600, 10_000))})
    return a_sheet(winner, *seats[1:], day=rng.randint(1, 25), target=rng.choice((100, 200)))


def some_step(rng: random.Random, season, cast, number: int) -> None:
    games = list(season.season_games.select_related("season__league", "game").order_by("pk"))
    match rng.choice(["report", "report", "correct", "correct", "void", "restart", "review"]):
        case "report":
            more = {"reference": f"g{rng.randrange(100):02}-{number}", "source": Sheet.WEB, "confirm": True}
            report_game(season=season, sheet=some_table(rng, cast), **more)
        case "correct":
            more = {"reason": f"step {number}", "source": Sheet.WEB}
            correct_game(season_game=rng.choice(games), sheet=some_table(rng, cast), **more)
        case "void":
            void_game(season_game=rng.choice(games), reason=f"step {number}")
        case "restart":
            review()
            restart_in_league(league=season.league, character=rng.choice(cast))
        case "review":
            review_waiting(limit=rng.randint(1, 3))


def twins_of(cast) -> dict[int, Character]:
    """For each of the cast somebody new with the same profile."""
    profile = ("owner", "specialty", "side_interest", "title")
    return {
        who.pk: register_character(
            name=f"{who.name} once more", edition_id=who.edition, **{name: getattr(who, name) for name in profile}
        )
        for who in cast
    }


def run_clean(season, twins: dict[int, Character]) -> None:
    """The final sheets with the twins in the seats, confirmed once each in order of play. Office politics leave careers
    alone, so what a doubt is about is left out."""
    for game in SeasonGame.objects.filter(game__sheets__status=Sheet.CONFIRMED).order_by("played_at", "reference"):
        sheet = score_sheet(game.game.sheets.confirmed().get())
        seats = [
            replace(line, character=twins[line.character].pk, figures={**line.figures, "free_passes": 0})
            for line in sheet.seats
        ]
        sheet = replace(sheet, seats=tuple(seats))
        seated = {pk: Seated("", "entry", "", "london") for pk in sheet.character_ids}
        known = Knowledge(on_day(28), house_rules_of(season), seated)
        row = sheets.submit_sheet(sheet=sheet, knowledge=known, rules=rule_set_of(season), source=Sheet.WEB)
        sheets.confirm_sheet(sheet=row, reference=game.reference, knowledge=known)
    restarts = Fact.objects.filter(character__in=twins, game=None).order_by("pk")
    record_facts(entries=[(twins[fact.character_id].pk, decode(fact.content)) for fact in restarts])
    review()


@settings(
    max_examples=5,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(seed=st.integers(0, 2**32))
def test_a_season_of_mistakes_ends_as_a_season_without_them(seed: int):
    rng = random.Random(seed)
    with transaction.atomic():
        season, *cast = a_staffed_season()
        climb(season, cast[0], 5)
        played(season, "parachute", at(cast[0], 10_000), at(cast[1], 30), day=12)
        cast.append(Character.objects.get(name="Rival"))
        for number in range(STEPS):
            with suppress(ValidationError), transaction.atomic():
                some_step(rng, season, cast, number)
        review()
        assert not Sheet.objects.awaiting_review().exists()
        assert differences() == []
        assert the_doubts() == the_doubts(after_another_look=True)
        twins = twins_of(cast)
        run_clean(season, twins)
        assert {who.name: life(who) for who in cast} == {who.name: life(twins[who.pk]) for who in cast}
        transaction.set_rollback(True)


def the_doubts(*, after_another_look: bool = False) -> dict[int, list[str]]:
    confirmed = Sheet.objects.confirmed()
    if after_another_look:
        doubt_sheets(game_ids=list(confirmed.values_list("game_id", flat=True)))
    return dict(confirmed.values_list("pk", "doubts"))
