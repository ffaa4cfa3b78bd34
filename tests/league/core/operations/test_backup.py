"""The restore drill: a backup taken while games are played, put into an empty database, holds and proves."""

import os
import re
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import connection, connections

from games.models import Game
from league.core.ledger.rules.heads import read_head, tree_root
from league.core.operations.queries import ends_in, filled_tables
from league.core.operations.services import SEALED, back_up, restore, seal
from league.models import LedgerEntry
from tests.factories.cast import a_staffed_season
from tests.factories.databases import an_empty_database, manage
from tests.factories.games import played, review
from tests.factories.ratings import rate
from tests.factories.sheets import at

ROOT = Path(__file__).resolve().parents[4]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def empty_database(tmp_path):
    with an_empty_database(tmp_path) as url:
        yield url


class Evening(threading.Thread):
    """Games that go on being played while somebody makes a backup."""

    def __init__(self, season, ada, bo):
        super().__init__()
        self.people, self.over, self.reviewed, self.played = (season, ada, bo), threading.Event(), threading.Event(), 0

    def run(self):
        season, ada, bo = self.people
        try:
            while not self.over.is_set():
                self.played += 1
                played(season, f"g{self.played}", at(ada, 100, won=True), at(bo))
                review()
                self.reviewed.set()
        finally:
            connections.close_all()

    def __enter__(self):
        self.start()
        self.another_game()
        return self

    def another_game(self):
        for _ in range(2):  # the first may have begun before
            self.reviewed.clear()
            assert self.reviewed.wait(60)

    def __exit__(self, *_):
        self.over.set()
        self.join()


def test_a_backup_made_while_games_are_played_is_restored_and_proved(tmp_path, empty_database):
    season, ada, bo, *_ = a_staffed_season()
    first, second = tmp_path / "first", tmp_path / "second"
    with Evening(season, ada, bo) as evening:
        early = back_up(to=first)
        evening.another_game()
        late = back_up(to=second)
    lengths = {end.chain: end.length for end in late}
    assert all(end.length <= lengths[end.chain] for end in early)
    assert tree_root(early) != tree_root(late)
    restored = manage("restore", first, DATABASE_URL=empty_database)
    assert restored.returncode == 0, restored.stderr
    assert f"root {tree_root(early)}" in restored.stdout
    games = int(re.search(r"4 characters and (\d+) games: every figure follows", restored.stdout)[1])
    assert 1 <= games < Game.objects.count()
    if connection.vendor == "postgresql":
        with psycopg.connect(empty_database) as server:
            assert server.execute("SELECT FROM pg_stats WHERE tablename = 'games_sheet'").fetchone() is not None
    again = manage("restore", second, DATABASE_URL=empty_database)
    assert again.returncode == 1 and "not empty" in again.stderr


def test_a_backup_writes_the_head_that_its_restoring_is_held_against(tmp_path, empty_database):
    season, ada, bo, *_ = a_staffed_season()
    played(season, "g1", at(ada, 100, won=True), at(bo))
    review()
    rate()
    file, head, later = tmp_path / "backup", tmp_path / "head.json", tmp_path / "later.json"
    call_command("backup", file, head=head)
    with connection.cursor() as cursor:
        assert read_head(head.read_bytes()).ends == ends_in(cursor)
    played(season, "g2", at(ada, 100, won=True), at(bo), day=12)
    review()
    call_command("head", output=later)
    lost = manage("restore", file, "--against", later, DATABASE_URL=empty_database)
    assert lost.returncode == 1 and "Restored" in lost.stdout
    assert re.search(r"character/\d+: the chain has 1 links, the head of .* has 2\.", lost.stderr)
    held = manage("check_careers", "--against", head, DATABASE_URL=empty_database)
    assert held.returncode == 0 and "Everything in the head is there" in held.stdout


def test_a_backup_stands_in_the_ledger_of_the_installation_once_it_is_there(tmp_path, capsys):
    call_command("backup", tmp_path / "backup", head=tmp_path / "head.json")
    entry = LedgerEntry.objects.get(kind="exported")
    assert entry.league is None and entry.by is None
    assert entry.text == "Handed out as a file: the whole database, as a backup."
    assert entry.about["root"] == tree_root(read_head((tmp_path / "head.json").read_bytes()).ends)
    with pytest.raises(SystemExit):
        call_command("backup", tmp_path / "backup")
    assert LedgerEntry.objects.filter(kind="exported").count() == 1


def test_a_head_that_can_not_be_written_leaves_the_backup_whole(tmp_path, capsys):
    file = tmp_path / "backup"
    with pytest.raises(SystemExit):
        call_command("backup", file, head=tmp_path / "nowhere" / "head.json")
    assert "The backup itself is whole." in capsys.readouterr().err and file.stat().st_size


def test_a_backup_is_for_its_owner_and_replaces_nothing_unasked(tmp_path, capsys):
    to = tmp_path / "backup"
    to.write_text("something else")
    with pytest.raises(ValidationError, match="there already"):
        back_up(to=to)
    assert to.read_text() == "something else"
    call_command("backup", to, force=True)
    with connection.cursor() as cursor:
        assert f"root {tree_root(ends_in(cursor))}" in capsys.readouterr().out
    assert to.stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir()] == ["backup"]


def test_a_backup_that_fails_leaves_no_file(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(ValidationError):
        back_up(to=tmp_path / "folder", overwrite=True)
    with pytest.raises(ValidationError, match="No such file"):
        back_up(to=tmp_path / "nowhere" / "backup")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_database_that_holds_something_is_left_as_it_is(tmp_path):
    a_staffed_season()
    back_up(to=tmp_path / "backup")
    with connection.cursor() as cursor:
        before = ends_in(cursor)
    with pytest.raises(ValidationError, match=re.escape("not empty (auth_user, characters_career")):
        restore(source=tmp_path / "backup")
    with connection.cursor() as cursor:
        assert ends_in(cursor) == before


def test_a_new_database_counts_as_empty():
    assert filled_tables() == []


def test_a_file_that_is_no_backup_is_refused(tmp_path):
    (tmp_path / "text").write_text("id,name\n")
    with pytest.raises(ValidationError, match="is not a backup"):
        restore(source=tmp_path / "text")
    with pytest.raises(ValidationError, match="No such file"):
        restore(source=tmp_path / "nothing")


def test_a_backup_for_the_other_kind_of_database_is_refused(tmp_path):
    marks = {"sqlite": b"PGDMP", "postgresql": b"SQLite format 3\0"}
    (tmp_path / "other").write_bytes(marks[connection.vendor])
    with pytest.raises(ValidationError, match="is a backup of"):
        restore(source=tmp_path / "other")


def test_a_damaged_backup_is_refused_and_nothing_changes(tmp_path):
    a_staffed_season()
    back_up(to=tmp_path / "backup")
    whole = (tmp_path / "backup").read_bytes()
    size = len(whole)
    places = {
        0,
        15,
        *range(16, 200, 7),
        *range(200, size - SEALED, size // 40),
        *range(size - SEALED, size, 5),
        size - 1,
    }
    turned = [whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :] for at in sorted(places)]
    cut = [whole[:kept] for kept in (0, 16, SEALED - 1, SEALED, size // 2, size - SEALED, size - 1)]
    more = [whole + b"\n", whole + whole[-SEALED:], whole[:-SEALED] + b"\0" + whole[-SEALED:]]
    for damaged in (*turned, *cut, *more):
        (tmp_path / "damaged").write_bytes(damaged)
        with pytest.raises(ValidationError, match=r"is not as it was written|is not a backup") as refusal:
            restore(source=tmp_path / "damaged")
        assert len(refusal.value.messages) == 1
    with pytest.raises(ValidationError, match="not empty"):
        restore(source=tmp_path / "backup")


@pytest.mark.parametrize("newer", ["9999_from_the_future"])
def test_a_backup_of_a_newer_version_is_refused_and_nothing_changes(tmp_path, newer):
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('league', %s, '2040-01-01')", [newer]
        )
    back_up(to=tmp_path / "backup")
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE name = %s", [newer])
    with pytest.raises(ValidationError, match=f"newer version of Corner Office .league.{newer}"):
        restore(source=tmp_path / "backup")
    assert filled_tables() == []


def test_a_file_that_was_altered_and_sealed_again_is_restored_and_found_out(tmp_path, empty_database):
    if connection.vendor != "sqlite":
        pytest.skip("alters the file of an SQLite database")
    season, ada, bo, *_ = a_staffed_season()
    played(season, "g1", at(ada, 100, won=True), at(bo))
    review()
    back_up(to=tmp_path / "backup")
    os.truncate(tmp_path / "backup", (tmp_path / "backup").stat().st_size - SEALED)
    with closing(sqlite3.connect(tmp_path / "backup")) as copy, copy:
        copy.execute("UPDATE characters_career SET fame = fame + 1")
    seal(tmp_path / "backup")
    restored = manage("restore", tmp_path / "backup", DATABASE_URL=empty_database)
    assert restored.returncode == 1 and "Ada" in restored.stderr


def test_without_postgresql_s_programs_it_says_what_to_install(tmp_path, monkeypatch):
    if connection.vendor == "sqlite":
        pytest.skip("SQLite needs no program")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ValidationError, match="pg_dump is missing: install PostgreSQL's client programs"):
        back_up(to=tmp_path / "backup")
    assert list(tmp_path.iterdir()) == []
