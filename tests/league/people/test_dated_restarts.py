"""Restarts with a date: any moment from the golden parachute to the next game, at every door."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone

from characters.models import Career
from league.core.services.uploads import FileRefused
from league.models import LedgerEntry, SeasonGame
from league.people.services.registration import restart_in_league
from league.results.services.games import correct_game, void_game
from league.results.services.import_results import import_results
from league.site.queries.exports import results_csv
from tests.factories.careers import PATHS, climb, differences, life
from tests.factories.characters import hire
from tests.factories.days import on_day
from tests.factories.files import RESULTS, csv_file, game_rows, results_file
from tests.factories.games import played, review
from tests.factories.seasons import a_season
from tests.factories.sheets import a_sheet, at

pytestmark = [pytest.mark.django_db, pytest.mark.rule("careers R89")]

WITH_RESTART = (*RESULTS, "restart")


def retire(season, who, rival, *, day: int = 20):
    climb(season, who, 5)
    game = played(season, "parachute", at(who, 10_000), at(rival, 10), day=day)
    review()
    return game


def moment_of(game: SeasonGame) -> datetime:
    return game.game.sheets.get(version=1).played_at


def a_past_season(*, restart: str = "yes", day: int = 20) -> bytes:
    """Six games that lead to the parachute, and two of the career after it."""
    paths = {name: ";".join(f"{key}={number}" for key, number in tally.items()) for name, tally in PATHS.items()}
    climbing = {"character": "Ada", "happiness": 2500, **paths}
    promoted = [game_rows(f"g{number}", climbing, ("Bo", 10), day=number) for number in range(1, 6)]
    last = game_rows("g6", ("Ada", 10_000), ("Bo", 10), day=20)
    again = game_rows("g7", ("Ada", 120), ("Bo", 10), day=day)
    for row in again:
        row["restart"] = restart if row["character"] == "Ada" else ""
    later = game_rows("g8", ("Ada", 130), ("Bo", 10), day=22)
    return results_file(*promoted, last, again, later, header=WITH_RESTART)


def problems(league, data: bytes) -> list[tuple[int | None, str, str]]:
    with pytest.raises(FileRefused) as refused:
        import_results(league=league, outside_season=True, data=data)
    return [(one.line, one.column, str(one.message)) for one in refused.value.problems]


def test_the_second_game_of_the_evening_counts_for_the_career_that_began_between(staffed):
    season, ada, bo, *_ = staffed
    parachute = retire(season, ada, bo)
    restart_in_league(league=season.league, character=ada, at=moment_of(parachute))
    played(season, "same evening", at(ada, 120), at(bo, 10), day=on_day(20) + timedelta(hours=2))
    review()
    assert Career.objects.get(character=ada, current=True).games == 1
    assert ada.events.get(kind="restart").at == moment_of(parachute)
    assert LedgerEntry.objects.get(kind="career_restarted").about["at"] == "2026-01-20T18:00:00Z"
    assert differences() == []


def test_a_restart_lies_between_the_parachute_and_the_next_game(staffed):
    season, ada, bo, *_ = staffed
    climb(season, ada, 5)
    following = played(season, "following", at(ada, 120), at(bo, 10), day=25)
    review()
    parachute = played(season, "parachute", at(ada, 10_000), at(bo, 10), day=20)
    review()
    for moment, why in (
        (moment_of(parachute) - timedelta(seconds=1), "left by golden parachute at .* can't begin before"),
        (moment_of(following) + timedelta(seconds=1), "next game of Ada was at .* can't begin after"),
        (timezone.now() + timedelta(hours=1), "in the future"),
    ):
        with pytest.raises(ValidationError, match=why):
            restart_in_league(league=season.league, character=ada, at=moment)
    assert not ada.events.filter(kind="restart").exists()
    restart_in_league(league=season.league, character=ada, at=moment_of(following))
    review()
    assert Career.objects.get(character=ada, current=True).games == 1
    assert following.game.sheets.get().doubts == []
    assert differences() == []


def test_who_is_at_work_is_not_restarted_at_a_date_either(staffed):
    season, ada, *_ = staffed
    with pytest.raises(ValidationError, match="still at work"):
        restart_in_league(league=season.league, character=ada, at=on_day(1))


def test_without_its_parachute_a_dated_restart_leads_to_the_career_that_would_have_been(staffed):
    season, ada, bo, *_ = staffed
    parachute = retire(season, ada, bo)
    restart_in_league(league=season.league, character=ada, at=moment_of(parachute))
    played(season, "after", at(ada, 700), at(bo, 10), day=21)
    review()
    both = life(ada)
    void_game(season_game=parachute, reason="not a league game")
    review()
    assert Career.objects.get(character=ada).games == 6
    assert differences() == []
    correct_game(
        season_game=parachute, sheet=a_sheet(at(ada, 10_000), at(bo, 10), day=20), reason="it was one", source="web"
    )
    review()
    assert life(ada) == both
    assert differences() == []


def test_the_form_takes_a_moment_and_refuses_another(client, staffed):
    season, ada, bo, *_ = staffed
    retire(season, ada, bo)
    client.force_login(ada.owner)
    url = reverse("character_restart", args=[ada.slug])
    page = client.post(url, {"at": "2026-01-19T12:00"})
    assert page.status_code == 422 and "begin before that" in page.content.decode()
    assert client.post(url, {"at": "1900-01-01T12:00"}).status_code == 422
    assert client.post(url, {"at": "2026-01-21T12:00"}).status_code == 302
    assert f"{ada.events.get(kind='restart').at:%Y-%m-%d}" == "2026-01-21"


def test_the_form_offers_the_moment_of_a_game_that_waits_for_the_new_career(client, staffed):
    season, ada, bo, *_ = staffed
    climb(season, ada, 5)
    played(season, "following", at(ada, 120), at(bo, 10), day=25)
    review()
    played(season, "parachute", at(ada, 10_000), at(bo, 10), day=20)
    review()
    client.force_login(ada.owner)
    assert 'value="2026-01-25T' in client.get(reverse("character_restart", args=[ada.slug])).content.decode()


def test_a_past_season_with_a_restart_is_read_in_one_go_and_only_once(staffed):
    season, ada, *_ = staffed
    assert (
        str(import_results(league=season.league, outside_season=True, data=a_past_season(), dry_run=True))
        == "8 games recorded"
    )
    assert not ada.facts.exists()
    import_results(league=season.league, outside_season=True, data=a_past_season())
    review()
    first, second = Career.objects.filter(character=ada)
    assert (first.games, first.status, second.games, second.level) == (6, "retired", 2, second.level)
    assert ada.events.get(kind="restart").at == datetime(2026, 1, 20, 18, tzinfo=UTC) + timedelta(0)
    assert differences() == []
    facts = ada.facts.count()
    again = import_results(league=season.league, outside_season=True, data=a_past_season())
    assert (again.recorded, again.skipped, ada.facts.count()) == (0, 8, facts)
    assert LedgerEntry.objects.filter(kind="career_restarted").count() == 1


def test_a_file_without_the_restart_is_refused_and_may_say_no(staffed):
    season = staffed[0]
    found = problems(season.league, a_past_season(restart="no"))
    assert [line for line, *_ in found] == [14, 16]
    assert "had retired by golden parachute before this game" in found[0][2]


def test_a_restart_in_a_file_needs_a_parachute_before_it(staffed):
    season = staffed[0]
    row, other = game_rows("g1", ("Ada", 120), ("Bo", 10))
    data = csv_file(WITH_RESTART, [row | {"restart": "yes"}, other])
    assert problems(season.league, data) == [
        (2, "restart", "Ada had not left by golden parachute before this game, so no new career can begin.")
    ]


def test_a_guest_has_no_career_to_begin_again(staffed):
    season = staffed[0]
    row, other, guest = game_rows("g1", ("Ada", 120), ("Bo", 10), ("", 5))
    data = csv_file(WITH_RESTART, [row, other, guest | {"restart": "yes"}])
    assert problems(season.league, data) == [(4, "restart", "A guest has no career to begin again.")]


def test_a_restart_later_than_the_game_of_the_file_is_not_begun_a_second_time(staffed):
    season, ada, *_ = staffed
    whole = a_past_season().decode().splitlines(keepends=True)
    import_results(league=season.league, outside_season=True, data="".join(whole[:13]).encode())
    review()
    restart_in_league(league=season.league, character=ada)
    found = problems(season.league, a_past_season())
    assert (14, "restart", "Ada has already begun a new career, at a later date than this game.") in found


def test_a_restart_given_a_date_first_agrees_with_the_file_that_says_so_too(staffed):
    season, ada, *_ = staffed
    whole = a_past_season().decode().splitlines(keepends=True)
    import_results(league=season.league, outside_season=True, data="".join(whole[:13]).encode())
    review()
    restart_in_league(league=season.league, character=ada, at=datetime(2026, 1, 20, 18, tzinfo=UTC))
    import_results(league=season.league, outside_season=True, data=a_past_season())
    review()
    assert ada.events.filter(kind="restart").count() == 1
    assert Career.objects.get(character=ada, current=True).games == 2


def test_a_restart_of_a_file_stands_under_the_limit_of_active_characters(staffed):
    season, ada, bo, *_ = staffed
    retire(season, ada, bo, day=19)
    hire(season, "Adela", owner=ada.owner)
    row, other = game_rows("again", ("Ada", 120), ("Bo", 10), day=25)
    data = csv_file(WITH_RESTART, [row | {"restart": "yes"}, other])
    assert problems(season.league, data) == [
        (2, "restart", "ada would have 2 active characters; this league allows 1 (R101).")
    ]


def test_an_exported_season_with_a_restart_is_read_again_elsewhere(staffed):
    season, ada, *_ = staffed
    import_results(league=season.league, outside_season=True, data=a_past_season(day=21))
    review()
    text = results_csv(season.league).decode("utf-8-sig")
    elsewhere = a_season("elsewhere")
    hire(elsewhere, "Twin")
    hire(elsewhere, "Rival")
    moved = text.replace(",Ada,", ",Twin,").replace(",Bo,", ",Rival,").replace(",spring,", ",elsewhere,")
    import_results(league=elsewhere.league, outside_season=True, data=moved.encode())
    review()
    twin = elsewhere.league.enrolments.get(character__name="Twin").character
    assert life(twin)[0] == life(ada)[0]
