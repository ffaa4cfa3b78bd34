"""Characters of a league: one at work per person, and a new career after a golden parachute."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError

from characters.models import Career, Character, Fact
from characters.rules.facts import RESTART
from characters.rules.facts import CareerFact as Fact_
from characters.services.facts import record_facts
from characters.services.review import review_characters
from league.clubs.services.leagues import set_house_rules
from league.people.services.registration import restart_in_league
from league.results.services.games import correct_game, void_game
from tests.factories.careers import climb, differences, life
from tests.factories.cast import a_staffed_season
from tests.factories.characters import hire
from tests.factories.days import on_day
from tests.factories.games import played, review
from tests.factories.people import a_user
from tests.factories.seasons import a_season
from tests.factories.sheets import a_sheet, at

pytestmark = pytest.mark.django_db


def retire(season, who, rival, *, day: int = 20):
    """Five promotions and ten thousand points."""
    climb(season, who, 5)
    game = played(season, f"parachute-{who.pk}", at(who, 10_000), at(rival, 10), day=day)
    review()
    return game


def restart_on(who, *, day: int = 20):
    """A restart that was asked for in the evening of a day, after its games."""
    at_night = on_day(day) + timedelta(hours=5)
    record_facts(entries=[(who.pk, Fact_(kind=RESTART, at=at_night))])
    review_characters(character_ids=[who.pk])


def test_a_person_has_one_active_character_in_a_league():
    season, ada, *_ = a_staffed_season()
    with pytest.raises(ValidationError, match=r"ada already has Ada.*one active character \(R101\)"):
        hire(season, "Adela", owner=ada.owner)
    assert not Character.objects.filter(name="Adela").exists()
    assert hire(a_season("autumn"), "Adela", owner=ada.owner)


def test_a_house_rule_allows_more():
    season, ada, *_ = a_staffed_season(characters_per_owner=2)
    hire(season, "Adela", owner=ada.owner)
    with pytest.raises(ValidationError, match="2 active characters"):
        hire(season, "Adelheid", owner=ada.owner)


@pytest.mark.parametrize("name", ["Zoë O'Brien", "zoe obrien"])
def test_who_has_played_without_an_account_is_asked_to_claim_that_character(name):
    season, *_ = a_staffed_season()
    guest = hire(season, "Zoë O’Brien")
    Character.objects.filter(pk=guest.pk).update(owner=None)
    with pytest.raises(ValidationError, match=r"Zoë O’Brien already plays here, without an account\. Is that you\?"):
        hire(season, name)
    assert hire(a_season("autumn"), "Zoe Obrien")


def test_a_golden_parachute_makes_room_for_a_new_character():
    season, ada, bo, *_ = a_staffed_season()
    retire(season, ada, bo)
    assert hire(season, "Adela", owner=ada.owner)


def test_a_restart_begins_a_second_career_at_entry_level():
    season, ada, bo, *_ = a_staffed_season()
    retire(season, ada, bo)
    restart_on(ada)
    first, second = Career.objects.filter(character=ada)
    assert (first.status, first.current, first.cash, second.level, second.current) == (
        "retired",
        False,
        100_000,
        "entry",
        True,
    )
    assert ada.events.filter(kind="restart", career=2).count() == 1
    played(season, "again", at(ada, 120), at(bo, 10), day=21)
    review()
    assert Career.objects.get(character=ada, current=True).games == 1
    assert differences() == []


def test_only_a_retired_character_starts_anew():
    season, ada, bo, *_ = a_staffed_season()
    with pytest.raises(ValidationError, match="Ada is still at work"):
        restart_in_league(league=season.league, character=ada)
    retire(season, ada, bo)
    restart_in_league(league=season.league, character=ada)
    with pytest.raises(ValidationError, match="Ada is still at work"):
        restart_in_league(league=season.league, character=ada)
    assert Fact.objects.filter(content__contains='"restart"').count() == 1


def test_a_restart_is_refused_when_somebody_else_of_the_owner_is_at_work():
    season, ada, bo, *_ = a_staffed_season()
    retire(season, ada, bo)
    hire(season, "Adela", owner=ada.owner)
    with pytest.raises(ValidationError, match=r"ada already has Adela.*R101"):
        restart_in_league(league=season.league, character=ada)


@pytest.mark.rule("careers R89")
def test_a_game_dated_between_parachute_and_restart_is_refused():
    season, ada, bo, *_ = a_staffed_season()
    retire(season, ada, bo)
    restart_in_league(league=season.league, character=ada)
    with pytest.raises(ValidationError, match=r"Ada\): had retired by golden parachute before this game"):
        played(season, "between", at(ada, 120), at(bo, 10), day=25)
    assert Career.objects.get(character=ada, number=2).games == 0


@pytest.mark.rule("careers R89")
def test_a_restart_leaves_out_the_games_in_between_and_their_doubts_stay():
    season, ada, bo, *_ = a_staffed_season()
    climb(season, ada, 5)
    between = played(season, "between", at(ada, 120), at(bo, 10), day=25)
    review()
    played(season, "late", at(ada, 10_000), at(bo, 10), day=20)
    review()
    assert len(between.game.sheets.get().doubts) == 1
    restart_in_league(league=season.league, character=ada)
    assert len(between.game.sheets.get().doubts) == 1
    assert Career.objects.get(character=ada, number=2).games == 0
    assert differences() == []


def test_a_restart_stays_when_a_correction_takes_the_parachute_back_and_gives_it_again():
    season, ada, bo, *_ = a_staffed_season()
    game = retire(season, ada, bo)
    restart_on(ada)
    played(season, "again", at(ada, 700), at(bo, 10), day=21)
    review()
    before = life(ada)
    void_game(season_game=game, reason="not a league game")
    review()
    careers, _ = life(ada)
    assert len(careers) == 1 and differences() == []
    sheet = a_sheet(at(ada, 10_000), at(bo, 10), day=20)
    correct_game(season_game=game, sheet=sheet, reason="it was one", source="web")
    review()
    assert life(ada) == before
    assert differences() == []


def test_house_rules_are_fixed_by_the_first_confirmed_game_and_stay_so_when_it_is_voided():
    season, ada, bo, *_ = a_staffed_season()
    assert set_house_rules(season=season, values={"best_of": 5}).version == 2
    game = played(season, "g1", at(ada, 120), at(bo, 10), day=on_day(1) - timedelta(days=3))
    with pytest.raises(ValidationError, match="house rules are fixed"):
        set_house_rules(season=season, values={"best_of": 6}, by=a_user("ada"))
    void_game(season_game=game, reason="never played")
    with pytest.raises(ValidationError, match="house rules are fixed"):
        set_house_rules(season=season, values={"best_of": 6})
    assert season.house_rules.count() == 2
