"""The laptop in a hall saves itself, and another one goes on from there."""

from collections.abc import Iterator
from pathlib import Path
from resource import RLIMIT_FSIZE, getrlimit, setrlimit

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import connection
from django.test import Client

from league.accounts.services.demo import open_demo_account
from league.core.services.uploads import run_waiting_import
from league.models import FileImport, Hall, Laptop, TableSeat, Tournament
from league.tournaments.desk.services.rounds import start_stage
from league.tournaments.entries.services.check_in import walk_in
from league.tournaments.hall.rules.files import BadHallFile
from league.tournaments.hall.services.along import take_along
from league.tournaments.hall.services.differences import compared, take_from_hall
from league.tournaments.hall.services.in_hall import close_hall, reopen_hall, unseal
from league.tournaments.hall.services.laptops import go_on_here, hear, keep_copy, send_out
from tests.factories.archives import archive_of, lasting
from tests.factories.draws import assert_proved, play_round, published, to_draw
from tests.factories.hall_sites import HallSite, brought, rewritten
from tests.factories.people import an_organiser

pytestmark = pytest.mark.django_db
OTHER, NOWHERE = "http://192.168.1.44:8000", "http://127.0.0.1:9"


@pytest.fixture
def taken(site: HallSite) -> tuple[Hall, str]:
    """It is open in the hall, and round 1 is played there."""
    day = to_draw(9)
    hall, words = take_along(tournament=day, by=an_organiser(day.season))
    site.open(bytes(hall.file), words)
    with site.here():
        start_stage(tournament=there())
        play_round(published(there()))
    return hall, words


@pytest.fixture
def hall(taken) -> Hall:
    return taken[0]


@pytest.fixture
def words(taken) -> str:
    return taken[1]


@pytest.fixture
def other(tmp_path: Path, site: HallSite) -> Iterator[HallSite]:
    """Another laptop, on which nothing is."""
    other = HallSite(tmp_path / "other")
    yield other
    other.close()


@pytest.fixture
def stick(tmp_path: Path, settings) -> Path:
    """The second place of both laptops."""
    stick = tmp_path / "stick"
    stick.mkdir()
    settings.HALL_COPIES = str(stick)
    return stick


def there() -> Tournament:
    return Tournament.objects.select_related("season__league").get()


def saved(site: HallSite) -> Laptop:
    with site.here():
        keep_copy()
        return Laptop.objects.get()


def walks_in(site: HallSite, name: str) -> None:
    with site.here():
        walk_in(tournament=there(), name=name, by=Hall.objects.get().taken_by)


def test_another_laptop_goes_on_where_the_first_one_was(hall, words, site, other):
    with site.here():
        (site.var / "secret-key").write_text("s" * 86)
        seats = [*TableSeat.objects.order_by("pk").values_list("pk", "entry")]
        password = open_demo_account(user=User.objects.get())
    before = site.archive()
    assert other.open(site.copy(), words, OTHER).writer == 2
    with other.here():
        assert (other.var / "secret-key").read_text() == "s" * 86, "codes that it signed are held to be ours"
        assert [*TableSeat.objects.order_by("pk").values_list("pk", "entry")] == seats
        assert open_demo_account(user=User.objects.get()) == password
        assert User.objects.get().check_password(password)
        *events, goes_on = other.archive()["events"]
        assert (events, goes_on["text"]) == (before["events"], "Another laptop goes on with Spring Open.")
        play_round(published(there()))
    home = there()
    assert brought(home, other.file(closed=True), hall.taken_by).problems == []
    assert archive_of(home)["games"] == other.archive()["games"]
    assert len(archive_of(home)["games"]) == 6
    assert_proved(home)


def test_what_the_first_laptop_decided_after_the_copy_can_be_taken_at_home(hall, words, site, other):
    other.open(site.copy(), words, OTHER)
    with site.here():
        play_round(published(there()))
    with other.here():
        published(there())
    assert brought(there(), other.file(closed=True), hall.taken_by).status == FileImport.DONE
    upload = brought(there(), site.file(), hall.taken_by)
    assert upload.status == FileImport.ASKS, "nothing of it is taken by itself"
    assert len(archive_of(there())["games"]) == 3
    chosen = [each.key for each in compared(upload).found.results]
    assert take_from_hall(upload=upload, chosen=chosen, by=hall.taken_by) == 3
    results = [(each["reference"], each["sheets"]) for each in archive_of(there())["games"]]
    assert [reference for reference, _sheets in results] == [each["reference"] for each in site.archive()["games"]]


def test_of_two_laptops_that_go_on_from_one_copy_home_takes_the_first_that_comes(hall, words, site, other, tmp_path):
    copy = site.copy()
    other.open(copy, words, OTHER)
    third = HallSite(tmp_path / "third")
    third.open(copy, words, OTHER)
    walks_in(other, "Wanda Walkin")
    assert brought(there(), other.file(), hall.taken_by).status == FileImport.DONE
    walks_in(third, "Wilma Walkin")
    walks_in(third, "Wolf Walkin")
    upload = brought(there(), third.file(), hall.taken_by)
    assert upload.status == FileImport.REFUSED
    assert "The file no longer has what is here" in upload.problems[0]["message"]
    third.close()


def test_a_laptop_hears_at_its_next_file_that_the_last_one_was_refused(
    transactional_db, live_server, words_at, site, other, tmp_path
):
    words_at(live_server.url)
    copy, third = site.copy(), HallSite(tmp_path / "third")
    for laptop, name in ((other, "Wanda Walkin"), (third, "Wilma Walkin")):
        laptop.open(copy, words_at.words, NOWHERE)
        walks_in(laptop, name)
        with laptop.here():
            assert send_out(laptop.hall()), "home answers before it reads"
        run_waiting_import()
    for name in ("Wolf Walkin", "Ward Walkin"):
        walks_in(third, name)
        with third.here():
            assert not send_out(third.hall())
            assert "The file no longer has what is here" in Laptop.objects.get().refused
        assert FileImport.objects.count() <= 2, "the next one is read all the same"
        run_waiting_import()
    third.close()


def test_each_copy_opened_counts_a_laptop_up_once(hall, words, site, other, tmp_path):
    other.open(site.copy(), words, OTHER)
    with other.here():
        go_on_here(hall=other.hall(), addresses=[OTHER])
        assert (other.hall().writer, Laptop.objects.get().earlier) == (2, "http://192.168.1.17:8000")
    third = HallSite(tmp_path / "third")
    assert third.open(other.copy(), words, OTHER).writer == 3
    with third.here():
        assert Laptop.objects.get().earlier == "http://192.168.1.17:8000", "the second one had our address"
    third.close()


def test_a_copy_has_what_was_decided_last(hall, words, site, other, stick):
    assert saved(site).copied_at
    walks_in(site, "Wanda Walkin")
    assert saved(site).copy_problem == ""
    other.open((stick / "spring-open.hall").read_bytes(), words)
    with other.here():
        assert there().entries.filter(character__name="Wanda Walkin").exists()
        assert Laptop.objects.get().copied_at is None, "it has made none yet"


def test_nothing_is_written_while_nothing_is_decided(hall, site, stick):
    saved(site)
    (stick / "spring-open.hall").unlink()
    saved(site)
    assert [*stick.iterdir()] == []


def test_a_copy_can_be_brought_home_too(hall, site):
    assert brought(there(), site.copy(), hall.taken_by).problems == []
    assert archive_of(there())["games"] == site.archive()["games"]


def test_a_stick_that_is_gone_is_said_until_a_copy_succeeds(hall, site, stick, client):
    stick.rmdir()
    problem = saved(site).copy_problem
    assert problem == f"{stick}/spring-open.hall: No such file or directory."
    with site.here():
        client.force_login(User.objects.get())
        assert problem in client.get("/tournaments/spring-open/hall/").content.decode()
    stick.mkdir()
    assert saved(site).copy_problem == ""


def test_a_stick_that_is_full_keeps_the_copy_that_is_on_it(hall, words, site, other, stick, client, monkeypatch):
    saved(site)
    copy, write, limits = (stick / "spring-open.hall").read_bytes(), Path.write_bytes, getrlimit(RLIMIT_FSIZE)

    def write_what_fits(path: Path, content: bytes) -> int:
        setrlimit(RLIMIT_FSIZE, (len(content) // 2, limits[1]))
        try:
            return write(path, content)
        finally:
            setrlimit(RLIMIT_FSIZE, limits)

    walks_in(site, "Wanda Walkin")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", write_what_fits)
        problem = saved(site).copy_problem
    assert problem == f"{stick}/spring-open.hall: File too large."
    with site.here():
        client.force_login(User.objects.get())
        assert problem in client.get("/tournaments/spring-open/hall/").content.decode()
    assert [path.read_bytes() for path in stick.iterdir()] == [copy], "nothing half-written lies beside it"
    other.open(copy, words)
    assert saved(site).copy_problem == ""
    assert (stick / "spring-open.hall").read_bytes() != copy


def test_another_laptop_has_none_of_the_troubles_of_the_first(hall, words, site, other):
    with site.here():
        Laptop.objects.update(copy_problem="The stick is full.", refused="Not now.")
    other.open(site.copy(), words, OTHER)
    with other.here():
        assert (Laptop.objects.get().copy_problem, Laptop.objects.get().refused) == ("", "")


@pytest.mark.parametrize("content", [b"letters to my mother", b""])
def test_a_file_that_is_not_of_this_hall_is_left_alone(hall, site, stick, content):
    file = stick / "spring-open.hall"
    file.write_bytes(content)
    assert saved(site).copy_problem == f"{file} is of another hall, or can't be read."
    assert file.read_bytes() == content


def test_the_first_laptop_sees_on_the_stick_that_another_goes_on(hall, words, site, other, stick):
    saved(site)
    other.open((stick / "spring-open.hall").read_bytes(), words)
    saved(other)
    copy = (stick / "spring-open.hall").read_bytes()
    walks_in(site, "Late Walkin")
    assert saved(site).left_at
    assert (stick / "spring-open.hall").read_bytes() == copy
    assert_left(site)


def assert_left(site: HallSite) -> None:
    """Nothing is written on a laptop that another one went on from."""
    with site.here():
        with pytest.raises(ValidationError, match=r"goes home|in a hall"):
            walk_in(tournament=there(), name="Nobody", by=User.objects.get())
        with pytest.raises(ValidationError, match="Another laptop goes on with Spring Open"):
            reopen_hall(hall=site.hall(), by=User.objects.get())
        client = Client()
        client.force_login(User.objects.get())
        page = client.get("/tournaments/spring-open/hall/").content.decode()
        assert "Another laptop goes on" in page
        assert 'name="act"' not in page.partition("<main")[2]


def test_home_takes_no_more_from_the_first_laptop_and_tells_it_why(
    transactional_db, live_server, words_at, site, other
):
    words_at(live_server.url)
    copy = site.copy()
    with site.here():
        assert send_out(site.hall())
    other.open(copy, words_at.words, OTHER)
    with other.here():
        assert send_out(other.hall())
    assert run_waiting_import()
    walks_in(site, "Late Walkin")
    with site.here():
        assert not send_out(site.hall())
        told = "Another laptop has gone on since this file was written. Bring the file of that one."
        assert Laptop.objects.get().refused == told
    assert_left(site)
    assert not FileImport.objects.filter(status=FileImport.WAITING).exists()


@pytest.fixture
def words_at(request):
    """Both laptops send to this address."""
    day = to_draw(9)
    hall, words = take_along(tournament=day, by=an_organiser(day.season))
    site = request.getfixturevalue("site")
    site.open(bytes(hall.file), words, NOWHERE)

    def at(url: str) -> None:
        with site.here():
            Hall.objects.update(home=url)
            start_stage(tournament=there())

    at.words = words
    return at


def posted(client: Client, hall: Hall, file: bytes):
    return client.post(f"/halls/{hall.key}/", {"file": SimpleUploadedFile("day.hall", file)})


def test_the_second_laptop_tells_the_first_one(hall, words, site, other, client):
    other.open(site.copy(), words, OTHER)
    news, own = other.file(), site.file()
    with site.here():
        told = posted(client, hall, own)
        assert (told.status_code, told.json()) == (409, {"refused": "This laptop goes on.", "writer": 1})
        assert posted(client, hall, news[:-1]).status_code == 403
        assert posted(client, hall, news).status_code == 202
    assert_left(site)
    with other.here():
        assert posted(client, hall, own).json() == {"refused": "This laptop goes on.", "writer": 2}
        assert there().hall is None


def test_what_a_laptop_that_left_has_is_not_sent(transactional_db, live_server, words_at, site, other):
    words_at(live_server.url)
    other.open(site.copy(), words_at.words, OTHER)
    with site.here():
        hear(hall=site.hall(), content=other.file())
        assert not send_out(site.hall())
    assert not FileImport.objects.exists()


def test_the_earlier_laptop_is_told_until_it_has_heard(transactional_db, live_server, words_at, site, other):
    words_at(NOWHERE)
    other.open(site.copy(), words_at.words, OTHER)
    with other.here():
        send_out(other.hall())
        assert Laptop.objects.get().earlier == NOWHERE
        Laptop.objects.update(earlier=live_server.url)  # which takes it
        send_out(other.hall())
        assert Laptop.objects.get().earlier == ""


def test_home_never_knows_more_than_the_second_place(hall, site, stick, live_server):
    with site.here():
        Hall.objects.update(home=live_server.url)
        assert not send_out(site.hall())
        assert Hall.objects.get().as_of is None


def test_a_stick_that_is_gone_keeps_nothing_from_home(transactional_db, live_server, words_at, site, stick):
    words_at(live_server.url)
    stick.rmdir()
    saved(site)
    with site.here():
        assert send_out(site.hall())


def test_a_closed_hall_that_fails_is_opened_again_elsewhere(hall, words, site, other, stick):
    with site.here():
        close_hall(hall=site.hall(), by=User.objects.get())
    saved(site)
    other.open((stick / "spring-open.hall").read_bytes(), words)
    with other.here():
        reopen_hall(hall=other.hall(), by=User.objects.get())
        play_round(published(there()))


def test_a_copy_of_a_later_version_is_refused(hall, words, site, other):
    with site.here(), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('league', '9999_later', '2031-01-01')"
        )
    copy = site.copy()
    with pytest.raises(ValidationError, match="of another version"):
        other.open(copy, words)
    with other.here():
        assert not Hall.objects.exists()


def test_a_copy_opens_only_where_nothing_is(hall, words, site, other):
    with other.here():
        an_organiser(to_draw(4).season)
    with pytest.raises(ValidationError, match="not empty"):
        other.open(site.copy(), words)


def test_nothing_of_a_copy_is_written_outside_its_folder(hall, words, site, other):
    def escapes(content) -> None:
        content["laptop"]["kept"] |= {"../escaped": "x", "demo-sign-ins.json": "{}"}

    with site.here():
        secret = site.hall().secret
    other.open(rewritten(site.copy(), hall, escapes, secret=secret), words)
    assert sorted(path.name for path in other.var.iterdir()) == ["demo-sign-ins.json", "laptop"]
    assert not (other.var.parent / "escaped").exists()


@pytest.mark.parametrize("laptop", [{}, {"database": "AAAA", "kept": {}}, {"database": 5, "kept": []}, None, []])
def test_a_copy_that_is_none_is_refused(hall, words, site, other, laptop):
    with site.here():
        secret = site.hall().secret
    file = rewritten(site.copy(), hall, lambda content: content.update(laptop=laptop), secret=secret)
    with pytest.raises(BadHallFile, match="has no copy of a laptop"):
        other.open(file, words)


def test_the_command_goes_on_from_a_copy(hall, words, site, other, tmp_path, monkeypatch, settings, capsys):
    settings.HALL_HOSTS = ["192.168.1.44"]
    file = tmp_path / "copy.hall"
    file.write_bytes(site.copy())
    monkeypatch.setattr("builtins.input", lambda _prompt: words)
    with other.here():
        call_command("open_hall", str(file))
        assert (other.hall().writer, Laptop.objects.get().addresses) == (2, OTHER)
    assert capsys.readouterr().out == "Spring Open is open: /tournaments/spring-open/hall/\n"


def test_what_goes_home_over_the_network_has_no_copy_in_it(hall, words, site):
    assert "laptop" in unseal(site.copy(), words)
    assert "laptop" not in unseal(site.file(), words)


def command(site: HallSite, file: Path, content: bytes) -> None:
    file.write_bytes(content)
    with site.here():
        call_command("open_hall", str(file))


def test_the_first_laptop_goes_on_after_the_second_from_its_copy(hall, words, site, other, tmp_path):
    other.open(site.copy(), words, OTHER)
    walks_in(other, "Wanda Walkin")
    walks_in(site, "Late Walkin")
    late = lasting(site.archive())
    command(site, tmp_path / "copy.hall", other.copy())
    with site.here():
        assert (site.hall().writer, there().hall) == (3, None)
        assert {"Wanda Walkin"} == {*there().entries.values_list("character__name", flat=True)} & {
            "Wanda Walkin",
            "Late Walkin",
        }
    (aside,) = site.path.parent.glob("until-*.sqlite3")
    site.path.write_bytes(aside.read_bytes())
    assert lasting(site.archive()) == late, "nothing of the first laptop is lost"


@pytest.mark.parametrize("which", ["along", "its own copy", "an earlier copy"])
def test_a_laptop_that_starts_again_goes_on_where_it_was(hall, words, site, other, tmp_path, which):
    earlier = site.copy()
    if which == "an earlier copy":
        site = other
        site.open(earlier, words, OTHER)
    file = {"along": bytes(hall.file), "its own copy": site.copy(), "an earlier copy": earlier}[which]
    walks_in(site, "Wanda Walkin")
    before = lasting(site.archive())
    command(site, tmp_path / "again.hall", file)
    assert lasting(site.archive()) == before


def test_a_database_that_is_open_is_not_put_aside(hall, words, site, other, tmp_path, capsys):
    other.open(site.copy(), words, OTHER)
    copy = other.copy()
    Path(f"{site.path}-wal").touch()
    with pytest.raises(SystemExit):
        command(site, tmp_path / "copy.hall", copy)
    assert capsys.readouterr().err == "This hall is open here. Close it first: Ctrl-C where it runs.\n"
    assert site.path.exists()


@pytest.mark.parametrize("broken", ["of a later version", "not a database"])
def test_a_laptop_keeps_what_it_has_where_the_copy_of_a_later_one_is_no_good(
    hall, words, site, other, tmp_path, capsys, broken
):
    other.open(site.copy(), words, OTHER)
    if broken == "of a later version":
        with other.here(), connection.cursor() as cursor:
            cursor.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('league', '9999', '2031-01-01')")
        copy = other.copy()
    else:
        with other.here():
            secret = other.hall().secret
        nothing = {"database": "eJwDAAAAAAE=", "kept": {}}
        copy = rewritten(other.copy(), hall, lambda content: content.update(laptop=nothing), secret=secret)
    before = lasting(site.archive())
    with pytest.raises(SystemExit):
        command(site, tmp_path / "copy.hall", copy)
    assert capsys.readouterr().err
    assert lasting(site.archive()) == before
    assert [*site.path.parent.glob("until-*")] == []
