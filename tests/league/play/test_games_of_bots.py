"""Games that the engine plays for a season: fair copies of the table's characters, a sheet like any other, a record."""

import hashlib
import json
from importlib.metadata import EntryPoint

import pytest
from django.core.exceptions import ValidationError

from characters.models import Character
from characters.queries.check import career_differences
from characters.rules.facts import decode
from engine import BadRecord, replay
from engine.core import bots
from games.models import Game, GameRecord, Sheet
from games.queries.politics import politics_of
from league.models import Result, Season
from league.results.queries.check import sheet_differences
from league.results.queries.game_records import events_of, seat_views, versions_of
from league.results.services.games import correct_game
from league.results.services.prepared_tables import Chair, PreparedTable
from league.site.queries.exports import results_csv
from tests.factories.careers import PATHS, climb, level
from tests.factories.cast import a_staffed_season
from tests.factories.games import played, review
from tests.factories.games_of_bots import played_by_bots
from tests.factories.seasons import set_house_rules
from tests.factories.sheets import a_sheet, at

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def staffed(rows_of_module) -> tuple[Season, Character, Character, Character, Character]:
    with rows_of_module.unblock():
        return a_staffed_season()


def seats_for(*characters, guests: int = 0, bot: str = "greedy"):
    return tuple(Chair(one, bot) for one in (*characters, *[None] * guests))


def a_game(season, *characters, **changes):
    """Return a game of Careers that was played for the shortest time that there is."""
    values = {"seats": seats_for(*characters, guests=1), "mode": "timed", "minutes": 5}
    return played_by_bots(season, PreparedTable(**{**values, **changes}))


def sheet_of(made) -> Sheet:
    return made.game.sheets.latest("version")


def setup_of(made) -> dict:
    return json.loads(GameRecord.objects.get(game=made.game).text.splitlines()[0])["options"]


def differences(game: Game) -> list[str]:
    return [*career_differences(0, 10**9), *sheet_differences(game.pk, game.pk)]


def test_a_game_becomes_a_sheet_like_any_other(staffed):
    season, ada, bo, *_ = staffed
    made = a_game(season, ada, bo, mode="formula", target=100, minutes=None)
    sheet = sheet_of(made)
    assert (sheet.source, sheet.status, sheet.mode, sheet.target) == ("engine", "confirmed", "formula", 100)
    seats = list(sheet.seats.order_by("seat"))
    assert [(row.seat, row.character, row.name) for row in seats] == [
        (1, ada, "Ada"),
        (2, bo, "Bo"),
        (3, None, "Maud (bot)"),
    ]
    assert sum(row.won for row in seats) == 1
    assert review() == 1
    assert ada.careers.get().games == bo.careers.get().games == 1
    assert Result.objects.filter(game=made.game).count() == 2
    assert made.game.played_by_bots
    assert differences(made.game) == []


def test_the_record_replays_to_the_sheet(staffed):
    season, ada, bo, *_ = staffed
    made = a_game(season, ada, bo)
    record = GameRecord.objects.get(game=made.game)
    outcome = replay(record.text.splitlines())
    for row, score in zip(sheet_of(made).seats.order_by("seat"), outcome.scores, strict=True):
        assert (row.won, row.points, row.figures["cash"]) == (score["won"], score["points"], score["cash"])
    assert record.rules_version >= 1


def test_the_same_table_never_has_the_same_dice_and_its_record_proves_the_key(staffed):
    season, ada, bo, *_ = staffed
    texts = [GameRecord.objects.get(game=a_game(season, ada, bo).game).text for _ in range(2)]
    heads, ends = ([json.loads(text.splitlines()[at]) for text in texts] for at in (0, -1))
    assert ends[0]["key"] != ends[1]["key"]
    for head, end in zip(heads, ends, strict=True):
        assert head["format"] == "corner-office-record/1"
        assert head["commitment"] == hashlib.sha256(bytes.fromhex(end["key"])).hexdigest()
    changed = texts[0].replace(ends[0]["key"], ends[1]["key"]).replace(heads[0]["commitment"], heads[1]["commitment"])
    with pytest.raises(BadRecord):
        replay(changed.splitlines())


def test_a_table_takes_no_wish_for_its_dice(staffed):
    _, ada, bo, *_ = staffed
    with pytest.raises(TypeError, match="rng_seed"):
        PreparedTable(seats_for(ada, bo), rng_seed=7)


def test_characters_sit_down_with_the_level_of_that_time(staffed):
    season, ada, bo, *_ = staffed
    climb(season, ada, 3)
    made = a_game(season, ada, bo)
    first, second, third = setup_of(made)["players"]
    assert (first["level"], first["specialty"], first["side_interest"]) == ("director", "law", "sales_marketing")
    assert second["level"] == "entry" and "level" not in third
    assert "degrees" not in first


@pytest.mark.rule("careers R77")
def test_degrees_and_trips_come_along_where_the_house_rules_say_so(staffed):
    season, ada, bo, *_ = staffed
    set_house_rules(season, carry_over="degrees_and_trips")
    climb(season, ada, 1)
    first, second, _ = setup_of(a_game(season, ada, bo))["players"]
    assert (first["degrees"], first["trips"]) == (PATHS["degrees"], PATHS["trips"])
    assert "degrees" not in second


@pytest.mark.rule("careers R90", "careers R92", "careers R94", "careers R96", "careers R98")
def test_the_house_rules_that_concern_play_are_the_engines_settings(staffed):
    season, ada, bo, *_ = staffed
    chosen = {
        "unrelated": "normal",
        "boss_only": False,
        "league_retire": "level_only",
        "layoff_from_hospital": True,
        "reorg_scope": "everyone_on_primary_path",
    }
    set_house_rules(season, **chosen)
    assert setup_of(a_game(season, ada, bo))["settings"] == chosen | {"mode": "timed", "timed_minutes": 5}


def test_a_timed_game_is_played_for_so_many_minutes(staffed):
    season, ada, bo, *_ = staffed
    made = a_game(season, ada, bo, minutes=10)
    sheet = sheet_of(made)
    assert (sheet.mode, sheet.target, sheet.minutes) == ("timed", None, 10)
    assert setup_of(made)["settings"] == {"mode": "timed", "timed_minutes": 10}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"mode": "formula", "target": 50, "minutes": None}, "at least 100"),
        ({"target": 100}, "no target"),
        ({"mode": "chess"}, "formula or timed"),
        ({"system": "chess"}, "no game system 'chess'"),
        ({"seats": ()}, "0 seats"),
    ],
)
def test_a_table_that_cannot_play_is_refused(staffed, changes, said):
    season, ada, bo, *_ = staffed
    with pytest.raises(ValidationError, match=said):
        a_game(season, ada, bo, **changes)
    assert not Game.objects.exists()


@pytest.mark.rule("careers R104")
def test_a_single_character_among_bots_is_no_league_game(staffed):
    season, ada, *_ = staffed
    with pytest.raises(ValidationError, match="at least 2 characters"):
        a_game(season, ada)


def test_a_retired_character_stays_at_home(staffed):
    season, ada, bo, *_ = staffed
    climb(season, ada, 9)
    with pytest.raises(ValidationError, match="retired by golden parachute"):
        a_game(season, ada, bo)


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("telepath", "no bot 'telepath'"),
        ("search:visits=100000", "think too long"),
        ("search:depth=2", "does not take"),
        ("search:visits", "not a parameter"),
    ],
)
def test_a_bot_that_does_not_exist_or_takes_too_long_is_refused(staffed, bot, said):
    season, ada, bo, *_ = staffed
    with pytest.raises(ValidationError, match=said):
        a_game(season, seats=seats_for(ada, bo, bot=bot))


@pytest.mark.rule("careers R104")
def test_a_strangers_bot_that_fails_does_not_break_the_game_off(staffed, monkeypatch):
    season, ada, bo, *_ = staffed
    point = EntryPoint("broken", "tests.engine.test_strangers_bots:Broken", bots.GROUP)
    monkeypatch.setattr(bots, "entry_points", lambda group: [point] if group == bots.GROUP else [])
    made = a_game(season, ada, bo, seats=(Chair(ada, "broken"), Chair(bo, "greedy")))
    assert sheet_of(made).status == "confirmed"


def test_practice_counts_neither_for_careers_nor_for_standings(staffed):
    season, ada, bo, *_ = staffed
    set_house_rules(season, engine_games="practice")
    made = a_game(season, ada, bo)
    assert review() == 1
    assert (ada.careers.get().games, level(ada), ada.events.count()) == (0, "entry", 0)
    assert not Result.objects.filter(game=made.game).exists()
    assert {row.done for row in politics_of(ada)} == {0}
    sheet = versions_of(made)[-1]
    assert sheet.doubts == [] and sheet.reviewed_at is not None
    assert {view.table_points for view in seat_views(sheet, events_of(made))} == {""}
    assert made.reference.encode() not in results_csv(season.league)
    assert differences(made.game) == []


@pytest.mark.rule("careers R104")
def test_practice_leaves_games_that_people_played_alone(staffed):
    season, ada, bo, *_ = staffed
    set_house_rules(season, engine_games="practice")
    game = played(season, "evening", at(ada, 120), at(bo, 40))
    review()
    assert ada.careers.get().games == 1 and Result.objects.filter(game=game.game).count() == 2
    assert b"evening" in results_csv(season.league)


@pytest.mark.rule("careers R104")
def test_a_correction_by_hand_does_not_turn_practice_into_a_game_that_counts(staffed):
    season, ada, bo, *_ = staffed
    set_house_rules(season, engine_games="practice")
    made = a_game(season, ada, bo)
    correct_game(season_game=made, sheet=a_sheet(at(ada, 120), at(bo, 40)), reason="for a laugh", source=Sheet.WEB)
    review()
    assert ada.careers.get().games == 0 and not Result.objects.exists()
    assert differences(made.game) == []


def test_the_mark_of_the_bots_stands_in_the_fact_and_only_there_where_it_is_true(staffed):
    season, ada, bo, *_ = staffed
    played(season, "evening", at(ada, 120), at(bo, 40))
    a_game(season, ada, bo)
    by_people, by_bots = (fact.content for fact in ada.facts.order_by("number"))
    assert "played_by_bots" not in by_people and decode(by_bots).line.played_by_bots


def test_a_game_of_bots_confirms_itself(staffed):
    season, ada, bo, *_ = staffed
    made = a_game(season, ada, bo)
    assert sheet_of(made).status == "confirmed" and ada.facts.count() == 1


def test_a_game_may_have_settings_of_its_own_that_its_sheet_does_not_depend_on(staffed):
    season, ada, bo, *_ = staffed
    set_house_rules(season, games={"careers": {"trading": False, "min_part": 10}})
    made = a_game(season, ada, bo, choices={"min_part": 5, "win_check": "turn_end"})
    settings = setup_of(made)["settings"]
    assert (settings["trading"], settings["min_part"], settings["win_check"]) == (False, 5, "turn_end")
    review()
    assert differences(made.game) == []


def test_a_season_s_settings_are_played_and_an_own_one_can_be_the_book_s_again(staffed):
    season, ada, bo, *_ = staffed
    set_house_rules(season, games={"careers": {"trading": False}})
    assert setup_of(a_game(season, ada, bo))["settings"]["trading"] is False
    assert setup_of(a_game(season, ada, bo, choices={"trading": True}))["settings"].get("trading", True)


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ({"scoring": "last_deal"}, "for the house rules of the season"),
        ({"deals": 0}, "from 1 to 100"),
        ({"clock": 1}, "no setting 'clock'"),
    ],
)
def test_settings_that_a_game_cannot_have_are_refused(staffed, choices, said):
    season, ada, bo, *_ = staffed
    with pytest.raises(ValidationError, match=said):
        a_game(season, seats=seats_for(ada, bo, guests=2), system="career_poker", mode="", target=None, choices=choices)
    assert not Game.objects.exists()
