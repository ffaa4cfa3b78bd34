"""A league's boards: made from a file or a built-in board, refused with every reason, drawn, changed, taken away."""

import copy

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DatabaseError, transaction
from django.test import Client
from django.utils import timezone

from engine.careers.board_files import board_digest
from engine.careers.check import check_packaged
from engine.core.toml import read_toml, to_toml
from league.boards.rules import differences
from league.boards.services import change_board, make_board
from league.core.rules.quotas import hour_of, quotas
from league.models import Board, BoardVersion, LedgerEntry, QuotaUse
from tests.factories.boards import a_board, a_board_file, a_module
from tests.factories.friday_club import FridayClub, a_friday_club
from tests.factories.pages import inputs, text

pytestmark = pytest.mark.django_db
URL = "/leagues/friday-club/boards/"
BOARD = f"{URL}volts-over-london/"


@pytest.fixture(scope="module")
def club(rows_of_module) -> FridayClub:
    with rows_of_module.unblock():
        return a_friday_club()


@pytest.fixture
def cleo(client: Client, club: FridayClub) -> Client:
    """Signed in as the organiser."""
    client.force_login(club.cleo)
    return client


def upload(client: Client, said, url=URL, **more):
    content = to_toml(said).encode() if isinstance(said, dict) else said
    sent = {"upload": "1", "file": SimpleUploadedFile("board.toml", content), "called": ""}
    return client.post(url, sent | more)


def newest() -> BoardVersion:
    return BoardVersion.objects.latest("pk")


def test_an_organiser_uploads_a_board_and_sees_it_drawn_and_checked(cleo: Client):
    answer = upload(cleo, a_board_file())
    assert (answer.status_code, answer["Location"]) == (302, BOARD)
    page = text(cleo.get(BOARD))
    assert "Tesla 2: Databases made easy. 1 Experience card." in page
    assert "Kr is its currency; everybody begins with Kr2,500" in page
    assert "Bonus per pip" in page and "▲ Favours: yes, the book prints nothing." in page
    assert newest().digest in page and newest().digest == board_digest(newest().definition)
    assert LedgerEntry.objects.get(kind="board_made").about["digest"] == newest().digest


def test_the_form_may_name_the_board_of_the_file(cleo: Client):
    upload(cleo, a_board_file(), called="Another name")
    assert (newest().name, newest().definition["name"], Board.objects.get().slug) == (
        *["Another name"] * 2,
        "another-name",
    )


@pytest.mark.rule("careers Appendix 2", "careers Board Customization")
def test_a_board_with_other_figures_is_refused_with_every_one_of_them_and_nothing_is_kept(cleo: Client):
    said = copy.deepcopy(a_board_file())
    squares = said["paths"]["agrivi"]["squares"]
    squares[0]["happiness"], squares[3]["fame"] = 30, 40
    answer = upload(cleo, said | {"squares": [{"number": 29, "price": 100}]})
    shown = text(answer)
    assert answer.status_code == 422 and "3 things need correcting" in shown
    for place in ("paths.agrivi, square 0", "paths.agrivi, square 3", "border square 29"):
        assert place in shown
    assert not Board.objects.exists() and not LedgerEntry.objects.filter(kind="board_made").exists()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff\xfe\x00", "not text in UTF-8"),
        (b"x" * 70_000, "a board has 64,000 at most"),
        (b"squares = " + b"[" * 3000, "20 levels deep"),
        (b"name = ", "no TOML"),
        (b"", "has no name"),
        (b'name = "!?"', "with letters or digits"),
        (b'name = "<script>"\nmoon = 1', "there is no entry"),
    ],
)
def test_a_hostile_file_is_refused_in_a_sentence(cleo: Client, content: bytes, said: str):
    answer = upload(cleo, content)
    assert answer.status_code == 422 and said in text(answer)
    assert b"<script>\n" not in answer.content and not Board.objects.exists()


def test_markup_in_a_name_is_only_text(cleo: Client):
    upload(cleo, a_board_file(name="<b>Bold</b> & co", university='"><script>alert(1)</script>'))
    page = cleo.get(Board.objects.get().get_absolute_url()).content
    assert b"<script>alert" not in page and b"<b>Bold" not in page


def test_a_board_begins_with_a_built_in_one(cleo: Client):
    cleo.post(URL, {"start": "1", "name": "Valley", "base": "hi_tech"})
    assert newest().definition == {"name": "Valley", "base": "hi_tech"}
    assert "Figures of Careers Hi-Tech" in text(cleo.get(f"{URL}valley/"))


def test_two_boards_of_a_league_have_two_names(cleo: Client):
    upload(cleo, a_board_file())
    answer = upload(cleo, a_board_file())
    assert answer.status_code == 422 and "already has a board with the address volts-over-london" in text(answer)


def module_form(client: Client, path: str, **changes):
    form = client.get(f"{BOARD}change/{path}/").context["form"]
    return {name: form[name].value() for name in form.fields} | changes


@pytest.mark.rule("careers Board Customization", "careers S147")
def test_a_module_is_replaced_in_a_plain_form(cleo: Client, club: FridayClub):
    a_board(club.league)
    sent = module_form(cleo, "harrods", name="Hamleys", fee="700", program="Toys", caption_0="Test a train")
    assert cleo.post(f"{BOARD}change/harrods/", sent).status_code == 302
    assert newest().number == 2 and newest().definition["paths"]["agrivi"]["name"] == "Tesla"
    page = text(cleo.get(BOARD))
    assert "Hamleys 1: Test a train. 1 Experience card." in page and "Join" not in page
    assert "Entry: Kr700, free with 1 degree in <bdi>Toys</bdi>." in page
    assert "Version 1" in text(cleo.get(BOARD)) and "Harrods 1: Tasting" in text(cleo.get(f"{BOARD}?version=1"))


@pytest.mark.rule("careers Board Customization", "careers S148")
def test_a_caption_of_the_form_wins_over_that_of_the_uploaded_file(cleo: Client):
    words = [f"Of the file {at}" for at in range(len(a_module()["squares"]))]
    upload(
        cleo,
        a_board_file(captions={"agrivi": words, "harrods": [one["caption"] for one in a_module("harrods")["squares"]]}),
    )
    url = f"{BOARD}change/agrivi/"
    form = dict(inputs(cleo.get(url)))
    assert form["caption_1"] == "Of the file 1"
    cleo.post(url, form | {"caption_1": "Of the form"})
    page = text(cleo.get(BOARD))
    assert "Of the form" in page and "Of the file 2" in page and "Of the file 1." not in page
    assert set(newest().definition["captions"]) == {"harrods"}


def test_the_university_is_one_of_choice(cleo: Client, club: FridayClub):
    a_board(club.league)
    sent = module_form(cleo, "oxford", name="University of Life", fee="300")
    assert cleo.post(f"{BOARD}change/oxford/", sent).status_code == 302
    assert "University of Life" in text(cleo.get(BOARD)) and "Tuition: Kr300." in text(cleo.get(BOARD))


def test_a_module_that_no_degree_opens_asks_for_its_fee(cleo: Client, club: FridayClub):
    a_board(club.league)
    sent = module_form(cleo, "harrods", degrees="0", program="")
    assert cleo.post(f"{BOARD}change/harrods/", sent).status_code == 302
    assert "Entry: Kr1,000." in text(cleo.get(BOARD))
    sent = module_form(cleo, "harrods", degrees="2", program="")
    assert "Name the program whose degrees open it." in text(cleo.post(f"{BOARD}change/harrods/", sent))
    cleo.post(f"{BOARD}change/harrods/", sent | {"program": "Retail"})
    assert "free with 2 degrees in <bdi>Retail</bdi>" in text(cleo.get(BOARD))


def test_a_module_is_refused_beside_its_field(cleo: Client, club: FridayClub):
    a_board(club.league)
    sent = module_form(cleo, "harrods", fee="-5", caption_3="")
    answer = cleo.post(f"{BOARD}change/harrods/", sent)
    assert answer.status_code == 422 and newest().number == 1
    assert set(answer.context["form"].errors) == {"fee", "caption_3"}
    answer = cleo.post(f"{BOARD}change/harrods/", module_form(cleo, "harrods", fee="150.5"))
    assert answer.status_code == 422
    answer = cleo.post(f"{BOARD}change/harrods/", module_form(cleo, "harrods", fee="150"))
    assert "must be a multiple of 100" in text(answer)


def names_form(client: Client, **changes):
    form = client.get(f"{BOARD}change/").context["names"]
    return {"names": "1", **{name: form[name].value() for name in form.fields}} | changes


def test_border_names_currency_and_start_are_changed_in_a_plain_form(cleo: Client, club: FridayClub):
    a_board(club.league)
    sent = names_form(cleo, name="Volts", currency="€", cash="3000", square_30="Beach", square_3="Paddington")
    assert cleo.post(f"{BOARD}change/", sent).status_code == 302
    said = newest().definition
    assert said["squares"] == [{"number": 3, "name": "Paddington"}, {"number": 30, "name": "Beach"}]
    assert said["figures"] == {"starting_cash": 3000} and Board.objects.get().name == "Volts"
    page = text(cleo.get(BOARD))
    assert "€3,000" in page and "30: Beach." in page and 'At the start</bdi></td> <td data-label="What">Cash<' in page
    cleo.post(f"{BOARD}change/", names_form(cleo, cash="2500"))
    assert "figures" not in newest().definition


def test_what_a_board_has_otherwise_is_said_in_words():
    for board in ("hi_tech", "jazz_age"):
        told = differences(check_packaged(board))
        cells = [str(cell) for one in told for cell in (one.place, one.figure, one.board, one.base)]
        assert told and not [cell for cell in cells if "_" in cell or "{" in cell]
        assert {str(one.figure) for one in told} >= {"Cash", "Entry fee", "Travels by"}


def test_two_who_change_a_board_at_once_do_not_overwrite_each_other(cleo: Client, club: FridayClub):
    a_board(club.league)
    sent = names_form(cleo, currency="€")
    cleo.post(f"{BOARD}change/", names_form(cleo, currency="$"))
    answer = cleo.post(f"{BOARD}change/", sent)
    assert answer.status_code == 422 and "Somebody has made version 2" in text(answer)
    assert newest().definition["currency"] == "$"


def test_the_file_that_is_taken_away_makes_the_same_board(cleo: Client, club: FridayClub):
    a_board(club.league)
    answer = cleo.get(f"{BOARD}board.toml")
    assert "volts-over-london-1.toml" in answer["Content-Disposition"]
    assert board_digest(read_toml(answer.content.decode())) == newest().digest
    again = upload(cleo, answer.content, url=f"{BOARD}change/", seen="1")
    assert again.status_code == 422 and "Nothing differs from the newest version." in text(again)
    changed = answer.content.replace(b"Tesla", b"Zeppelin")
    assert upload(cleo, changed, url=f"{BOARD}change/", seen="1").status_code == 302
    assert "Zeppelin" in text(cleo.get(BOARD))


def test_it_is_printed_on_a3_with_every_card(client: Client, club: FridayClub):
    a_board(club.league)
    answer = client.get(f"{BOARD}board.pdf")
    assert answer["Content-Type"] == "application/pdf" and answer.content.startswith(b"%PDF")
    assert b"/MediaBox [0 0 841.89 1190.55]" in answer.content
    assert b"/Count 11" in answer.content  # the board, its paths, 4 sheets of 58 and 5 of 73 cards


def test_everybody_reads_and_only_organisers_change(client: Client, club: FridayClub):
    a_board(club.league)
    assert "Volts over London" in text(client.get(URL)) and "Upload a board" not in text(client.get(URL))
    assert "Change it" not in text(client.get(BOARD))
    assert client.post(URL, {"start": "1", "name": "x", "base": "london"}).status_code == 302  # to the sign-in
    client.force_login(club.ada)
    assert upload(client, a_board_file(name="x")).status_code == 403
    for url in (f"{BOARD}change/", f"{BOARD}change/harrods/"):
        assert client.get(url).status_code == 403 and client.post(url, {}).status_code == 403
    assert BoardVersion.objects.count() == 1


@pytest.mark.parametrize("url", ["?version=9", "?version=x", "change/moon/", "board.toml?version=0"])
def test_what_is_not_there_is_nowhere(cleo: Client, club: FridayClub, url: str):
    a_board(club.league)
    assert cleo.get(f"{BOARD}{url}").status_code == cleo.get(f"{URL}nowhere/").status_code == 404


def test_the_page_asks_as_many_questions_for_many_versions(cleo, club: FridayClub, django_assert_max_num_queries):
    board = a_board(club.league)
    for number in range(1, 6):
        change_board(board=board, definition=a_board_file(name=f"Board {number}"), seen=number, by=None)
    with django_assert_max_num_queries(15):
        cleo.get(BOARD)
    with django_assert_max_num_queries(14):
        cleo.get(URL)


def test_the_database_refuses_to_change_or_delete_a_version(club: FridayClub):
    a_board(club.league)
    for deed in (lambda: BoardVersion.objects.update(name="x"), lambda: BoardVersion.objects.all().delete()):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            deed()


def test_nobody_fills_the_site_with_boards(club: FridayClub):
    QuotaUse.objects.create(user=club.cleo, kind="boards", hour=hour_of(timezone.now()), amount=quotas()["boards"].most)
    with pytest.raises(ValidationError, match="boards and changes of boards"):
        make_board(league=club.league, definition=a_board_file(paths={"agrivi": a_module()}), by=club.cleo)
