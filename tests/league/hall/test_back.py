"""Bringing a tournament home from its hall: what is here then, and what is refused."""

from collections.abc import Callable
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone

from characters.models import Character
from characters.services.registration import rename_character
from games.models import Sheet
from league.accounts.services.farewell import forget_person
from league.clubs.queries import rule_set_of
from league.clubs.services.leagues import open_league, remove_member, set_house_rules
from league.core.queries.access import forget_leagues
from league.core.services.uploads import run_waiting_import
from league.models import Entry, FileImport, Hall, League, LedgerEntry, Membership, Round, SeasonGame, Stage, Tournament
from league.people.services.merging import ask_merge
from league.people.services.transfers import accept_character, offer_character
from league.results.services.games import correct_game, void_game
from league.tournaments.desk.services.rounds import end_stage, finish_tournament, start_round, start_stage
from league.tournaments.entries.services.check_in import walk_in
from league.tournaments.entries.services.entries import (
    change_entry,
    drop_entry,
    let_meet,
    reinstate_entry,
    withdraw_entry,
)
from league.tournaments.hall.services.along import take_along
from league.tournaments.hall.services.back import upload_back
from league.tournaments.stages.rules.stage_plans import StagePlan
from league.tournaments.stages.services import create_tournament
from league.tournaments.tables.services.acts import report_table
from league.tournaments.tables.services.rulings import give_penalty, mark_absent
from tests.factories.any_game import a_game_to_play, any_sheet
from tests.factories.archives import a_day_of_play, archive_of, lasting
from tests.factories.careers import differences
from tests.factories.characters import a_character, hire
from tests.factories.compass_sheets import compass_sheet
from tests.factories.draws import assert_proved, play_round, published, to_draw
from tests.factories.games import review
from tests.factories.hall_sites import HallSite, brought, clock_off, rewritten
from tests.factories.people import a_member, an_organiser, owner_of
from tests.factories.reports import says
from tests.factories.seasons import a_season
from tests.factories.tables import game_of, now, played_table, seat, table_at
from tests.factories.tournaments import entered

pytestmark = pytest.mark.django_db


@pytest.fixture
def day() -> Tournament:
    """Nine people who have not begun."""
    return to_draw(9)


@pytest.fixture
def olga(day):
    return an_organiser(day.season)


@pytest.fixture
def hall(day, olga, site) -> Hall:
    """It is open in the hall."""
    hall, words = take_along(tournament=day, by=olga)
    there = site.open(bytes(hall.file), words)
    hall.secret = there.secret
    day.refresh_from_db()
    return hall


def there() -> Tournament:
    return Tournament.objects.select_related("season__league").get()


def first_round(site: HallSite) -> None:
    with site.here():
        start_stage(tournament=there())
        play_round(published(there()))


def the_rest(site: HallSite) -> None:
    """Two more rounds with a correction, a void, a drop, a walk-in and a penalty on the way, and the end."""
    with site.here():
        tournament = there()
        played = published(tournament)
        give_penalty(entry=tournament.entries.get(number=2), round=played, points=1, reason="Late", by=None)
        play_round(played)
        one, other = table_at(played, 1), table_at(played, 2)
        sheet = compass_sheet(one, [12, 11, 10])
        correct_game(season_game=game_of(one), sheet=sheet, reason="Miscounted", source=Sheet.WEB)
        void_game(season_game=game_of(other), reason="Another deck")
        drop_entry(entry=tournament.entries.get(number=3), reason="Tired")
        walk_in(tournament=tournament, name="Wanda Walkin", by=Hall.objects.get().taken_by)
        play_round(published(tournament))
        end_stage(stage=Stage.objects.get())
        finish_tournament(tournament=there())


def home(day: Tournament) -> dict[str, Any]:
    return lasting(archive_of(day, private=True, with_secret=True))


def here_as_there(day: Tournament, site: HallSite) -> bool:
    """Whether home says the same as the hall, apart from the line that it is back."""
    ours, theirs = home(day), lasting(site.archive())
    events = ours["events"][: len(theirs["events"])]
    return {**ours, "events": events, "words": None} == {**theirs, "words": None}


def test_what_was_played_in_the_hall_is_at_home_with_the_careers_that_follow(day, olga, hall, site):
    first_round(site)
    the_rest(site)
    upload = brought(day, site.file(closed=True), olga)
    assert (upload.status, upload.problems) == (FileImport.DONE, [])
    assert day.status == Tournament.FINISHED
    assert day.hall is None
    assert here_as_there(day, site)
    assert_proved(day)
    assert Character.objects.get(name="Wanda Walkin").enrolment.league == day.season.league
    review()
    assert differences() == []
    assert Hall.objects.get(pk=hall.pk).back_at is not None


def test_a_copy_shows_how_far_the_hall_is_and_leaves_it_there(day, olga, hall, site):
    first_round(site)
    upload = brought(day, site.file(), olga)
    assert upload.status == FileImport.DONE
    assert day.hall == hall
    assert day.hall.as_of is not None
    assert here_as_there(day, site)
    the_rest(site)
    assert brought(day, site.file(closed=True), olga).status == FileImport.DONE
    assert here_as_there(day, site)


def test_the_same_file_again_changes_nothing(day, olga, hall, site):
    first_round(site)
    file = site.file(closed=True)
    brought(day, file, olga)
    before, entries = home(day), LedgerEntry.objects.count()
    upload = brought(day, file, olga)
    assert upload.summary == "0 games recorded; 3 known already and skipped."
    assert (home(day), LedgerEntry.objects.count()) == (before, entries)


def test_the_ledger_names_no_file_of_characters_where_nobody_is_new(day, olga, hall, site):
    first_round(site)
    brought(day, site.file(closed=True), olga)
    assert not LedgerEntry.objects.filter(kind="file_imported").exists()


@pytest.mark.parametrize("closed", [False, True])
def test_an_older_file_after_a_newer_one_is_refused(day, olga, hall, site, closed):
    first_round(site)
    older = site.file()
    the_rest(site)
    brought(day, site.file(closed=closed), olga)
    before = home(day)
    upload = brought(day, older, olga)
    assert upload.status == FileImport.REFUSED
    assert "A later file of this hall" in upload.problems[0]["message"]
    assert home(day) == before


def test_it_goes_on_where_it_was_stopped(day, olga, hall, site, monkeypatch):
    """Killed after any step, the worker that takes the file again brings the rest."""
    first_round(site)
    the_rest(site)
    upload = upload_back(tournament=day, name="day.hall", content=site.file(closed=True), by=olga)

    class Killed(BaseException):
        pass

    def killed_after(steps: int) -> Callable[[int, int], None]:
        def killed(done: int, of: int) -> None:
            if done == steps:
                raise Killed

        return killed

    games = 0
    for steps in count(1):
        FileImport.objects.filter(pk=upload.pk).update(leased_until=None, tries=0)
        monkeypatch.setattr("league.core.services.uploads._progress_of", lambda _, at=steps: killed_after(at))
        try:
            run_waiting_import(only=upload.pk)
        except Killed:
            assert games <= (games := SeasonGame.objects.count()) <= steps
            continue
        break
    upload.refresh_from_db()
    day.refresh_from_db()
    assert upload.status == FileImport.DONE
    assert games == 9
    assert here_as_there(day, site)


def other_key(content: dict[str, Any]) -> None:
    content["hall"]["key"] = "0" * 64


def without_a_draw(content: dict[str, Any]) -> None:
    content["archive"]["stages"][0]["played_rounds"][0]["draws"].clear()


def with_another_seed(content: dict[str, Any]) -> None:
    content["archive"]["stages"][0]["played_rounds"][0]["draws"][0]["seed"] = "1" * 64


def without_an_event(content: dict[str, Any]) -> None:
    del content["archive"]["events"][0]


def with_two_entries_exchanged(content: dict[str, Any]) -> None:
    one, other = content["archive"]["entries"][:2]
    one["character"], other["character"] = other["character"], one["character"]


def with_another_secret(content: dict[str, Any]) -> None:
    content["archive"]["tournament"]["draw_secret"] = "6" * 64


def with_another_sheet(content: dict[str, Any]) -> None:
    sheet = content["archive"]["games"][0]["sheets"][0]
    for line in sheet["seats"]:
        line["score"] = {"cards": 1}


@pytest.mark.parametrize(
    ("lie", "place"),
    [
        (without_a_draw, "draws[0]"),
        (with_another_seed, "stages[0].played_rounds[0].draws[0]"),
        (without_an_event, "events[0]"),
        (with_two_entries_exchanged, "entries[0]"),
        (with_another_secret, "tournament.draw_secret"),
    ],
)
def test_a_hall_that_lies_is_refused_with_the_place_and_nothing_is_changed(
    day, olga, hall, site, lie: Callable[[dict[str, Any]], None], place
):
    first_round(site)
    brought(day, site.file(), olga)
    before, entries = home(day), LedgerEntry.objects.count()
    upload = brought(day, rewritten(site.file(), hall, lie, secret=hall.secret), olga)
    assert upload.status == FileImport.REFUSED
    assert upload.problems[0]["column"].startswith(place)
    assert (home(day), LedgerEntry.objects.count()) == (before, entries)


def test_a_result_that_is_here_already_is_not_exchanged(day, olga, hall, site):
    first_round(site)
    brought(day, site.file(), olga)
    before = home(day)["games"]
    upload = brought(day, rewritten(site.file(), hall, with_another_sheet, secret=hall.secret), olga)
    assert [problem["column"] for problem in upload.problems] == ["games[0].sheets[0]"]
    assert home(day)["games"] == before


def test_a_result_that_can_not_stand_is_listed_and_the_others_are_there(day, olga, hall, site):
    first_round(site)
    upload = brought(day, rewritten(site.file(closed=True), hall, with_another_sheet, secret=hall.secret), olga)
    assert upload.status == FileImport.DONE
    assert {problem["column"] for problem in upload.problems} == {"games[0].sheets[0]"}
    assert upload.summary == "2 games recorded; 1 game left out."
    assert SeasonGame.objects.count() == 2
    assert day.hall is None


@pytest.mark.parametrize("what", ["along", "another hall", "another key"])
def test_only_the_file_of_this_hall_is_taken(day, olga, hall, site, what):
    file = {
        "along": lambda: bytes(hall.file),
        "another hall": lambda: rewritten_for(Hall(seal="11" * 48), site),
        "another key": lambda: rewritten(site.file(), hall, other_key, secret=hall.secret),
    }[what]()
    with pytest.raises(ValidationError) as refused:
        upload_back(tournament=day, name="x.hall", content=file, by=olga)
    assert {
        "along": "This is the file that was taken along.",
        "another hall": "No hall of Spring Open wrote this file.",
        "another key": "The file was not signed by this hall.",
    }[what] in refused.value.messages[0]
    assert not FileImport.objects.exists()


def rewritten_for(other: Hall, site: HallSite) -> bytes:
    header, _, rest = site.file().partition(b"\n")
    salt = header.split(b'"salt":"')[1][:32]
    return header.replace(salt, other.seal[:32].encode()) + b"\n" + rest


def test_a_clock_that_is_put_back_between_two_versions_of_a_game_does_no_harm(day, olga, hall, site):
    first_round(site)
    site.clock_is_off = timedelta(hours=-2)
    with site.here():
        one, other = table_at(Round.objects.get(), 1), table_at(Round.objects.get(), 2)
        sheet = compass_sheet(one, [12, 11, 10])
        correct_game(season_game=game_of(one), sheet=sheet, reason="Miscounted", source=Sheet.WEB)
        void_game(season_game=game_of(other), reason="Another deck")
    assert brought(day, site.file(closed=True), olga).problems == []
    assert here_as_there(day, site)
    review()
    assert differences() == []


def test_a_hall_whose_clock_was_ahead_comes_home_once_its_last_game_is_over_here_too(day, olga, hall, site):
    site.clock_is_off = timedelta(hours=2)
    first_round(site)
    file, before = site.file(closed=True), home(day)
    upload = brought(day, file, olga)
    assert upload.status == FileImport.REFUSED
    assert upload.problems[0]["message"].startswith("The clock of the hall was ahead: ")
    assert home(day) == before
    with clock_off(timedelta(hours=2)):
        assert brought(day, file, olga).problems == []
    assert here_as_there(day, site)


def test_somebody_who_was_renamed_at_home_stays_who_they_are(day, olga, hall, site):
    who = Entry.objects.get(tournament=day, number=1).character
    rename_character(character=who, name="Grace Newname")
    first_round(site)
    assert brought(day, site.file(closed=True), olga).problems == []
    who.refresh_from_db()
    assert who.name == "Grace Newname"
    assert Sheet.objects.filter(seats__character=who).count() == 1


def test_somebody_new_in_the_hall_who_is_known_at_home_is_that_character(day, olga, hall, site):
    regular = hire(day.season, "Wanda Walkin")
    first_round(site)
    the_rest(site)
    upload = brought(day, site.file(closed=True), olga)
    assert [problem["message"] for problem in upload.problems] == [
        "This name is known here, so the entry is that character's."
    ]
    assert Entry.objects.get(tournament=day, number=10).character == regular


def test_the_ledger_of_home_knows_every_row_that_came(site):
    """A running tournament with a bit of everything goes on in the hall."""
    tournament = a_day_of_play(Tournament.RUNNING)
    olga = an_organiser(tournament.season)
    hall, words = take_along(tournament=tournament, by=olga)
    site.open(bytes(hall.file), words)
    with site.here():
        played = Round.objects.get(number=2)
        for table in played.tables.filter(game=None):
            played_table(table)
        redrawn = there()
        drop_entry(entry=redrawn.entries.get(number=5), reason="Tired")
        let_meet(pair=redrawn.kept_apart.get())
    assert brought(tournament, site.file(closed=True), olga).problems == []
    assert here_as_there(tournament, site)
    review()
    assert differences() == []


def test_a_household_that_the_hall_has_changed_is_that_of_home_too(day, olga, hall, site):
    with site.here():
        change_entry(entry=there().entries.get(number=2), club="", household="Elm Street 4", by=None)
    brought(day, site.file(), olga)
    assert day.entries.get(number=2).household == "Elm Street 4"
    with site.here():
        change_entry(entry=there().entries.get(number=2), club="", household="", by=None)
    brought(day, site.file(), olga)
    assert day.entries.get(number=2).household == ""


def test_a_household_that_was_deleted_with_an_account_does_not_come_back(day, olga, hall, site):
    with site.here():
        change_entry(entry=there().entries.get(number=1), club="Lyon", household="Elm Street 4", by=None)
    brought(day, site.file(), olga)
    owner_goes(day, olga, lambda user: forget_person(user=user, label="x"))
    first_round(site)
    assert brought(day, site.file(), olga).problems == []
    entry = day.entries.get(number=1)
    assert (entry.club, entry.household) == ("Lyon", "")


def test_a_household_stays_that_of_a_character_whose_owner_had_given_it_away(day, olga, hall, site):
    """Una had the character for an hour; her account is deleted without it."""
    who = day.entries.get(number=1).character
    una = a_member(day.season, "una")
    for by, to in ((owner_of(who), una), (una, olga)):
        accept_character(offer=offer_character(character=who, to=to.get_username(), by=by), user=to)
    forget_person(user=una, label="x")
    with site.here():
        change_entry(entry=there().entries.get(number=1), club="", household="Elm Street 4", by=None)
    assert brought(day, site.file(), olga).problems == []
    assert day.entries.get(number=1).household == "Elm Street 4"


def test_somebody_who_withdrew_and_came_back_has_the_new_number(day, olga, hall, site):
    with site.here():
        withdraw_entry(entry=there().entries.get(number=3))
        reinstate_entry(entry=Entry.objects.get(number=3))
    first_round(site)
    who = Entry.objects.get(tournament=day, number=3).character
    assert brought(day, site.file(closed=True), olga).problems == []
    assert Entry.objects.get(tournament=day, character=who).number == 10
    assert here_as_there(day, site)


def test_a_name_that_was_given_in_the_hall_stays_there(day, olga, hall, site):
    who = Entry.objects.get(tournament=day, number=2).character
    with site.here():
        rename_character(character=Entry.objects.get(number=2).character, name="Hal Hallname")
    first_round(site)
    assert brought(day, site.file(closed=True), olga).problems == []
    assert Entry.objects.get(tournament=day, number=2).character == who
    assert not Character.objects.filter(name="Hal Hallname").exists()


def test_a_name_of_another_league_is_no_reason_to_lose_somebody(day, olga, hall, site):
    elsewhere = hire(a_season("other"), "Wanda Walkin")
    first_round(site)
    the_rest(site)
    upload = brought(day, site.file(closed=True), olga)
    (note,) = upload.problems
    assert note["message"].startswith("Somebody of another league has this name: here it is Wanda Walkin (")
    assert Entry.objects.get(tournament=day, number=10).character != elsewhere


def test_a_result_that_a_referee_has_set_aside_is_set_aside_at_home(day, olga, hall, site):
    """Somebody was not there after all, and the table has yet to report again."""
    with site.here():
        start_stage(tournament=there())
        table = table_at(start_round(round=published(there())), 1)
        says(table, 1, [12, 11, 10])
        mark_absent(seat=seat(table, 3), reason="Gone", by=Hall.objects.get().taken_by)
        assert differences() == []
    upload = brought(day, site.file(closed=True), olga)
    assert (upload.status, upload.problems) == (FileImport.DONE, [])
    assert here_as_there(day, site)
    assert differences() == []


def owner_goes(day: Tournament, olga: User, leave: Callable[[User], None]) -> None:
    leave(owner_of(day.entries.get(number=1).character))


def another_is_merged_in(day: Tournament, olga: User) -> None:
    one = day.entries.get(number=1).character
    again = a_character(day.season, "Ada Again")
    Character.objects.filter(pk__in=(one.pk, again.pk)).update(owner=None)
    ask_merge(target=Character.objects.get(pk=one.pk), merged=Character.objects.get(pk=again.pk), by=olga)


def rules_change(day: Tournament, olga: User) -> None:
    set_house_rules(season=day.season, values={"games": {"career_compass": {"max_rounds": 20}}}, by=olga)


MEANWHILE: dict[str, Callable[[Tournament, User], None]] = {
    "an account is deleted": lambda day, olga: owner_goes(day, olga, lambda user: forget_person(user=user, label="x")),
    "somebody leaves": lambda day, olga: owner_goes(
        day, olga, lambda user: remove_member(member=Membership.objects.get(user=user))
    ),
    "another character is merged in": another_is_merged_in,
    "house rules change": rules_change,
}


@pytest.mark.parametrize("happens", MEANWHILE.values(), ids=MEANWHILE)
def test_what_changes_at_home_meanwhile_takes_no_result_away(day, olga, hall, site, happens):
    who = day.entries.get(number=1).character
    happens(day, olga)
    first_round(site)
    upload = brought(day, site.file(closed=True), olga)
    assert (upload.status, upload.problems) == (FileImport.DONE, [])
    assert day.entries.get(number=1).character == who
    assert {row.rules for row in Sheet.objects.select_related("rules")} == {rule_set_of(day.season)}
    review()
    assert differences() == []


def test_a_league_that_was_closed_takes_nothing_until_it_is_opened_again(day, olga, hall, site):
    first_round(site)
    League.objects.update(closed_at=timezone.now(), closed_why="Summer")
    forget_leagues()
    file = site.file(closed=True)
    assert brought(day, file, olga).status == FileImport.REFUSED
    assert not SeasonGame.objects.exists()
    open_league(league=day.season.league)
    forget_leagues()
    assert brought(day, file, olga).status == FileImport.DONE


def test_a_game_of_the_leagues_own_is_played_in_the_hall_and_comes_home(site):
    season = a_season("spring")
    olga = an_organiser(season)
    system = a_game_to_play(season.league, "sum")
    day = create_tournament(
        season=season, name="Open", system=system.ID, edition="london", by=olga, stages=[StagePlan("swiss", "Swiss", 1)]
    )
    entered(day, 8)
    hall, words = take_along(tournament=day, by=olga)
    site.open(bytes(hall.file), words)
    with site.here():
        start_stage(tournament=there())
        for table in start_round(round=published(there())).tables.all():
            state = now(table)
            people = [each.entry.character for each in state.seats]
            sheet = any_sheet(state.system, "sum", people, with_variants=True)
            for number in (1, 2, 3):
                report_table(seat=seat(table, number), sheet=sheet, key=f"key-{number}")
    upload = brought(day, site.file(closed=True), olga)
    assert (upload.status, upload.problems) == (FileImport.DONE, [])
    assert SeasonGame.objects.filter(game__system=system.ID).count() == 2
    assert here_as_there(day, site)
    review()
    assert differences() == []
