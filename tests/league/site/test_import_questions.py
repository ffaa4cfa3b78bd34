"""A club's own spreadsheet: what was read into it is shown, and stored once somebody has agreed."""

from datetime import date, datetime
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from characters.rules.facts import stamp
from games.models import Sheet
from league.core.services.uploads import FileRefused, run_waiting_import
from league.models import FileImport, Season
from league.results.services.import_results import import_results
from tests.factories.friday_club import FridayClub
from tests.factories.imports import HEAD, answer, games, line, near
from tests.factories.pages import text
from tests.factories.workbooks import ods, xlsx


@pytest.fixture
def ask(client: Client, club: FridayClub):
    """Uploads a spreadsheet as the organiser and lets the worker look at it."""
    client.force_login(club.cleo)

    def send(content: bytes, name: str = "last year.xlsx") -> FileImport:
        file = SimpleUploadedFile(name, content)
        client.post(reverse("import_list", args=[club.league.slug]), {"kind": "results", "file": file})
        run_waiting_import()
        return FileImport.objects.latest("pk")

    return send


def detail(upload: FileImport) -> str:
    return reverse("import_detail", args=[upload.pk])


def names(club: FridayClub) -> list[str]:
    return list(club.league.enrolments.values_list("character__name", flat=True)[:2])


@pytest.mark.parametrize("write", [xlsx, ods], ids=["xlsx", "ods"])
def test_a_clubs_workbook_is_shown_as_it_was_read_and_stored_after_a_yes(client, club, ask, write):
    before = Sheet.objects.count()
    upload = ask(write(games(*names(club))))
    assert upload.status == "asks" and Sheet.objects.count() == before
    page = client.get(reverse("import_detail", args=[upload.pk])).content.decode()
    assert "03/10/2026 20:00" in page and "Saturday, 3 October 2026, 20:00, London time" in page
    assert "Is this how you mean it?" in page
    assert answer(client, upload).status == "done"
    assert stamp(Sheet.objects.latest("pk").played_at) == "2026-10-03T19:00:00Z"


def test_answers_are_remembered_for_the_next_file_of_the_same_headings(client, club, ask):
    ada, bo = names(club)
    first = ask(xlsx(games(ada, bo, **{"Game No": "1", "Date": "10/03/2026"})))
    assert answer(client, first, date_order="mdy").status == "asks", "it is shown once more"
    assert answer(client, first).status == "done"
    second = ask(xlsx(games(ada, bo, **{"Game No": "2", "Date": "10/04/2026"})), "this week.xlsx")
    assert second.status == "done", "nothing of it is new"
    assert stamp(Sheet.objects.latest("pk").played_at) == "2026-10-04T11:00:00Z"
    assert "read as you said for last year.xlsx" in strip_tags(client.get(detail(second)).content.decode())
    third = ask(xlsx(games(ada, bo, "A Stranger", **{"Game No": "3", "Date": "10/05/2026"})))
    assert third.status == "asks" and third.questions["date_order"] == "mdy", "somebody else is asked about"


def test_the_first_rows_are_shown_as_they_were_read(client, club, ask):
    upload = ask(xlsx(games(*names(club))))
    columns, row, *_ = upload.questions["first"]
    read = dict(zip(columns, row, strict=True))
    assert (read["played at"], read["character"]) == ("Saturday, 3 October 2026, 20:00, London time", names(club)[0])
    assert "The first rows, as they were read" in client.get(detail(upload)).content.decode()


def test_a_date_of_excel_is_read_in_the_zone_of_the_league(client, club, ask):
    upload = ask(xlsx(games(*names(club), Date=datetime(2026, 7, 1, 19, 30))))
    assert answer(client, upload).status == "done"
    assert stamp(Sheet.objects.latest("pk").played_at) == "2026-07-01T18:30:00Z"


EXPORT = Path(__file__).parents[2] / "data/elsewhere/bg-stats.json"


def test_columns_that_the_site_wrote_itself_are_folded_and_a_clubs_own_are_not(club, ask, text):
    for content, name, fold in (
        (EXPORT.read_bytes(), EXPORT.name, "<details >"),
        (xlsx(games(*names(club))), "a.xlsx", "<details open>"),
    ):
        page = text(reverse("import_detail", args=[ask(content, name).pk]))
        assert f"{fold} <summary>The columns of your file" in page


def test_another_order_of_dates_is_shown_again_before_it_is_stored(client, club, ask):
    upload = answer(client, ask(xlsx(games(*names(club)))), date_order="mdy")
    assert upload.status == "asks" and "10 March 2026" in upload.questions["times"][0]["read"]
    assert answer(client, upload).status == "done"
    assert stamp(Sheet.objects.latest("pk").played_at) == "2026-03-10T20:00:00Z"


def test_an_unknown_column_is_asked_about_and_may_be_left_out(client, club, ask):
    table = games(*names(club))
    upload = ask(xlsx([[*row, "Snacks" if row is HEAD else "crisps"] for row in table]))
    assert upload.status == "asks"
    assert "not known" in client.get(reverse("import_detail", args=[upload.pk])).content.decode()
    upload = answer(client, upload)
    assert upload.status == "asks" and upload.questions["headings"][-1]["why"] == "left out"
    assert answer(client, upload).status == "done"


def test_an_unknown_name_may_play_as_a_guest(client, club, ask):
    upload = ask(xlsx(games(*names(club), "Bob Rivett")))
    assert "Bob Rivett" in client.get(reverse("import_detail", args=[upload.pk])).content.decode()
    assert answer(client, upload).status == "done"
    seats = Sheet.objects.latest("pk").seats.order_by("seat").values_list("name", "character__name")
    assert list(seats) == [*((name, name) for name in names(club)), ("Bob Rivett", None)]


def test_who_says_no_to_guests_learns_where_they_are(client, club, ask):
    upload = answer(client, ask(xlsx(games(*names(club), "Bob Rivett"))), strangers="leave")
    assert upload.status == "refused"
    assert [(one["cell"], one["message"]) for one in upload.problems] == [("I4", "There is no character 'Bob Rivett'.")]


def test_every_problem_is_there_at_once_whatever_kind_it_is_of(client, club, ask):
    ada, bo = names(club)
    table = [
        *games(ada, "Bob Rivett", bo),
        line(1, ada, "yes", **{"Fame": -3}),
        line(2, "Nobody", "no", **{"Cash": "ten"}),
        line(1, ada, "no", **{"Date": "soon"}),
    ]
    for place, row in enumerate(table[1:]):
        row[0] = "7" if place < 3 else "8" if place < 5 else "9"
    upload = ask(xlsx(table))
    assert upload.status == "refused"
    assert [one.get("cell") for one in upload.problems] == ["I3", "L5", "M6", "I6", "B7"]


def test_a_file_of_the_site_is_imported_without_a_question(client, club, ask):
    exported = client.get(reverse("league_export", args=[club.league.slug, "results.csv"])).content
    upload = ask(exported, "results.csv")
    assert (upload.status, upload.problems) == ("done", [])


def test_a_file_that_asks_stays_on_the_desk_when_another_has_gone_in(client, club, ask):
    ask(xlsx(games(*names(club))))
    assert answer(client, ask(xlsx(games(*names(club))), "another.xlsx")).status == "done"
    home = client.get("/").content.decode()
    assert "last year.xlsx" in home and "Has questions" in home and "another.xlsx" not in home


def test_a_file_that_asks_is_dismissed_unread_and_takes_no_answer_any_more(client, club, ask):
    before = Sheet.objects.count()
    upload = ask(xlsx(games(*names(club))))
    dismissed = client.post(reverse("import_dismiss", args=[upload.pk]), follow=True).content.decode()
    assert "last year.xlsx is off your desk" in dismissed
    assert "last year.xlsx" not in client.get("/").content.decode()
    assert "Dismissed before" in client.get(reverse("import_detail", args=[upload.pk])).content.decode()
    assert answer(client, upload).status == "refused" and Sheet.objects.count() == before


def test_two_answers_at_once_are_one(client, club, ask):
    upload = ask(xlsx(games(*names(club))))
    said = {f"column_{place}": one["column"] for place, one in enumerate(upload.questions["headings"])}
    for _ in range(2):
        client.post(reverse("import_answer", args=[upload.pk]), {**said, "date_order": "dmy"})
    assert FileImport.objects.get(pk=upload.pk).status == "waiting"


def test_an_answer_that_is_none_changes_nothing(client, club, ask):
    upload = ask(xlsx(games(*names(club))))
    response = client.post(reverse("import_answer", args=[upload.pk]), {"column_0": "shoe size"}, follow=True)
    assert "choose a column" in response.content.decode()
    assert FileImport.objects.get(pk=upload.pk).status == "asks"


def test_only_organisers_answer(client, club, ask):
    upload = ask(xlsx(games(*names(club))))
    client.force_login(club.ada)
    for name in ("import_answer", "import_dismiss"):
        assert client.post(reverse(name, args=[upload.pk])).status_code == 403


def without(table: list[list[object]], *columns: str) -> list[list[object]]:
    places = [place for place, name in enumerate(HEAD) if name not in columns]
    return [[row[place] for place in places] for row in table]


def test_a_file_without_season_and_edition_is_asked_for_them_once(client: Client, club: FridayClub, ask):
    rows = without(games("Ada Overtime", "Bo Bigdesk", Date="2026-01-03T20:00+01:00"), "Season", "Board")
    upload = ask(xlsx(rows))
    assert upload.status == FileImport.ASKS and not Sheet.objects.exists()
    page = text(client.get(reverse("import_detail", args=[upload.pk])))
    assert "Which season?" in page and "Which edition?" in page and club.season.name in page
    refused = answer(client, upload, given_season="somebody-elses", given_edition="london")
    assert refused.status == FileImport.ASKS
    done = answer(client, upload, given_season=club.season.slug, given_edition="london")
    assert done.status == FileImport.DONE, done.problems
    assert Sheet.objects.get().game.season_game.season == club.season


def test_a_file_that_lacks_more_than_season_and_edition_is_refused_with_all_of_it(
    client: Client, club: FridayClub, ask
):
    rows = without(games("Ada Overtime", "Bo Bigdesk", Happiness="lots"), "Season", "Winner")
    told = [one["message"] for one in ask(xlsx(rows)).problems]
    assert "Missing columns: season, won." in told and any("happiness" in one for one in told)


def test_a_file_of_one_game_is_asked_which_and_may_leave_the_winner_to_the_figures(
    client: Client, club: FridayClub, ask
):
    rows = [["Game", "Date", "Seat", "Player", "Cards"]]
    rows += [[1, "2026-01-03T20:00+01:00", 1, "Ada Overtime", 20], [1, "2026-01-03T20:00+01:00", 2, "Bo Bigdesk", 13]]
    upload = ask(xlsx(rows))
    page = text(client.get(reverse("import_detail", args=[upload.pk])))
    assert "Which game?" in page and "Who won?" in page and "The figures decide" in page
    given = {"given_season": club.season.slug, "given_system": "career_compass", "given_edition": "london"}
    done = answer(client, upload, **given, given_won="")
    assert done.status == FileImport.DONE, done.problems
    assert [seat.won for seat in Sheet.objects.get().seats.order_by("seat")] == [True, False]


def test_the_command_refuses_a_file_without_them_as_before(club: FridayClub):
    rows = without(games("Ada Overtime", "Bo Bigdesk"), "Season", "Board")
    with pytest.raises(FileRefused) as refused:
        import_results(league=club.league, outside_season=True, data=xlsx(rows))
    assert str(refused.value.problems[0]) == "line 1: Missing columns: season, edition."


@pytest.fixture
def dated(club: FridayClub) -> FridayClub:
    """The season is that of last year."""
    Season.objects.filter(pk=club.season.pk).update(starts_on=date(2025, 1, 1), ends_on=date(2025, 12, 31))
    return club


def test_games_outside_of_their_season_are_asked_about(client: Client, dated: FridayClub, ask):
    table = games(*names(dated), Season=dated.season.slug, Date="2026-01-01T00:30Z")
    upload = ask(xlsx(table))
    page = text(client.get(reverse("import_detail", args=[upload.pk])))
    assert upload.status == "asks" and "ends on 31 December 2025, and this game would count for it" in page
    refused = answer(client, upload)
    assert [(one["cell"], one["column"]) for one in refused.problems] == [("B2", "played_at")]
    assert not Sheet.objects.exists()
    assert answer(client, ask(xlsx(table)), outside_season="on").status == "done"
    assert ask(xlsx(table)).status == "done", "known already, and read as before"


def test_a_season_that_was_chosen_for_the_file_asks_about_its_days_as_well(client: Client, dated: FridayClub, ask):
    table = without(games(*names(dated), Date="2026-01-01T00:30Z"), "Season")
    upload = answer(client, ask(xlsx(table)), given_season=dated.season.slug)
    assert upload.status == "asks" and not Sheet.objects.exists()
    assert answer(client, upload, outside_season="on").status == "done"


def test_the_command_asks_nobody_about_games_outside_of_their_season(dated: FridayClub, tmp_path):
    file = tmp_path / "results.xlsx"
    file.write_bytes(xlsx(games(*names(dated), Season=dated.season.slug, Date="2026-01-01T00:30Z")))
    call_command("import_results", str(file))
    assert Sheet.objects.exists()


@pytest.mark.parametrize("column", HEAD)
def test_a_file_that_lacks_any_column_is_asked_about_or_refused(club: FridayClub, ask, column):
    upload = ask(xlsx(without(games("Ada Overtime", "Bo Bigdesk", Season=club.season.slug), column)))
    assert upload.status in ("asks", "refused"), upload.summary


@pytest.mark.parametrize("heading", ["Player", "Spieler"])
def test_who_leaves_out_the_names_is_told_that_the_column_is_missing(client: Client, club: FridayClub, ask, heading):
    table = games("Ada Overtime", "Bo Bigdesk")
    table[0] = [heading if cell == "Player" else cell for cell in HEAD]
    upload = answer(client, ask(xlsx(table)), **{f"column_{HEAD.index('Player')}": ""})
    assert (upload.status, [one["message"] for one in upload.problems]) == ("refused", ["Missing columns: character."])


def test_columns_may_be_left_out_of_a_file_as_excel_writes_it(client: Client, club: FridayClub, ask):
    """A title, what separates the cells, and columns without anything right of the table."""
    table = games(*names(club), Season=club.season.slug, Date="2026-01-03T20:00+01:00")
    rows = [["Friday Club, season 2026"], *([*row, "Snacks" if row is table[0] else "crisps"] for row in table)]
    upload = ask(("sep=;\r\n" + "".join(";".join(map(str, row)) + ";;\r\n" for row in rows)).encode(), "excel.csv")
    assert upload.status == "asks", upload.problems
    assert upload.questions["headings"][-1]["text"] == "Snacks"
    assert answer(client, upload).status == "done", upload.problems


def test_a_slip_of_the_hand_is_offered_the_character_it_means_for_every_line(client: Client, club: FridayClub, ask):
    table = games("Ada Ovretime", "Bo Bigdesk", Season=club.season.slug)
    table += [[2, *row[1:]] for row in games("ADA OVRETIME", "Bo Bigdesk", Season=club.season.slug)[1:]]
    upload = ask(xlsx(table))
    assert near(upload) == {"Ada Ovretime": ["Ada Overtime"]}
    page = text(client.get(reverse("import_detail", args=[upload.pk])))
    assert "Names that are nearly a character’s" in page and "Names without a character" not in page
    assert answer(client, upload).status == "asks"  # nobody is chosen for anybody
    done = answer(client, upload, meant_0=str(club.overtime.pk))
    assert done.status == "done", done.problems
    assert [sheet.seats.filter(character=club.overtime).count() for sheet in Sheet.objects.all()] == [1, 1]


def test_in_a_game_of_two_the_file_asks_who_is_meant(client: Client, club: FridayClub, ask):
    rows = [["Game", "Season", "System", "Board", "Date", "Seat", "Player", "Winner", "Cards"]]
    told = [1, club.season.slug, "career_compass", "london", "2026-01-03T20:00+01:00"]
    rows += [[*told, 1, "Ada Overtime", "", 20], [*told, 2, "Bo Bigdsek", "", 13]]
    upload = ask(xlsx(rows))
    assert upload.status == "asks" and near(upload) == {"Bo Bigdsek": ["Bo Bigdesk"]}
    assert answer(client, upload, meant_0=str(club.bigdesk.pk)).status == "done"
    assert Sheet.objects.get().seats.filter(character=club.bigdesk).exists()


@pytest.mark.parametrize(("choice", "status"), [("guest", "done"), ("leave", "refused"), ("7777777", "asks")])
def test_a_name_that_is_nearly_a_characters_may_be_a_guest_or_be_left(client: Client, club, ask, choice, status):
    upload = answer(client, ask(xlsx(games(*names(club), "Ada Ovretime"))), meant_0=choice)
    assert upload.status == status
    assert not Sheet.objects.exists() or Sheet.objects.get().seats.get(name="Ada Ovretime").character is None
    told = ["There is no character 'Ada Ovretime'; did you mean Ada Overtime?"]
    assert [one["message"] for one in upload.problems] == (told if status == "refused" else [])
