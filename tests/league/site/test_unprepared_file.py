"""A spreadsheet that nobody prepared, by a visitor who knows only what the pages say: from the file to the standings,
and how much is asked on the way."""

from html import unescape
from html.parser import HTMLParser
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.models import Sheet
from league.core.services.uploads import run_waiting_import
from league.models import FileImport, SeasonGame
from tests.factories.friday_club import FridayClub
from tests.factories.imports import answer
from tests.factories.pages import text
from tests.factories.workbooks import xlsx

PEOPLE = ("Jörg Müller", "Zoe Zimmer", "Lukas Öztürk", "Ann Whitby", "Ravi Shah", "Mia Sørensen", "Tom Fry", "Eva Krol")
GAMES, AN_EVENING, AT_A_TABLE = 500, 5, 4
MONTHS = ("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September")


def as_a_club_keeps_it() -> list[list[object]]:
    """A title, dates in words, five games an evening with an empty line between them, figures with decimal commas,
    nothing but names, a cross for the winner and a total."""
    rows: list[list[object]] = [["Freitagsrunde, alle Partien"], ["Stand: gestern Abend"], []]
    rows += [["Datum", "Spieler", "Herzen", "Sterne", "Geld", "Sieger"]]
    for game in range(GAMES):
        evening = game // AN_EVENING
        day = f"{evening % 28 + 1}. {MONTHS[evening // 28 % 9]} 2025"
        for place in range(AT_A_TABLE):
            who = PEOPLE[(game + place * (1 + game % 2)) % len(PEOPLE)]
            figures = [f"{40 - 5 * place},0", 20 - place, f"{30 - place}.000,00"]
            rows.append([day, who, *figures, "" if place else "x"])
        rows.append([])
    return [*rows, ["Summe", "", 1000, 2000, "4.000.000,00"]]


class _Forms(HTMLParser):
    """The forms of a page: address, buttons, and each field with what it would send if nobody touched it."""

    def __init__(self, page: HttpResponse) -> None:
        super().__init__()
        self.forms: list[dict] = []
        self.links: dict[str, str] = {}
        self._words, self._link = [], ""
        self.feed(page.content.decode())

    def handle_starttag(self, tag, attrs):
        given = {key: unescape(value or "") for key, value in attrs}
        fields = self.forms[-1]["fields"] if self.forms else {}
        name = given.get("name", "")
        if tag == "form":
            self.forms.append({"action": given.get("action", ""), "fields": {}, "questions": {}, "words": ""})
        elif tag == "a":
            self._link, self._words = given.get("href", ""), []
        elif tag == "select" or (tag == "input" and given.get("type") != "hidden" and name):
            self.forms[-1]["questions"].setdefault(name, given.get("type", tag))
            if tag == "select":
                fields[name], self._select = None, name
            elif given["type"] not in ("radio", "checkbox"):
                fields[name] = given.get("value", "")
            elif "checked" in given:
                fields[name] = given.get("value", "on")
        elif tag == "input" and name:
            fields[name] = given.get("value", "")
        elif tag == "option" and (fields[self._select] is None or "selected" in given):
            fields[self._select] = given.get("value", "")

    def handle_data(self, data):
        self._words.append(data)
        if self.forms:
            self.forms[-1]["words"] += data

    def handle_endtag(self, tag):
        if tag == "a":
            self.links.setdefault(" ".join("".join(self._words).split()), self._link)


class Reader:
    """Opens pages, follows links by their words, and sends forms by the words of their button."""

    def __init__(self, client: Client, address: str) -> None:
        self.client, self.pages = client, 0
        self._open(client.get(address, follow=True))

    def _open(self, page: HttpResponse) -> None:
        self.pages, self.page = self.pages + 1, page

    def follow(self, words: str) -> None:
        links = _Forms(self.page).links
        address = next((link for text, link in links.items() if text.startswith(words)), None)
        assert address, f"“{words}” is none of {[*links]}"
        self._open(self.client.get(address, follow=True))

    def form(self, button: str) -> dict:
        return next(form for form in _Forms(self.page).forms if button in form["words"])

    def send(self, button: str, **given: object) -> None:
        form = self.form(button)
        address = form["action"] or self.page.request["PATH_INFO"]
        sent = self.client.post(address, {**form["fields"], **given}, follow=True)
        run_waiting_import()
        self._open(self.client.get(sent.request["PATH_INFO"]))


def to_the_standings(reader: Reader, content: bytes) -> list[str]:
    """Go from the page of a league to the standings; return what was asked. The columns are one question, as their
    table is looked at and agreed to as a whole."""
    for words in ("More", "Imports"):
        reader.follow(words)
    file = BytesIO(content)
    file.name = "club.xlsx"
    reader.send("Upload and check", file=file)
    yes, asked = "Yes, this is how I mean it", list[str]()
    while yes in text(reader.page):
        questions = reader.form(yes)["questions"].keys() - {"whole_only"}
        asked += {"columns" if name.startswith("column_") else name for name in questions}
        reader.send(yes, **({"strangers": "new"} if "strangers" in questions else {}))
    reader.follow("To the seasons")
    return asked


def test_from_five_hundred_games_that_nobody_prepared_to_the_standings_in_four_questions(client, club: FridayClub):
    client.force_login(club.cleo)
    reader = Reader(client, club.league.get_absolute_url())
    asked = to_the_standings(reader, xlsx(as_a_club_keeps_it()))
    assert sorted(asked) == ["columns", "footers", "given_edition", "strangers"]
    reader.follow(club.season.name)
    assert all(who in text(reader.page) for who in PEOPLE) and Sheet.objects.count() == GAMES
    assert reader.pages <= 7


@pytest.fixture
def send(client: Client, club: FridayClub):
    """Uploads a table as the organiser and lets the worker look at it."""
    client.force_login(club.cleo)

    def upload(*rows: str) -> FileImport:
        file = SimpleUploadedFile("club.csv", "\n".join(rows).encode())
        client.post(reverse("import_list", args=[club.league.slug]), {"kind": "results", "file": file})
        run_waiting_import()
        return FileImport.objects.latest("pk")

    return upload


def played() -> dict[str, list[tuple[int, str | None]]]:
    return {
        game.reference: list(game.game.sheets.get().seats.order_by("seat").values_list("seat", "character__name"))
        for game in SeasonGame.objects.all()
    }


ADA, BO = "Ada Overtime", "Bo Bigdesk"


def test_rows_without_a_seat_are_numbered_in_their_order_and_the_page_says_so(client, club, send):
    upload = send("game;date;player;cards", f"7;2025-10-03;{BO};20", f"8;2025-10-04;{ADA};20",
                  f"7;2025-10-03;{ADA};13", f"8;2025-10-04;{BO};13")  # fmt: skip
    page = text(client.get(reverse("import_detail", args=[upload.pk])))
    assert "Seats are numbered in the order of the rows" in page and 'for="id_given_seat"' not in page
    assert answer(client, upload, given_edition="london").status == "done"
    assert played() == {"7": [(1, BO), (2, ADA)], "8": [(1, ADA), (2, BO)]}


def test_a_seat_that_the_file_has_is_not_numbered_anew(client, club, send):
    upload = send("game;date;player;seat;cards", f"7;2025-10-03;{BO};2;20", f"7;2025-10-03;{ADA};1;13")
    assert answer(client, upload, given_edition="london").status == "done"
    assert played() == {"7": [(1, ADA), (2, BO)]}


DAYS = ["date;player;cards", f"2025-10-03;{BO};20", f"2025-10-03;{ADA};13", f"2025-10-10;{BO};20",
        f"2025-10-10;{ADA};13"]  # fmt: skip


def test_without_a_column_for_the_games_those_of_one_date_are_one(client, club, send):
    upload = send(*DAYS)
    assert "Adjacent rows of the same date" in text(client.get(reverse("import_detail", args=[upload.pk])))
    assert answer(client, upload, given_edition="london").status == "done"
    assert played().keys() == {"2025-10-03", "2025-10-10"}
    later = send(*DAYS, f"2025-10-17;{BO};20", f"2025-10-17;{ADA};13")
    assert answer(client, later, given_edition="london").status == "done"
    assert played().keys() == {"2025-10-03", "2025-10-10", "2025-10-17"}, "and the first two are known"


def test_an_empty_line_tells_two_games_of_one_evening_apart_and_still_does_in_the_rest(client, club, send):
    rows = ["date;player;cards", f"2025-10-03;{BO};20", f"2025-10-03;{ADA};13", "", f"2025-10-03;{BO};2x",
            f"2025-10-03;{ADA};13", "", f"2025-10-03;{BO};2x", f"2025-10-03;{ADA};13"]  # fmt: skip
    refused = answer(client, send(*rows), given_edition="london")
    assert refused.status == "refused" and {problem["line"] for problem in refused.problems} == {5, 8}
    rest = client.get(reverse("import_rest", args=[refused.pk])).content.decode().replace("2x", "20")
    assert answer(client, send(*rest.splitlines()), given_edition="london").status == "done"
    assert played().keys() == {"2025-10-03", "2025-10-03 (2)"}


def test_games_that_nothing_tells_apart_are_refused(club, send):
    rows = [f"2025-10-03;{who};{cards}" for _ in range(2) for who, cards in ((BO, 20), (ADA, 13))]
    upload = send("date;player;seat;cards", *rows)
    assert upload.status == "refused" and "game" in upload.problems[0]["message"]


@pytest.mark.parametrize(
    ("day", "asked"), [("3. Oktober 2025", False), ("2025-10-03", False), ("03/10/2025", True), ("25/10/2025", True)]
)
def test_the_order_of_dates_is_asked_for_where_it_says_something(client, club, send, day, asked):
    upload = send("game;date;player;cards", f"7;{day};{BO};20", f"7;{day};{ADA};13")
    assert ("Day first: 03/10/2026" in text(client.get(reverse("import_detail", args=[upload.pk])))) is asked
    assert answer(client, upload, given_edition="london").status == "done"


def test_a_game_of_careers_without_a_target_is_a_timed_one(client, club, send):
    rows = [f"7;3 October 2025;{BO};10;20;30.000;x", f"7;3 October 2025;{ADA};1;2;3.000;"]
    upload = send("game;date;player;hearts;stars;cash;winner", *rows)
    assert "Timed game" in text(client.get(reverse("import_detail", args=[upload.pk])))
    assert answer(client, upload, given_edition="london").status == "done"
    assert Sheet.objects.get().mode == "timed"
