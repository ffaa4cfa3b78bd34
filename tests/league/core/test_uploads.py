"""Uploaded files: waiting is the job, a lease says who is at it, and no file is at it for ever."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.utils import timezone

from games.models import Game
from league.core.rules.bounds import MOST_CELLS, MOST_PROBLEMS, MOST_ROWS
from league.core.services import uploads
from league.core.services.uploads import run_waiting_import, upload_file
from league.core.tasks import forget_old_traffic
from league.models import FileImport, IdempotencyKey
from tests.factories.files import game_rows, results_file
from tests.factories.games import review
from tests.factories.people import a_user

pytestmark = pytest.mark.django_db


def upload(staffed, *games, kind: str = "results", content: bytes | None = None) -> FileImport:
    season, ada, *_ = staffed
    content = results_file(*games) if content is None else content
    return upload_file(league=season.league, kind=kind, name="results.csv", content=content, by=ada.owner)


def a_game():
    return game_rows("g1", ("Ada", 120), ("Bo", 40))


def test_a_file_waits_until_a_worker_has_read_it(staffed):
    row = upload(staffed, a_game())
    assert run_waiting_import() and not run_waiting_import()
    row.refresh_from_db()
    assert (row.status, row.summary, row.problems) == ("done", "1 game recorded.", [])
    assert row.finished_at is not None and row.leased_until is None
    assert review() == 1


def test_a_refused_file_shows_its_problems_in_order(staffed):
    row = upload(staffed, [*a_game(), *game_rows("g2", ("Nobody", 120), ("Ada", 40))], game_rows("g3", ("Ada", "x")))
    run_waiting_import()
    row.refresh_from_db()
    assert (row.status, row.summary) == ("refused", "2 problems; nothing was changed.")
    first = {name: row.problems[0][name] for name in ("line", "column", "message")}
    assert first == {"line": 4, "column": "character", "message": "There is no character 'Nobody'."}
    assert not Game.objects.exists()


def test_what_cannot_be_kept_is_refused_at_once(staffed, monkeypatch):
    monkeypatch.setattr(uploads, "MOST_BYTES", 2_000_000)
    for content, kind, said in (
        (b"", "results", "empty"),
        (b"x", "photos", "Choose"),
        (b"x" * 2_000_001, "results", "MB"),
        (b"name\n" + b"a\n" * (MOST_ROWS + 1), "characters", "more than 40,000 rows"),
        (b"name\r" + b"a\r" * (MOST_ROWS + 1), "characters", "more than 40,000 rows"),
        (b"name\n" + b"a;;;;;;;;;\n" * 80_000, "results", "rows"),
        (b"name\n" + (b";" * 99 + b"\n") * 10_000, "characters", "more than 1,000,000 cells"),
    ):
        with pytest.raises(ValidationError, match=said):
            upload(staffed, content=content, kind=kind)
    assert not FileImport.objects.exists()


def test_a_file_that_breaks_the_import_ends_refused(staffed, monkeypatch):
    def broken(*_):
        raise RuntimeError("out of paper")

    monkeypatch.setitem(uploads.READERS, FileImport.RESULTS, broken)
    row = upload(staffed, a_game())
    rounds = 0
    while run_waiting_import():
        rounds += 1
    row.refresh_from_db()
    assert (rounds, row.status, row.summary) == (uploads.MOST_TRIES, "refused", "The import failed: out of paper")


def test_progress_renews_the_lease(staffed, monkeypatch):
    clock = iter(range(100))
    monkeypatch.setattr(uploads, "monotonic", lambda: next(clock))
    row = upload(staffed, *(game_rows(f"g{number}", ("Ada", 120), ("Bo", 40)) for number in range(150)))
    claimed = uploads._claim()
    claimed.leased_until = timezone.now()
    FileImport.objects.update(leased_until=claimed.leased_until)
    uploads.READERS[claimed.kind](claimed, uploads._progress_of(claimed))
    row.refresh_from_db()
    assert row.leased_until > timezone.now() + timedelta(minutes=4)
    assert (row.done, row.total) == (100, 150)


def test_files_are_worked_on_in_the_order_in_which_they_came(staffed):
    first = upload(staffed, a_game())
    second = upload(staffed, [*game_rows("g1", ("Ada", 121), ("Bo", 40))])
    a_user("ada")
    while run_waiting_import():
        pass
    first.refresh_from_db(), second.refresh_from_db()
    assert (first.status, second.status) == ("done", "refused")


def test_files_keys_and_sessions_are_forgotten_in_time_and_what_happened_stays(staffed):
    old, new = upload(staffed, a_game()), upload(staffed, a_game())
    while run_waiting_import():
        pass
    now, user = timezone.now(), staffed[1].owner
    FileImport.objects.filter(pk=old.pk).update(finished_at=now - timedelta(days=31))
    for key, age in (("old", 8), ("new", 6)):
        row = IdempotencyKey.objects.create(user=user, key=key, request_digest="", status_code=201, answer={})
        IdempotencyKey.objects.filter(pk=row.pk).update(given_at=now - timedelta(days=age))
    for key, age in (("old", 1), ("new", -1)):
        Session.objects.create(session_key=key, session_data="", expire_date=now - timedelta(days=age))
    forget_old_traffic()
    old.refresh_from_db()
    new.refresh_from_db()
    assert (bytes(old.content), old.summary) == (b"", "1 game recorded.") and bytes(new.content)
    assert IdempotencyKey.objects.get().key == Session.objects.get().session_key == "new"


LONG = "[" + ",".join(['{"a": ""}'] * (MOST_ROWS + 1)) + "]"
WIDE = "[" + ",".join([str({f"c{at}": "" for at in range(300)}).replace("'", '"'), *["{}"] * (MOST_CELLS // 300)]) + "]"
SPEAKERS = "team," + ",".join(f"speaker_{at}_name" for at in range(1, 21)) + "\n" + f"t{',a' * 20}\n" * 2_001


@pytest.mark.parametrize(
    ("kind", "content", "sentence"),
    [
        ("results", LONG, "more than 40,000 rows"),
        ("results", WIDE, "more than 1,000,000 cells"),
        ("results", "[" + "[]," * 1_000_000 + "[]]", "more than 1,500,000 values"),
        ("characters", SPEAKERS, "more than 40,000 rows"),
        ("characters", ",".join(f"c{at}" for at in range(401)) + "\nx\n", "more than 400 columns"),
    ],
    ids=["json of many rows", "json of rows that are filled up", "json of nothing", "teams", "wide"],
)
def test_what_a_file_becomes_has_no_more_rows_than_a_table(staffed, kind, content, sentence):
    row = upload(staffed, kind=kind, content=content.encode())
    run_waiting_import()
    row.refresh_from_db()
    assert row.status == "refused" and sentence in str(row.problems)


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("characters", "name,title\n" + "\x07,x\n" * (MOST_PROBLEMS + 1)),
        ("characters", "name,title\n" + "a\n" * (MOST_PROBLEMS + 1)),
        ("results", results_file(*[game_rows("g1", ("Ada", -1), ("Bo", -40))] * (MOST_PROBLEMS // 2)).decode()),
    ],
    ids=["characters", "misfits", "results"],
)
def test_reading_stops_at_the_last_problem_that_is_listed_and_says_that_there_may_be_more(staffed, kind, content):
    row = upload(staffed, kind=kind, content=content.encode())
    run_waiting_import()
    row.refresh_from_db()
    assert row.summary == "10,000 problems, and there may be more; nothing was changed."
    assert len(row.problems) == MOST_PROBLEMS


def test_a_file_of_which_not_every_row_was_read_is_not_imported_in_part(staffed):
    bad = [game_rows(f"b{at}", ("Ada", -1), ("Bo", -40)) for at in range(MOST_PROBLEMS // 2)]
    row = upload(staffed, a_game(), *bad, game_rows("g2", ("Ada", 120), ("Bo", 40)))
    row.answers = {"whole_only": True}
    row.save()
    run_waiting_import()
    row.refresh_from_db()
    assert row.status == "refused" and not Game.objects.exists()
