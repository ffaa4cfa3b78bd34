"""What a hall brings after its tournament was taken back: compared, and taken result by result."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from characters.services.registration import rename_character
from games.models import Sheet
from league.clubs.services.leagues import create_league
from league.core.services.uploads import KEPT, forget_old_files, run_waiting_import
from league.models import Entry, FileImport, Hall, LedgerEntry, Round, SeasonGame, TableSeat, Tournament
from league.results.services.games import correct_game, dispute_game, void_game
from league.tournaments.desk.services.rounds import start_round, start_stage
from league.tournaments.draws.services.draws import draw_next_round, publish_round
from league.tournaments.entries.services.check_in import walk_in
from league.tournaments.hall.rules.differences import CONFIRM, INSTEAD, MOST_CORRECTIONS, NEW, Differences
from league.tournaments.hall.services.along import hand_back, recall, take_along
from league.tournaments.hall.services.differences import compared, keep_what_is_here, take_from_hall
from league.tournaments.tables.services.played_here import play_here
from league.tournaments.tables.services.rulings import mark_absent, mark_present
from tests.factories.archives import archive_of, lasting
from tests.factories.careers import differences as wrong_figures
from tests.factories.careers import life, played_with_paths
from tests.factories.compass_sheets import compass_sheet
from tests.factories.draws import published, to_draw
from tests.factories.games import review
from tests.factories.hall_sites import HallSite, brought, rewritten
from tests.factories.people import a_member, a_user, an_organiser
from tests.factories.reports import says
from tests.factories.tables import game_of, played_table, seat, table_at
from tests.factories.tournaments import a_tournament

pytestmark = pytest.mark.django_db
OTHER_CARDS = [12, 11, 10]
FROM_HALL = "As the file of the hall has it"


@pytest.fixture
def day() -> Tournament:
    """Nine people at three tables of a round that runs; nothing is played."""
    day = to_draw(9)
    start_stage(tournament=day)
    start_round(round=published(day))
    return day


@pytest.fixture
def olga(day) -> User:
    return an_organiser(day.season)


@pytest.fixture
def hall(day, olga, site) -> Hall:
    return in_hall(day, olga, site)


def in_hall(day: Tournament, olga: User, site: HallSite) -> Hall:
    """It is open in the hall, and home does not wait for it."""
    hall, words = take_along(tournament=day, by=olga)
    hall.secret = site.open(bytes(hall.file), words).secret
    recall(hall=Hall.objects.get(), by=olga)
    day.refresh_from_db()
    return hall


def table(number: int, played: int = 1) -> Any:
    return table_at(Round.objects.get(number=played), number)


def play(site: HallSite, *numbers: int) -> None:
    with site.here():
        for number in numbers:
            played_table(table(number))


def there() -> Tournament:
    return Tournament.objects.select_related("season__league").get()


def found(upload: FileImport) -> Differences:
    upload.refresh_from_db()
    return compared(upload).found


def results(upload: FileImport) -> list[tuple[int, str]]:
    """The number of the table, and how its result can be taken or why it can't be."""
    return [(each.place[2], each.how or each.why) for each in found(upload).results]


def take(upload: FileImport, olga: User, *numbers: int) -> int:
    chosen = [each.key for each in found(upload).results if each.how and (not numbers or each.place[2] in numbers)]
    return take_from_hall(upload=upload, chosen=chosen, by=olga)


def here(day: Tournament) -> dict[str, Any]:
    return lasting(archive_of(day, private=True, with_secret=True))


def cards(number: int) -> list[int]:
    sheet = Sheet.objects.filter(game=table(number).game_id).latest("version")
    return [row.figures["cards"] for row in sheet.seats.order_by("seat")]


def state(number: int) -> tuple[int, str]:
    sheet = Sheet.objects.filter(game=table(number).game_id).latest("version")
    return sheet.version, sheet.status


def test_a_result_that_only_the_hall_has_is_taken_as_it_was_there(day, olga, hall, site):
    play(site, 1)
    upload = brought(day, site.file(), olga)
    assert (upload.status, results(upload)) == (FileImport.ASKS, [(1, NEW)])
    assert not SeasonGame.objects.exists()
    assert take(upload, olga) == 1
    assert here(day)["games"] == lasting(site.archive())["games"]
    assert found(upload) == Differences(1, [], [], [], [])


def with_zeros(content: dict[str, Any]) -> None:
    content["archive"]["games"][1]["sheets"][0]["seats"][0]["score"]["horses"] = 0


def test_the_same_figures_are_the_same_result_whenever_they_were_entered(day, olga, hall, site):
    play(site, 1, 2)
    played_table(table(2))
    upload = brought(day, rewritten(site.file(), hall, with_zeros, secret=hall.secret), olga)
    assert (found(upload).same, results(upload)) == (1, [(1, NEW)])


def test_another_result_here_is_corrected_with_a_reason_that_says_where_it_is_from(day, olga, hall, site):
    play(site, 1)
    played_table(table(1), OTHER_CARDS)
    upload = brought(day, site.file(), olga)
    assert results(upload) == [(1, INSTEAD)]
    assert cards(1) == OTHER_CARDS
    assert take(upload, olga) == 1
    assert (cards(1), state(1)) == ([30, 2, 1], (2, Sheet.CONFIRMED))
    sheet = Sheet.objects.latest("pk")
    assert (sheet.reason, sheet.submitted_by) == ("As the file of the hall has it", olga)


@pytest.mark.parametrize("how", ["waits", "is disputed"])
def test_a_result_that_only_the_hall_has_confirmed_is_confirmed(day, olga, hall, site, how):
    play(site, 1)
    says(table(1), 1, [30, 2, 1])
    if how == "is disputed":
        dispute_game(season_game=game_of(table(1)), reason="I had ten", by=olga)
    upload = brought(day, site.file(), olga)
    assert results(upload) == [(1, CONFIRM)]
    assert take(upload, olga) == 1
    assert state(1) == (1, Sheet.CONFIRMED)


def test_a_result_of_the_hall_replaces_one_that_nobody_has_confirmed_here(day, olga, hall, site):
    play(site, 1)
    says(table(1), 1, OTHER_CARDS)
    upload = brought(day, site.file(), olga)
    assert (results(upload), take(upload, olga)) == ([(1, INSTEAD)], 1)
    assert (cards(1), state(1)) == ([30, 2, 1], (2, Sheet.CONFIRMED))


def test_a_result_that_was_voided_here_comes_back_only_as_a_correction(day, olga, hall, site):
    play(site, 1)
    played_table(table(1))
    void_game(season_game=game_of(table(1)), reason="Another deck")
    upload = brought(day, site.file(), olga)
    assert (results(upload), take(upload, olga)) == ([(1, INSTEAD)], 1)
    assert state(1) == (2, Sheet.CONFIRMED)


def test_a_result_that_was_voided_in_the_hall_stays_here_and_is_named(day, olga, hall, site):
    with site.here():
        for number in (1, 2):
            played_table(table(number))
            void_game(season_game=game_of(table(number)), reason="Another deck")
    played_table(table(1))
    upload = brought(day, site.file(), olga)
    assert results(upload) == [(1, "The result was voided in the hall.")]


def test_a_history_of_several_versions_is_taken_whole(day, olga, hall, site):
    play(site, 1)
    with site.here():
        sheet = compass_sheet(table(1), OTHER_CARDS)
        correct_game(season_game=game_of(table(1)), sheet=sheet, reason="Miscounted", source=Sheet.WEB)
    upload = brought(day, site.file(), olga)
    assert take(upload, olga) == 1
    assert here(day)["games"] == lasting(site.archive())["games"]


def test_a_result_that_nobody_had_confirmed_in_the_hall_waits_here_too(day, olga, hall, site):
    with site.here():
        says(table(1), 1, OTHER_CARDS)
    upload = brought(day, site.file(), olga)
    assert (results(upload), take(upload, olga), state(1)) == ([(1, NEW)], 1, (1, Sheet.SUBMITTED))


def test_a_result_that_was_set_aside_here_makes_way_for_that_of_the_hall(day, olga, hall, site):
    play(site, 1)
    says(table(1), 1, OTHER_CARDS)
    mark_absent(seat=seat(table(1), 3), reason="Gone", by=olga)
    mark_present(seat=seat(table(1), 3), reason="Back", by=olga)
    upload = brought(day, site.file(), olga)
    assert (results(upload), take(upload, olga)) == ([(1, INSTEAD)], 1)
    assert (cards(1), state(1)) == ([30, 2, 1], (2, Sheet.CONFIRMED))


def absent_here(day: Tournament, olga: User) -> None:
    mark_absent(seat=seat(table(1), 3), reason="Gone", by=olga)


def other_seats_here(day: Tournament, olga: User) -> None:
    first, second = seat(table(1), 1), seat(table(1), 2)
    TableSeat.objects.filter(pk=first.pk).update(seat=9)
    TableSeat.objects.filter(pk=second.pk).update(seat=1)
    TableSeat.objects.filter(pk=first.pk).update(seat=2)


@pytest.mark.parametrize("meanwhile", [absent_here, other_seats_here])
def test_a_table_at_which_others_sit_takes_no_result(
    day, olga, hall, site, meanwhile: Callable[[Tournament, User], None]
):
    play(site, 1)
    meanwhile(day, olga)
    upload = brought(day, site.file(), olga)
    assert results(upload) == [(1, "Others sit at this table here, or the same people in other seats.")]
    with pytest.raises(ValidationError, match="Tick at least one"):
        take(upload, olga)


def test_the_same_result_is_the_same_although_seats_have_changed_hands_since(day, olga, hall, site):
    play(site, 1)
    played_table(table(1))
    other_seats_here(day, olga)
    upload = brought(day, site.file(), olga)
    assert (found(upload).same, results(upload)) == (1, [])


@pytest.fixture
def undrawn() -> Tournament:
    return to_draw(9)


def play_all(site: HallSite) -> None:
    with site.here():
        start_stage(tournament=there())
        start_round(round=published(there()))
        for one in Round.objects.get().tables.select_related("round__stage__tournament"):
            played_table(one)


def test_a_round_of_the_hall_alone_is_named_and_its_results_have_no_table_here(undrawn, site):
    olga = an_organiser(undrawn.season)
    in_hall(undrawn, olga, site)
    play_all(site)
    upload = brought(undrawn, site.file(), olga)
    no_table = [(number, f"Round 1 has no table {number} here.") for number in (1, 2, 3)]
    seen = found(upload)
    assert (seen.people, seen.rounds, results(upload)) == ([], [(1, 1)], no_table)
    kinds = ["stage_started", "drawn", "round_published", "round_started"]
    assert [line["kind"] for line in seen.log] == kinds
    start_stage(tournament=undrawn)
    played = draw_next_round(tournament=undrawn)
    assert (found(upload).rounds, results(upload)) == ([], no_table)
    publish_round(round=played)
    assert results(upload) == [(number, NEW) for number in (1, 2, 3)]


def test_another_draw_and_a_walk_in_of_the_hall_are_named(undrawn, site):
    olga = an_organiser(undrawn.season)
    in_hall(undrawn, olga, site)
    with site.here():
        walk_in(tournament=there(), name="Wanda Walkin", by=Hall.objects.get().taken_by)
    play_all(site)
    start_stage(tournament=undrawn)
    published(undrawn)
    upload = brought(undrawn, site.file(), olga)
    seen = found(upload)
    assert (seen.people, seen.rounds) == (["Wanda Walkin"], [(1, 1)])
    reasons = [why for _table, why in results(upload)]
    assert reasons.count("Not entered here: Wanda Walkin.") == 1
    assert reasons.count("Others sit at this table here, or the same people in other seats.") == len(reasons) - 1 > 0


def test_a_number_of_two_registrations_is_two_people(day, olga, hall, site):
    with site.here():
        walk_in(tournament=there(), name="Wanda Walkin", by=Hall.objects.get().taken_by)
    walk_in(tournament=day, name="Xaver Walkin", by=olga)
    upload = brought(day, site.file(), olga)
    assert found(upload).people == ["Wanda Walkin"]
    walk_in(tournament=day, name="Wanda Walkin", by=olga)
    assert found(upload).people == []


@pytest.mark.parametrize("side", ["home", "hall"])
def test_somebody_who_was_renamed_is_the_same_person(day, olga, hall, site, side):
    number = seat(table(1), 1).entry.number
    with site.here():
        if side == "hall":
            rename_character(character=Entry.objects.get(number=number).character, name="Grace Newname")
        played_table(table(1))
    if side == "home":
        rename_character(character=Entry.objects.get(number=number).character, name="Grace Newname")
    upload = brought(day, site.file(), olga)
    assert (found(upload).people, results(upload), take(upload, olga)) == ([], [(1, NEW)], 1)
    assert Sheet.objects.get().seats.get(seat=1).character == Entry.objects.get(number=number).character
    assert found(upload).same == 1


def careers() -> dict[int, Any]:
    review()
    return {row.number: life(row.character) for row in Entry.objects.select_related("character")}


def test_careers_are_those_of_a_site_that_saw_it_all(site):
    day = to_draw(9, system="careers", mode="formula", target=100)
    start_stage(tournament=day)
    start_round(round=published(day))
    olga = an_organiser(day.season)
    in_hall(day, olga, site)
    before = careers()
    with site.here():
        for number, points in ((1, (2500, 60)), (2, (900, 1800)), (3, (700, 60))):
            played_with_paths(table(number), *points)
        expected = careers()
    played_with_paths(table(2), 1800, 900)
    upload = brought(day, site.file(), olga)
    assert before != careers() != expected
    assert take(upload, olga) == 3
    assert careers() == expected
    assert wrong_figures() == []


def test_taken_twice_changes_nothing(day, olga, hall, site):
    play(site, 1, 2)
    played_table(table(2), OTHER_CARDS)
    upload = brought(day, site.file(), olga)
    chosen = [each.key for each in found(upload).results]
    take_from_hall(upload=upload, chosen=chosen, by=olga)
    before, entries = here(day), LedgerEntry.objects.count()
    with pytest.raises(ValidationError, match="decided here since"):
        take_from_hall(upload=upload, chosen=chosen, by=olga)
    assert (here(day), LedgerEntry.objects.count()) == (before, entries)


def test_no_more_is_corrected_at_once_than_a_request_should_do(site):
    day = to_draw(16)
    start_stage(tournament=day)
    start_round(round=published(day))
    olga = an_organiser(day.season)
    in_hall(day, olga, site)
    numbers = range(1, MOST_CORRECTIONS + 2)
    for number in numbers:
        played_table(table(number))
    with site.here():
        for number in numbers:
            played_table(table(number), [20 + number, 10 - number, 2, 1])
    upload = brought(day, site.file(), olga)
    with pytest.raises(ValidationError, match="3 of them corrections"):
        take(upload, olga)
    assert take(upload, olga, *numbers[:-1]) == MOST_CORRECTIONS
    assert len(results(upload)) == 1


def decided(number: int) -> None:
    played_table(table(number), OTHER_CARDS)


def voided(number: int) -> None:
    void_game(season_game=game_of(table(number)), reason="Another deck")


def corrected(number: int) -> None:
    sheet = compass_sheet(table(number), [13, 10, 10])
    correct_game(season_game=game_of(table(number)), sheet=sheet, reason="Miscounted", source=Sheet.WEB)


@pytest.mark.parametrize(("number", "meanwhile"), [(1, decided), (2, voided), (2, corrected)])
def test_what_somebody_has_decided_meanwhile_is_refused_and_nothing_is_taken(
    day, olga, hall, site, number, meanwhile: Callable[[int], None]
):
    play(site, 1, 2, 3)
    played_table(table(2), OTHER_CARDS)
    upload = brought(day, site.file(), olga)
    chosen = [each.key for each in found(upload).results]
    meanwhile(number)
    before = here(day)
    with pytest.raises(ValidationError, match="decided here since"):
        take_from_hall(upload=upload, chosen=chosen, by=olga)
    assert here(day) == before


@pytest.mark.parametrize("score", [{"cards": 1}, {"horses": 1}])
@pytest.mark.parametrize("number", [1, 2])
def test_what_can_not_stand_is_listed_with_the_reason_and_the_rest_is_taken(
    day, olga, hall, site, client: Client, score: dict[str, int], number
):
    def lie(content: dict[str, Any]) -> None:
        for line in content["archive"]["games"][0]["sheets"][0]["seats"]:
            line["score"] = score

    play(site, 1, 2)
    if number == 2:
        played_table(table(1), OTHER_CARDS)
    upload = brought(day, rewritten(site.file(), hall, lie, secret=hall.secret), olga)
    assert take(upload, olga) == 1
    upload.refresh_from_db()
    assert {problem["column"] for problem in upload.problems} == {"spring-open-s1r1t1"}
    assert [each.place[2] for each in found(upload).results] == [1]
    assert state(2) == (1, Sheet.CONFIRMED)
    client.force_login(olga)
    assert "Refused here, each with the reason:" in page(client, upload)


def test_a_table_that_is_played_on_the_site_takes_no_result(day, olga, hall, site):
    play(site, 1)
    play_here(table=table(1), by=olga)
    upload = brought(day, site.file(), olga)
    assert take(upload, olga) == 0
    upload.refresh_from_db()
    assert upload.problems[0]["message"].startswith("This table is played on the site")


def test_every_decision_is_in_the_ledger_and_the_hall_can_not_go_on(day, olga, hall, site):
    play(site, 1, 2, 3)
    played_table(table(2), OTHER_CARDS)
    upload = brought(day, site.file(), olga)
    take(upload, olga, 1, 2)
    taken = LedgerEntry.objects.filter(kind="hall_result_taken").order_by("pk")
    assert [(row.game_id, row.about["how"], row.by_id) for row in taken] == [
        (table(1).game_id, NEW, olga.pk),
        (table(2).game_id, INSTEAD, olga.pk),
    ]
    with pytest.raises(ValidationError, match="decided here since"):
        hand_back(hall=Hall.objects.get(), by=olga)
    keep_what_is_here(upload=upload, by=olga)
    entry = LedgerEntry.objects.get(kind="hall_file_decided")
    assert entry.about["left"] == ["spring-open-s1r1t3"]
    review()
    assert wrong_figures() == []


def test_nothing_is_taken_while_it_runs_in_a_hall(day, olga, hall, site):
    play(site, 1)
    upload = brought(day, site.file(), olga)
    chosen = [each.key for each in found(upload).results]
    hand_back(hall=Hall.objects.get(), by=olga)
    with pytest.raises(ValidationError, match="runs in a hall"):
        take_from_hall(upload=upload, chosen=chosen, by=olga)
    with pytest.raises(ValidationError, match="runs in a hall"):
        keep_what_is_here(upload=upload, by=olga)
    assert not SeasonGame.objects.exists()


def test_what_is_kept_ends_it_and_the_list_stays_with_the_figures(day, olga, hall, site, client: Client):
    play(site, 1, 2)
    played_table(table(1), OTHER_CARDS)
    upload = brought(day, site.file(), olga)
    chosen = [each.key for each in found(upload).results]
    client.force_login(olga)
    answer = client.post(address(upload), {"keep": "1"}, follow=True)
    upload.refresh_from_db()
    assert (upload.status, upload.summary) == (FileImport.DONE, "Decided: 2 results stay with the hall.")
    assert answer.redirect_chain[-1][0] == f"/imports/{upload.pk}/"
    assert "Hugo: Cards 30; Cleo: Cards 2; Iris: Cards 1" in answer.content.decode()
    assert cards(1) == OTHER_CARDS
    with pytest.raises(ValidationError, match="is decided"):
        take_from_hall(upload=upload, chosen=chosen, by=olga)


def test_an_undecided_file_is_kept_and_a_decided_one_forgotten(day, olga, hall, site):
    play(site, 1)
    upload = brought(day, site.file(), olga)
    FileImport.objects.update(finished_at=timezone.now() - KEPT - timedelta(days=1))
    forget_old_files()
    assert results(upload) == [(1, NEW)]
    keep_what_is_here(upload=upload, by=olga)
    FileImport.objects.update(finished_at=timezone.now() - KEPT - timedelta(days=1))
    forget_old_files()
    upload.refresh_from_db()
    assert (bytes(upload.content), len(upload.problems)) == (b"", 1)


def test_a_game_that_is_dated_later_than_now_is_refused_as_ever(day, olga, hall, site):
    site.clock_is_off = timedelta(hours=2)
    play(site, 1)
    before = here(day)
    upload = brought(day, site.file(), olga)
    assert upload.status == FileImport.REFUSED
    assert upload.problems[0]["message"].startswith("The clock of the hall was ahead: ")
    assert here(day) == before


def without_a_draw(content: dict[str, Any]) -> None:
    content["archive"]["stages"][0]["played_rounds"][0]["draws"][0]["seed"] = "1" * 64


def test_a_file_that_lies_or_was_altered_is_refused_as_ever(day, olga, hall, site):
    play(site, 1)
    upload = brought(day, rewritten(site.file(), hall, without_a_draw, secret=hall.secret), olga)
    assert upload.status == FileImport.REFUSED
    file = site.file()
    with pytest.raises(ValidationError, match="does not open"):
        brought(day, file[:-1] + bytes([file[-1] ^ 1]), olga)
    assert FileImport.objects.get() == upload


def address(upload: FileImport) -> str:
    return f"/tournaments/spring-open/hall/differences/{upload.pk}/"


def page(client: Client, upload: FileImport) -> str:
    return client.get(address(upload)).content.decode()


def test_the_file_leads_from_the_page_of_the_hall_to_what_differs(
    day, olga, hall, site, client: Client, monkeypatch, django_capture_on_commit_callbacks
):
    monkeypatch.setattr("games.tasks.review_waiting_games.delay", review)
    play(site, 1, 2)
    played_table(table(2), OTHER_CARDS)
    client.force_login(olga)
    file = SimpleUploadedFile("day.hall", site.file())
    answer = client.post("/tournaments/spring-open/hall/back/", {"file": file})
    run_waiting_import()
    upload = FileImport.objects.get()
    answer = client.get(answer.headers["Location"], follow=True)
    assert answer.redirect_chain == [(address(upload), 302)]
    assert address(upload) in client.get("/tournaments/spring-open/hall/").content.decode()
    text = answer.content.decode()
    assert [text.count(words) for words in ("checked>", "No result here yet.", "Another result is here.")] == [1, 1, 1]
    new, instead = answer.context["can_be_taken"]
    assert "<del>12</del>" in text and "<ins>30</ins>" in text
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(address(upload), {"result": [new.difference.key, instead.difference.key]}, follow=True)
    assert "2 results were taken." in answer.content.decode()
    assert "The hall has nothing that is not here" in answer.content.decode()
    assert not Sheet.objects.filter(status=Sheet.CONFIRMED, reviewed_at=None).exists()


def test_the_answers_of_a_spreadsheet_do_not_fit_it(day, olga, hall, site, client: Client):
    play(site, 1)
    upload = brought(day, site.file(), olga)
    client.force_login(olga)
    assert client.post(f"/imports/{upload.pk}/answer/", {}).status_code == 302
    upload.refresh_from_db()
    assert upload.status == FileImport.ASKS


def test_only_its_organisers_open_it(day, olga, hall, site, client: Client):
    play(site, 1)
    upload = brought(day, site.file(), olga)
    assert client.get(address(upload)).status_code == 302
    olaf = a_user("olaf")
    create_league(name="Friday Club", by=olaf)
    people = [olaf, *(a_member(day.season, role, role) for role in ("spectator", "player", "score_keeper"))]
    chosen = [each.key for each in found(upload).results]
    for user in people:
        client.force_login(user)
        assert client.get(address(upload)).status_code == 403
        assert client.post(address(upload), {"result": chosen}).status_code == 403
        assert client.post(address(upload), {"keep": "1"}).status_code == 403
    assert not SeasonGame.objects.exists()
    client.force_login(olga)
    assert client.get(address(upload)).status_code == 200


def test_a_file_of_another_tournament_is_not_found(day, olga, hall, site, client: Client):
    upload = brought(day, site.file(), olga)
    other = a_tournament(slug="other", season=day.season)
    client.force_login(olga)
    assert client.get(f"/tournaments/{other.slug}/hall/differences/{upload.pk}/").status_code == 404


def test_more_results_ask_no_more_of_the_database(day, olga, hall, site, client: Client):
    client.force_login(olga)
    counts = []
    for number in (1, 2, 3):
        play(site, number)
        upload = brought(day, site.file(), olga)
        page(client, upload)
        with CaptureQueriesContext(connection) as asked:
            assert page(client, upload).count('name="result"') == number
        counts.append(len(asked))
    assert counts[1] == counts[2]
