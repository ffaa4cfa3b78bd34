"""The dialogue of an import asks for more than the columns: which sheet, how the letters are stored, what stands below
the rows, and who the people are. All of it is agreed to before anything is stored, and can be forgotten again."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from characters.models import Character
from games.models import Sheet
from league.core.services.uploads import run_waiting_import
from league.models import Alias, FileImport
from league.people.services.merging import ask_merge
from league.sheets.queries.import_check import character_ids
from tests.factories.friday_club import FridayClub
from tests.factories.imports import HEAD, answer, games, line, near
from tests.factories.pages import text
from tests.factories.workbooks import workbook, xlsx


@pytest.fixture
def send(client: Client, club: FridayClub):
    """Uploads a file as the organiser and lets the worker look at it."""
    client.force_login(club.cleo)

    def upload(content: bytes, kind: str = "results", name: str = "club.csv") -> FileImport:
        file = SimpleUploadedFile(name, content)
        client.post(reverse("import_list", args=[club.league.slug]), {"kind": kind, "file": file})
        run_waiting_import()
        return FileImport.objects.latest("pk")

    return upload


@pytest.fixture
def page(client: Client):
    return lambda upload: text(client.get(reverse("import_detail", args=[upload.pk])))


def names_of(league) -> set[str]:
    return set(league.enrolments.values_list("character__name", flat=True))


# Several sheets


def test_of_several_sheets_the_one_like_results_is_read_and_another_can_be_chosen(client, club, send, page):
    table = games("Ada Overtime", "Bo Bigdesk", Season=club.season.slug)
    last_year = [[cell if cell != "7" else "8" for cell in row] for row in table]
    upload = send(workbook({"Notes": [["Beer money"], ["12"]], "Spring": table, "Autumn": last_year}), name="a.xlsx")
    assert upload.questions["sheets"] == ["Notes", "Spring", "Autumn"] and upload.questions["sheet"] == "Spring"
    assert "Which sheet?" in page(upload)
    other = answer(client, upload, sheet="Autumn")
    assert other.status == "asks" and other.questions["sheet"] == "Autumn", "shown before anything is stored"
    assert answer(client, other, sheet="Autumn").status == "done"
    assert Sheet.objects.get().game.season_game.reference == "8"
    later = [[cell if cell != "7" else "9" for cell in row] for row in table]
    assert send(workbook({"Spring": table, "Autumn": later})).status == "done", "the sheet is remembered"
    assert set(club.season.season_games.values_list("reference", flat=True)) == {"8", "9"}


def test_a_sheet_that_the_file_has_not_is_refused(client, club, send):
    table = games("Ada Overtime", "Bo Bigdesk", Season=club.season.slug)
    upload = send(workbook({"Spring": table, "Autumn": table}))
    assert answer(client, upload, sheet="Winter").questions["sheet"] == "Spring" and not Sheet.objects.exists()


# Merged cells


@pytest.mark.parametrize("kind", ["xlsx", "ods"])
def test_a_merged_cell_says_the_same_in_each_row_that_it_covers(client, club, send, kind):
    first, second = games("Ada Overtime", "Bo Bigdesk", Season=club.season.slug)[1:]
    second[:7] = [""] * 7
    upload = send(
        workbook(
            {"Games": [["Friday Club"], HEAD, first, second]},
            kind=kind,
            merged=["A1:C1", *(f"{letter}3:{letter}4" for letter in "ABCDEFG")],
        )
    )
    assert answer(client, upload).status == "done", upload.problems
    assert Sheet.objects.get().seats.count() == 2


# Code pages


def test_where_several_code_pages_make_names_the_file_asks_which_is_spelt_right(client, club, send, page):
    upload = send("name\nJan Dvořák\n".encode("cp1250"), "characters")
    assert upload.status == "asks" and dict(upload.questions["code_pages"])["cp1250"] == "Dvořák"
    assert "Which of these is spelt right?" in page(upload) and "Dvoøák" in page(upload)
    other = answer(client, upload, code_page="cp1250")
    assert other.status == "asks" and other.questions["first"][1] == ["Jan Dvořák"]
    assert answer(client, other, code_page="cp1250").status == "done"
    assert "Jan Dvořák" in names_of(club.league)


def test_a_code_page_that_leaves_no_doubt_is_not_asked_about(club, send):
    assert send("name\nJörg Müller\nŁucja Wójcik\n".encode("cp1250"), "characters").status == "done"
    assert "Łucja Wójcik" in names_of(club.league)


def test_a_code_page_that_was_not_offered_is_refused(client, club, send):
    upload = send("name\nJan Dvořák\n".encode("cp1250"), "characters")
    assert answer(client, upload, code_page="rot13").status == "asks"
    assert "Jan Dvořák" not in names_of(club.league)


# What stands below the rows


def footed(club: FridayClub) -> list[list[object]]:
    table = games("Ada Overtime", "Bo Bigdesk", Season=club.season.slug)
    total = ["Total", *[""] * 9, 45, 45, 60_000]
    return [*table, [], total, ["Counted by Bo, who was sober"]]


def test_totals_and_notes_below_the_rows_are_listed_and_left_out_if_somebody_agrees(client, club, send, page):
    upload = send(xlsx(footed(club)))
    assert [line["text"] for line in upload.questions["footers"]] == [
        "Total 45 45 60000",
        "Counted by Bo, who was sober",
    ]
    assert "Counted by Bo, who was sober" in page(upload)
    assert answer(client, upload, footers="on").status == "done" and Sheet.objects.get().seats.count() == 2


def test_who_says_that_they_are_rows_learns_what_they_lack(client, club, send):
    refused = answer(client, send(xlsx(footed(club))))
    assert refused.status == "refused" and {problem["line"] for problem in refused.problems} == {5, 6}
    assert not Sheet.objects.exists()


def test_a_row_that_was_cut_off_is_no_footer(club, send):
    table = [*games("Ada Overtime", "Bo Bigdesk", Season=club.season.slug), ["7"]]
    assert send(xlsx(table)).status == "refused"


# People


@pytest.mark.parametrize(
    "content",
    [b"Name\nZed\nZoe Zimmer\n", b"Spieler;E-Mail\nZed;z@example.org\nZoe Zimmer;\n",
     b"First name,Surname\n,Zed\nZoe,Zimmer\n", xlsx([["Player"], ["Zed"], ["Zoe Zimmer"]])],
    ids=["column", "german", "two-columns", "workbook"],
)  # fmt: skip
def test_names_alone_are_enough_to_register_people(client, club, send, content):
    upload = send(content, "characters")
    if upload.status == "asks":
        upload = answer(client, upload)
    assert upload.status == "done", upload.problems
    zoe = Character.objects.get(name="Zoe Zimmer")
    assert zoe.enrolment.league == club.league and zoe.owner is None and zoe.specialty != zoe.side_interest
    assert send(content, "characters").status == "done", "sent again, everybody is known"
    assert club.league.enrolments.count() == 4


@pytest.mark.parametrize(
    "content", [b"Zed Zed\nZoe Zimmer\n", xlsx([["Zed Zed"], ["Zoe Zimmer"]])], ids=["csv", "xlsx"]
)
def test_a_list_without_a_heading_is_shown_with_its_first_line_as_a_person(client, club, send, page, content):
    upload = send(content, "characters")
    assert "The first line is a person too" in page(upload)
    shown = answer(client, upload, headless="on")
    assert shown.status == "asks" and shown.questions["first"] == [["name"], ["Zed Zed"], ["Zoe Zimmer"]]
    assert answer(client, shown).status == "done" and {"Zed Zed", "Zoe Zimmer"} < names_of(club.league)


def test_somebody_who_is_nearly_known_is_asked_about_and_not_registered_twice(client, club, send, page):
    upload = send(b"name\nAda Ovretime\nZoe Zimmer\n", "characters")
    assert near(upload) == {"Ada Ovretime": ["Ada Overtime"]} and "register as a new character" in page(upload)
    assert answer(client, upload, meant_0=str(club.overtime.pk)).status == "done"
    assert names_of(club.league) == {"Ada Overtime", "Bo Bigdesk", "Zoe Zimmer"}


def test_somebody_who_is_nearly_known_may_be_somebody_else(client, club, send):
    assert answer(client, send(b"name\nAda Ovretime\n", "characters"), meant_0="new").status == "done"
    assert "Ada Ovretime" in names_of(club.league)


def test_unknown_names_of_results_are_registered_in_the_same_step_or_nothing_is(client, club, send, page):
    table = games("Ada Overtime", "Zoe Zimmer", Season=club.season.slug)
    upload = send(xlsx(table))
    assert "Register each as a character" in page(upload)
    assert answer(client, upload, strangers="new").status == "done", upload.problems
    assert Sheet.objects.get().seats.filter(character__name="Zoe Zimmer").exists()
    broken = [*games("Ada Overtime", "Yan Young", Season=club.season.slug)]
    broken[1:] = [[8, *row[1:]] for row in broken[1:]]
    broken += [line(1, "Ada Overtime", "yes", **{"Game No": 9, "Season": club.season.slug})]
    refused = send(xlsx(broken))
    assert refused.status == "refused" and "Yan Young" not in names_of(club.league)


def test_newcomers_of_games_that_are_left_out_are_not_registered(client, club, send):
    table = games("Ada Overtime", "Zoe Zimmer", Season=club.season.slug)
    table += [line(1, "Ada Overtime", "yes", **{"Game No": 8, "Season": club.season.slug, "Fame": -3})]
    table += [line(2, "Yan Young", "no", **{"Game No": 8, "Season": club.season.slug})]
    refused = send(xlsx(table))
    client.post(reverse("import_whole", args=[refused.pk]))
    run_waiting_import()
    refused.refresh_from_db()
    assert answer(client, refused, strangers="new", whole_only="on").status == "done"
    assert "Zoe Zimmer" in names_of(club.league) and "Yan Young" not in names_of(club.league)


# What is remembered


def explained(client, club, send) -> FileImport:
    return answer(client, send(b"player\nAda Ovretime\n", "characters"), meant_0=str(club.overtime.pk))


def test_a_name_that_was_explained_once_is_known_to_every_kind_of_file_and_shown(client, club, send, page):
    assert explained(client, club, send).status == "done"
    assert send(b"player\nAda Ovretime\n", "characters").status == "done" and len(names_of(club.league)) == 2
    upload = send(xlsx(games("ADA OVRETIME", "Bo Bigdesk", Season=club.season.slug)))
    assert not upload.questions["names"]
    upload = answer(client, upload)
    assert Sheet.objects.get().seats.filter(character=club.overtime).exists()
    assert "Names that you have explained before: ADA OVRETIME is Ada Overtime" in strip_tags(page(upload))


def test_a_name_follows_its_character_into_another_one(club, send):
    send(b"name\nZoe Zimmer\nYan Young\n", "characters")
    zoe, yan = (Character.objects.get(name=name) for name in ("Zoe Zimmer", "Yan Young"))
    Alias.objects.create(league=club.league, character=zoe, name="Zett", name_key="zett")
    ask_merge(target=yan, merged=zoe, by=club.cleo)
    assert character_ids(club.league)["zett"] == yan.pk


def test_a_name_is_forgotten_and_asked_about_again(client, club, send):
    explained(client, club, send)
    listed = strip_tags(client.get(reverse("import_list", args=[club.league.slug])).content.decode())
    assert "Ada Ovretime → Ada Overtime" in listed
    url = reverse("import_forget", args=[club.league.slug])
    client.post(url, {"name": Alias.objects.get().pk})
    assert near(send(b"player\nAda Ovretime\n", "characters")) == {"Ada Ovretime": ["Ada Overtime"]}


def test_columns_are_forgotten_and_asked_about_again(client, club, send):
    table = games("Ada Overtime", "Bo Bigdesk", Season=club.season.slug)
    first = answer(client, send(xlsx(table)))
    assert first.status == "done" and send(xlsx(table)).status == "done"
    client.post(reverse("import_forget", args=[club.league.slug]), {"file": first.pk})
    assert send(xlsx(table)).status == "asks"


def test_only_organisers_forget_and_nothing_of_another_league(client, club, send):
    explained(client, club, send)
    alias = Alias.objects.get()
    url = reverse("import_forget", args=[club.league.slug])
    for body in ({"name": alias.pk + 1}, {"file": "x"}, {}):
        assert client.post(url, body).status_code == 404
    client.force_login(club.ada)
    assert client.post(url, {"name": alias.pk}).status_code == 403
    assert Alias.objects.exists()
