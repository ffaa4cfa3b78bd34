"""What a game is called: what people say, else what is known of it; the reference is small print."""

import pytest
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string

from games.models import Sheet
from games.rules.systems import SYSTEMS
from league.core.queries.games import headline_of, headlines
from league.models import LedgerEntry, Notice, SeasonGame
from league.notices.services.outbox import tell_events
from league.results.services.games import name_game, report_game
from league.sheets.rules.exports import write_results
from league.sheets.rules.reported_games import ReportedGame, ReportedSeat
from league.sheets.rules.result_rows import results_from_csv
from tests.factories.games import played, reviewed
from tests.factories.people import an_organiser
from tests.factories.sheets import a_sheet, at
from tests.factories.tables import played_table
from tests.factories.thursday_club import ThursdayClub, post_game

pytestmark = pytest.mark.django_db
LONG = "x" * 81


@pytest.fixture
def game(staffed) -> SeasonGame:
    season, ada, bo, *_ = staffed
    return played(season, "spring-1", at(ada, 100, won=True), at(bo, 50), day=19, by=ada.owner)


def test_a_game_without_a_name_is_called_by_what_was_played_and_when(game):
    day = game.played_at
    assert headline_of(game) == f"Careers, {day:%A} {day.day} {day:%B}"
    name_game(season_game=game, name="", place="Ann's", by=None)
    assert headline_of(game) == f"Careers at Ann's, {day:%A} {day.day} {day:%B}"


def test_the_day_is_that_of_the_club(game):
    league = game.season.league
    league.zone = "Pacific/Kiritimati"  # fourteen hours ahead
    league.save()
    SeasonGame.objects.update(played_at=game.played_at.replace(hour=20))
    ahead = game.played_at.day + 1
    assert f" {ahead} " in headline_of(game)


def test_a_game_of_a_tournament_is_called_by_its_round_and_table(table):
    game = played_table(table)
    assert headline_of(game) == f"{table.round.stage.tournament.name}, round 1, table 1"


def test_names_are_asked_for_in_one_query(game, django_assert_num_queries):
    with django_assert_num_queries(1):
        headlines([game.game_id])
    with django_assert_num_queries(0):
        assert headlines([]) == {}


@pytest.mark.parametrize(("name", "says"), [(LONG, "the limit is 80 letters"), ("a\u202eb", "can't be shown")])
def test_a_name_that_is_too_long_or_cannot_be_shown_is_refused(game, name, says):
    with pytest.raises(ValidationError, match=says):
        name_game(season_game=game, name=name, place="", by=None)


def test_a_name_is_tidied_and_the_ledger_holds_that_it_was_given(game):
    assert name_game(season_game=game, name="  Thursday   at Ann's ", place="", by=None)
    assert headline_of(game) == "Thursday at Ann's"
    entry = LedgerEntry.objects.get(kind="game_named")
    assert "Ann" not in entry.text  # a name can be changed, an entry can't
    assert not name_game(season_game=game, name="Thursday at Ann's", place="", by=None)
    assert LedgerEntry.objects.filter(kind="game_named").count() == 1


def test_who_reported_it_names_it_on_its_page(client, game):
    client.force_login(game.game.sheets.get().submitted_by)
    page = f"/games/{game.game_id}/"
    assert "Give it a name" in client.get(page).content.decode()
    answer = client.post(f"{page}name/", {"name": "Thursday at Ann's", "place": "The Red Lion"}, follow=True)
    told = answer.content.decode()
    assert "<h1><bdi>Thursday at Ann&#x27;s</bdi></h1>" in told
    assert "The Red Lion" in told
    assert '<span class="reference">spring-1</span>' in told
    assert "Change the name" in told


def test_an_organiser_names_any_game_and_another_player_none(client, game, staffed):
    season, _, bo, *_ = staffed
    client.force_login(bo.owner)
    assert client.post(f"/games/{game.game_id}/name/", {"name": "Mine"}).status_code == 403
    assert "Give it a name" not in client.get(f"/games/{game.game_id}/").content.decode()
    client.force_login(an_organiser(season))
    assert client.post(f"/games/{game.game_id}/name/", {"name": "Ann's"}).status_code == 302


def test_a_refused_name_is_shown_again_with_its_reason(client, game):
    client.force_login(game.game.sheets.get().submitted_by)
    answer = client.post(f"/games/{game.game_id}/name/", {"name": "a\u202eb"})
    assert answer.status_code == 422
    assert "can&#x27;t be shown" in answer.content.decode()


def test_lists_search_and_memos_call_it_by_its_name(client, staffed):
    season, ada, bo, *_ = staffed
    ready = {"degrees": {"law": 1, "sales_marketing": 1}, "trips": {"agrivi": 2, "harrods": 2}}
    game = reviewed(season, "g-1", at(ada, 510, won=True, **ready), at(bo, 90), target=500)
    name_game(season_game=game, name="Thursday at Ann's", place="", by=None)
    called = "Thursday at Ann&#x27;s"
    for page in (
        *(f"{season.get_absolute_url()}games/?q=at+ann", f"{ada.get_absolute_url()}career/?every=1"),
        *(f"{season.get_absolute_url()}why/{ada.slug}/", "/search/?q=thursday+at"),
    ):
        assert called in client.get(page).content.decode(), page


def test_letters_call_it_by_its_name(staffed):
    season, ada, bo, *_ = staffed
    report_game(
        season=season,
        reference="g-2",
        name="Thursday at Ann's",
        sheet=a_sheet(at(ada, 100, won=True), at(bo, 50)),
        source=Sheet.WEB,
        by=ada.owner,
    )
    tell_events()
    assert Notice.objects.get(user=bo.owner).subject == "Bo: a result was entered, Thursday at Ann's"


def test_programs_report_read_and_change_the_name(thursday: ThursdayClub):
    row = post_game(thursday, by="ada", confirm=False, name="Ann's night", place="The Red Lion")
    assert (row["name"], row["place"], row["headline"]) == ("Ann's night", "The Red Lion", "Ann's night")
    url = f"/api/v1/games/{row['id']}/name/"
    assert thursday.client("bo").post(url, {"name": "Bo's"}, format="json").status_code == 403
    named = thursday.client("ada").post(url, {"name": ""}, format="json").json()
    assert named["name"] == ""
    assert named["headline"].startswith("Careers, ")
    assert thursday.client("ada").post(url, {"name": "a\u202eb"}, format="json").status_code == 400


FIGURES = {"happiness": 40, "fame": 40, "cash": 30_000}
SEATS = (ReportedSeat(1, "Ada", True, FIGURES), ReportedSeat(2, "", False, FIGURES))


def a_game_of_a_file(played_at, **names: str) -> ReportedGame:
    return ReportedGame("spring", "g1", "careers", "london", played_at, SEATS, mode="timed", **names)


def test_a_file_may_name_games_and_gives_the_names_back(game):
    named = a_game_of_a_file(game.played_at, name="Thursday at Ann's", place="Ann's")
    written = write_results([named])
    assert b"game_name,game_place" in written
    read, problems = results_from_csv(written)
    assert (read, problems) == ([named], [])


def test_a_name_in_a_file_that_cannot_be_shown_is_a_problem_of_its_cell(game):
    written = write_results([a_game_of_a_file(game.played_at, name="MARK")])
    _, problems = results_from_csv(written.replace(b"MARK", "a\u202eb".encode()))
    assert {problem.column for problem in problems} == {"game_name"}


def test_a_file_without_names_has_no_columns_for_them(game):
    assert b"game_name" not in write_results([a_game_of_a_file(game.played_at)])


def test_the_wizard_takes_a_name_and_a_place(client, staffed):
    season = staffed[0]
    client.force_login(an_organiser(season))
    told = client.get(f"/enter/?season={season.slug}&system=careers").content.decode()
    assert 'name="name"' in told
    assert 'name="place"' in told
    assert "Name of the game" in told


def test_every_game_system_has_a_drawing_of_its_own():
    drawn = {render_to_string("components/system_mark.html", {"system": one}).split("<svg")[1] for one in SYSTEMS}
    other = render_to_string("components/system_mark.html", {"system": "of tomorrow"}).split("<svg")[1]
    assert len(drawn | {other}) == len(SYSTEMS) + 1
