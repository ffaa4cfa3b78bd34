"""A league's board chosen for a season and for one game; what is played on it, and the proof."""

import json
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone

from characters.models import Character
from engine import replay
from games.models import GameRecord
from games.rules.sheets import ScoreSheet, SeatLine
from games.rules.tables import translated
from league.boards.queries import board_differences, record_board
from league.boards.services import change_board
from league.clubs.queries import house_rules_of, names_in
from league.clubs.services.leagues import create_league, create_season, set_house_rules
from league.models import BoardVersion
from league.results.services.prepared_tables import Chair, PreparedTable
from league.tournaments.desk.queries.papers import sheet_papers
from league.tournaments.tables.services.acts import report_table
from tests.factories.boards import a_board, a_board_file
from tests.factories.careers import differences
from tests.factories.friday_club import FridayClub, a_friday_club, friday_form, friday_game
from tests.factories.games import review
from tests.factories.games_of_bots import game_of_bots_form, ordered_and_played, played_by_bots
from tests.factories.pages import inputs, text
from tests.factories.people import an_organiser
from tests.factories.ratings import rate
from tests.factories.tables import a_table, now, seat
from tests.factories.tampering import past_triggers

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(rows_of_module) -> FridayClub:
    with rows_of_module.unblock():
        return a_friday_club()


@pytest.fixture(scope="module")
def digest(rows_of_module, club: FridayClub) -> str:
    with rows_of_module.unblock():
        return a_board(club.league, by=club.cleo).versions.get().digest


def played_on(club: FridayClub, board: str = ""):
    seats = (Chair(club.overtime, "greedy"), Chair(club.bigdesk, "greedy"))
    table = PreparedTable(seats=seats, mode="timed", minutes=5, board=board)
    return played_by_bots(club.season, table)


def test_an_organiser_chooses_a_board_of_the_league_for_a_season(client, club: FridayClub, digest: str):
    client.force_login(club.cleo)
    page = reverse("house_rules_edit", args=[club.season.slug])
    form = client.get(page).context["form"]
    sent = {name: form[name].value() for name in form.fields} | {"board": digest}
    assert "A board of the league: Volts over London, version 1" in text(client.get(page))
    asked = text(client.post(page, sent))
    assert "A board of the league: Volts over London, version 1" in asked
    assert client.post(page, sent | {"sure": "1"}).status_code == 302
    assert house_rules_of(club.season).board == digest
    shown = text(client.get(reverse("house_rules", args=[club.season.slug])))
    assert "A board of the league: Volts over London, version 1" in shown and "volts-over-london/?version=1" in shown
    assert "Spring 2026" in text(client.get("/leagues/friday-club/boards/volts-over-london/"))


def test_a_board_of_nobody_or_of_another_league_is_refused(club: FridayClub, digest: str):
    other = create_league(name="Other Club")
    for board in ("0" * 64, digest):
        season = create_season(league=other, name=f"Season {board[:4]}")
        with pytest.raises(ValidationError, match="This league has no board with the digest"):
            set_house_rules(season=season, values={"board": board})
        assert house_rules_of(season).board == "edition"
    with pytest.raises(ValidationError, match="This league has no board"):
        played_on(club, "0" * 64)


def test_bots_play_on_the_board_of_the_season_and_the_record_replays_it(club: FridayClub, digest: str):
    set_house_rules(season=club.season, values={"board": digest})
    made = played_on(club)
    record = GameRecord.objects.get(game=made.game).text
    assert record_board(record) == digest
    assert replay(record.splitlines()).scores
    assert json.loads(record.splitlines()[0])["options"]["board"]["paths"]["agrivi"]["name"] == "Tesla"
    review()
    rate()
    assert differences() == []


def test_one_game_may_be_played_on_another_board(client, club: FridayClub, digest: str):
    client.force_login(club.cleo)
    url = reverse("season_play", args=[club.season.slug])
    assert "Volts over London, version 1" in text(client.get(url))
    page = ordered_and_played(client, url, game_of_bots_form(club, board=digest))
    assert page.startswith("/games/")
    shown = text(client.get(page))
    assert "on the board" in shown and "volts-over-london/?version=1" in shown and "Kr" in shown and "£" not in shown
    assert record_board(GameRecord.objects.get().text) == digest
    assert house_rules_of(club.season).board == "edition"


def test_a_season_keeps_its_board_when_the_board_changes(club: FridayClub, digest: str):
    set_house_rules(season=club.season, values={"board": digest})
    board = club.league.boards.get()
    change_board(board=board, definition=a_board_file(name="New"), seen=1, by=club.cleo)
    made = played_on(club)
    assert record_board(GameRecord.objects.get(game=made.game).text) == digest
    review()
    rate()
    assert differences() == []


def test_the_sheet_asks_in_the_words_and_the_money_of_the_board(client, club: FridayClub, digest: str):
    set_house_rules(season=club.season, values={"board": digest})
    client.force_login(club.cleo)
    shown = text(client.post(reverse("result_enter"), friday_form(club, go="check", **{"seat-1-cash": "x"})))
    assert "Cash (Kr)" in shown and "Tesla" in shown and "AGRIVI" not in shown


def test_the_page_of_a_game_says_its_money_in_that_of_the_board(client, club: FridayClub, digest: str):
    set_house_rules(season=club.season, values={"board": digest})
    page = text(client.get(friday_game(club).game.get_absolute_url()))
    assert "Kr20,000" in page and "£" not in page


def test_another_game_of_the_season_keeps_the_money_of_the_edition(client, club: FridayClub, digest: str):
    set_house_rules(season=club.season, values={"board": digest})
    assert names_in(club.season, "game_of_the_year", "london").currency == "£"
    assert names_in(club.season, "careers", "london").currency == "Kr"


def test_how_to_play_shows_the_board_of_the_season(client, club: FridayClub, digest: str):
    set_house_rules(season=club.season, values={"board": digest})
    page = text(client.get(reverse("how_to_play", args=["careers"]), {"season": club.season.slug}))
    assert "This season plays on the league&#x27;s own board." in page and "Tesla" in page and "Kr2,500" in page


def test_a_tally_on_an_own_board_is_counted_by_the_edition_of_the_sheet():
    assert translated({"agrivi": 2}, "companies", "london", "hi_tech") == {"fmc": 2}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"content": "{}"}, "its content is not what its digest says"),
        ({"digest": "1" * 64}, "its content is not what its digest says"),
        (None, "which its league has not"),
    ],
)
def test_the_proof_finds_a_board_that_was_altered_or_taken_away(club: FridayClub, digest: str, change, said: str):
    set_house_rules(season=club.season, values={"board": digest})
    played_on(club)
    assert list(board_differences()) == []
    with past_triggers():
        found = BoardVersion.objects.filter(digest=digest)
        found.update(**change) if change else found.delete()
    told = list(board_differences())
    assert any(said in one for one in told)
    assert change == {"content": "{}"} or any("its house rules name the board" in one for one in told)


def test_the_proof_finds_a_record_of_a_board_that_is_not_the_leagues(club: FridayClub, digest: str):
    made = played_on(club, digest)
    record = GameRecord.objects.get(game=made.game)
    GameRecord.objects.filter(pk=record.pk).update(text=record.text.replace("Tesla", "Tesle", 1))
    assert any("was played on the board" in one for one in board_differences())


def test_a_correction_compares_in_the_words_and_the_money_of_the_board(client, club: FridayClub, digest: str):
    set_house_rules(season=club.season, values={"board": digest})
    url = reverse("game_correct", args=[friday_game(club).game_id])
    client.force_login(club.cleo)
    sent = dict(inputs(client.get(url))) | {"winner": "1", "seat-1-cash": "30000", "seat-1-trips-agrivi": "2"}
    page = text(client.post(url, sent | {"go": "check"}))
    assert "Kr20,000" in page and "Kr30,000" in page and "Tesla 2" in page
    assert "£" not in page and "AGRIVI" not in page


def test_phones_that_differ_and_the_paper_speak_the_words_and_the_money_of_the_board(client):
    table = a_table(2, system="careers")
    season = table.round.stage.tournament.season
    set_house_rules(season=season, values={"board": a_board(season.league).versions.get().digest})
    for number, cash, trips in ((1, 20_000, {}), (2, 30_000, {"agrivi": 2})):
        sheet = careers_table(table, {"happiness": 100, "fame": 0, "cash": cash, "trips": trips})
        report_table(seat=seat(table, number), sheet=sheet, key=f"{number}")
    because = now(table).table.frozen_because
    assert "seat 2 says Kr30,000, seat 1 said Kr20,000" in because and "£" not in because
    client.force_login(an_organiser(season))
    page = text(client.get(reverse("table_rule", args=[table.pk])))
    assert "Kr20,000" in page and "Tesla 2" in page and "£" not in page and "AGRIVI" not in page
    Character.objects.update(specialty="information_technology", primary_company="agrivi")
    (paper,) = sheet_papers(table.round, "http://site")
    told = " ".join(" ".join(row.names) for row in paper.rows)
    assert "Tesla" in told and "AGRIVI" not in told


def careers_table(table, figures) -> ScoreSheet:
    """The first seat has these figures and wins, the second has nothing."""
    who = [one.entry.character for one in table.seats.order_by("seat").select_related("entry__character")]
    lines = (
        SeatLine(1, who[0].pk, who[0].name, True, figures),
        SeatLine(2, who[1].pk, who[1].name, False, {"happiness": 0, "fame": 0, "cash": 0}),
    )
    return ScoreSheet("careers", "london", timezone.now() - timedelta(minutes=1), lines, "formula", 100)
