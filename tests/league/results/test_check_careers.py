"""check_careers finds whatever was altered behind the back of the services, and says where."""

from collections.abc import Callable

import pytest
from django.db import transaction

from characters.models import Career, CareerEvent, Character, Fact, RuleSet
from characters.rules.facts import digest
from games.models import Game, Sheet, SheetSeat
from league.models import RatedGame, Rating, RatingList, RatingStep, Result, SeasonGame
from tests.factories.careers import climb, lacks
from tests.factories.cast import a_staffed_season
from tests.factories.games import played, review
from tests.factories.ratings import rate
from tests.factories.sheets import at
from tests.factories.tampering import first, past_triggers

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Character:
    season, ada, bo, cleo, _ = a_staffed_season()
    climb(season, ada, 3)
    played(season, "g1", at(ada, 120), at(bo, 40), at("Guest", 10), day=10)
    played(season, "g2", at(cleo, 120), at(ada, 40), day=11)
    review()
    ada.refresh_from_db()
    return ada


def test_an_honest_league_is_in_order(run, ada):
    assert run("check_careers") == (
        0,
        f"{Character.objects.count()} characters and 5 games: every figure follows from the facts.\n",
        [],
    )


def alter_content(who: Character) -> None:
    fact = Fact.objects.get(character=who, number=2)
    Fact.objects.filter(pk=fact.pk).update(content=fact.content.replace('"happiness":2500', '"happiness":2501'))


def write_nonsense(who: Character) -> None:
    Fact.objects.filter(character=who, number=2).update(content="not a fact")


def remove_the_last_fact(who: Character) -> None:
    Fact.objects.filter(character=who, number=who.last_fact).delete()


def remove_the_last_fact_and_its_traces(who: Character) -> None:
    remove_the_last_fact(who)
    last = Fact.objects.filter(character=who).last()
    Character.objects.filter(pk=who.pk).update(
        last_fact=last.number, reviewed_fact=last.number, last_digest=last.digest
    )


def rewrite_the_whole_chain(who: Character) -> None:
    """Every digest fits again, and the careers are reviewed: only the score sheet still knows better."""
    previous = ""
    for fact in Fact.objects.filter(character=who):
        content = fact.content.replace('"happiness":2500', '"happiness":2600')
        previous = digest(previous, content)
        Fact.objects.filter(pk=fact.pk).update(content=content, digest=previous)
    Character.objects.filter(pk=who.pk).update(last_digest=previous, reviewed_fact=0)
    Sheet.objects.update(reviewed_at=None)
    review()


FACTS = [
    (alter_content, "Ada: fact 2 was altered or removed"),
    (write_nonsense, "Ada: fact 2 was altered or removed"),
    (lambda who: Fact.objects.filter(character=who, number=2).delete(), "Ada: fact 2 was altered or removed"),
    (remove_the_last_fact, "Ada: the chain ends at fact 4, the character's file says 5"),
    (remove_the_last_fact_and_its_traces, "Game g2: the characters' facts are not those"),
    (rewrite_the_whole_chain, "Game c0: the characters' facts are not those"),
    (lambda who: Fact.objects.filter(character=who, number=2).update(game=999), "facts are not those"),
]
CAREERS = [
    (lambda who: Career.objects.filter(character=who).update(level="vp"), "level is vp, the facts say manager"),
    (lambda who: Career.objects.filter(character=who).update(status="retired"), "status is retired"),
    (lambda who: Career.objects.filter(character=who).update(current=False), "current is False"),
    (lambda who: Career.objects.filter(character=who).update(degrees={"law": 99}), "degrees is {'law': 99}"),
    (lambda who: Career.objects.filter(character=who).delete(), "careers [] are stored"),
    (lambda who: Career.objects.create(character=who, number=2, current=False), "careers [1, 2] are stored"),
    (lambda who: first(CareerEvent, kind="promotion").update(points=1), "the history lacks a promotion after"),
    (lambda who: first(CareerEvent, kind="review").update(why="bribed"), "which the facts do not bear out"),
    (lambda who: first(CareerEvent, kind="review").delete(), "the history lacks a review"),
    (lambda who: RuleSet.objects.update(settings='{"best_of":3}'), "House rules"),
    (lambda who: RuleSet.objects.update(settings="{"), "the facts make no career"),
    *(
        (lambda who, field=field: Career.objects.filter(character=who).update(**{field: 7}), f"1: {field} is 7")
        for field in ("games", "points", "points_since_level_change", "c_level_points", "happiness", "fame", "cash")
    ),
    (lambda who: Career.objects.filter(character=who).update(wins=1), "wins is 1"),
]
SHEETS = [
    (lambda who: first(Result).update(table_points=840 * 13), "the results in the standings are not those"),
    (lambda who: first(Result).update(place=2), "the results in the standings are not those"),
    (lambda who: first(Result).delete(), "the results in the standings are not those"),
    (lambda who: first(SheetSeat, name="Guest").update(place=1), "Game g1, seat 3: place 1 with 10 points"),
    (lambda who: first(SheetSeat, name="Guest").update(points=11), "seat 3: place 3 with 11 points"),
    (lambda who: first(SheetSeat, character=who).update(figures={"happiness": 2501}), "2500 points is stored"),
    (lambda who: first(SheetSeat, character=who).update(figures={"happiness": "many"}), "can't have been confirmed"),
    (lambda who: first(SheetSeat, character=who).delete(), "Game c0"),
    (lambda who: first(Sheet).update(target=200), "Game c0: the characters' facts are not those"),
    (lambda who: first(Sheet).update(status="superseded"), "without a confirmed sheet"),
    (lambda who: first(SeasonGame).update(reference="x"), "Game x: the characters' facts are not those"),
    (lambda who: first(SeasonGame).update(played_at="2026-02-01T00:00:00Z"), "its season has it at"),
    (lambda who: first(SeasonGame).delete(), "belongs to no season"),
    (lambda who: Game.objects.update(edition="atlantis"), "Game c0: the characters' facts are not those"),
]
RATINGS = [
    (lambda who: first(RatingStep).update(mu=26.0), "did not lead to the ratings that are stored for it"),
    (lambda who: first(RatingStep).update(games=2), "did not lead to the ratings that are stored for it"),
    (lambda who: first(RatingStep).delete(), "did not lead to the ratings that are stored for it"),
    (lambda who: Rating.objects.filter(character=who).update(sigma=1.0), "what is listed of character"),
    (lambda who: Rating.objects.filter(character=who).delete(), "what is listed of character"),
    (lambda who: RatedGame.objects.update(played_at="2026-02-01T00:00:00Z"), "is not rated by its confirmed sheet"),
    (lambda who: first(RatedGame).delete(), "game c0 is not rated by its confirmed sheet"),
    (lambda who: first(Sheet).update(status="superseded"), "1 rated games have no confirmed sheet"),
    (lambda who: RatingList.objects.all().delete(), "Ratings of careers in league"),
]


@pytest.mark.parametrize("tampers", [FACTS, CAREERS, SHEETS], ids=["facts", "careers", "sheets"])
def test_whatever_was_altered_is_found(run, ada, tampers: list[tuple[Callable, str]]):
    for tamper, said in tampers:
        with transaction.atomic():
            with past_triggers():
                tamper(ada)
            assert lacks(said) == [], said
            transaction.set_rollback(True)
    tamper, said = tampers[0]
    with transaction.atomic():
        with past_triggers():
            tamper(ada)
        status, out, reasons = run("check_careers")
        assert (status, out) == (1, "") and any(said in reason for reason in reasons), reasons
        transaction.set_rollback(True)
    assert run("check_careers").status == 0


def test_altered_ratings_are_found(run, ada):
    rate()
    assert run("check_careers").status == 0
    for tamper, said in RATINGS:
        with transaction.atomic():
            tamper(ada)
            assert lacks(said) == [], said
            run("update_ratings", "--afresh")
            assert not any(reason.startswith("Ratings") for reason in run("check_careers").reasons), said
            transaction.set_rollback(True)


def test_a_game_that_waits_for_its_review_is_said_to_wait(run, ada):
    season = SeasonGame.objects.first().season
    played(season, "g3", at(ada, 120), at(Character.objects.get(name="Bo"), 40), day=12)
    status, _, reasons = run("check_careers")
    assert status == 1
    assert reasons == [
        "Ada: 1 fact waits for its review; run review_pending first.",
        "Bo: 1 fact waits for its review; run review_pending first.",
    ]
