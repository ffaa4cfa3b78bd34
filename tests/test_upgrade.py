"""run.py upgrade: the database is backed up before anything changes, and an unsafe state is left alone."""

import os
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import run
from tests.database_copies import a_migrated_file

ROOT = Path(__file__).resolve().parents[1]
HERE = "import run, sys; run.PYTHON, run.VAR, run.install = sys.executable, run.Path(sys.argv.pop(1)), lambda *lock: 0"
LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks processes up in /proc")
SLEEPER = "import signal; print(flush=True); signal.pause()"


@pytest.fixture
def free_port(monkeypatch):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    monkeypatch.setenv("PORT", str(port))
    return port


@pytest.fixture
def environment(tmp_path):
    env = {name: value for name, value in os.environ.items() if name not in run.OUR_SETTINGS}
    return env | {"DATABASE_URL": f"sqlite:///{tmp_path}/db.sqlite3"}


@pytest.fixture
def old_database(environment, tmp_path):
    """One that lacks the tables of an app."""
    path = tmp_path / "db.sqlite3"
    a_migrated_file(path, environment)
    with closing(sqlite3.connect(path)) as database, database:
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'lab_%'")
        for (table,) in tables.fetchall():
            database.execute(f'DROP TABLE "{table}"')
        database.execute("DELETE FROM django_migrations WHERE app = 'lab'")
    return environment


def upgrade(env, var):
    command = [sys.executable, "-c", f"{HERE}; sys.exit(run.main('upgrade', '--no-start'))", str(var)]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)


def migrations(file):
    with closing(sqlite3.connect(file)) as database:
        return {".".join(one) for one in database.execute("SELECT app, name FROM django_migrations")}


def test_it_backs_up_then_migrates_and_proves(free_port, old_database, tmp_path):
    before = migrations(tmp_path / "db.sqlite3")
    done = upgrade(old_database, tmp_path / "var")
    assert done.returncode == 0, done.stderr
    assert "every figure follows from the facts" in done.stdout
    (backup,) = (tmp_path / "var" / "backups").iterdir()
    assert migrations(backup) == before < migrations(tmp_path / "db.sqlite3")


def test_a_database_of_a_newer_version_is_left_alone(free_port, environment, tmp_path):
    with closing(sqlite3.connect(tmp_path / "db.sqlite3")) as database, database:
        database.execute("CREATE TABLE django_migrations (id INTEGER PRIMARY KEY, app, name, applied)")
        database.execute("INSERT INTO django_migrations VALUES (1, 'league', '9999_later', '2040-01-01')")
    refused = upgrade(environment, tmp_path / "var")
    assert refused.returncode == 1 and "newer version of Corner Office (league.9999_later)" in refused.stderr
    assert migrations(tmp_path / "db.sqlite3") == {"league.9999_later"} and not (tmp_path / "var").exists()


def test_where_there_is_no_database_it_makes_none(free_port, environment, tmp_path):
    refused = upgrade(environment, tmp_path / "var")
    assert refused.returncode == 1 and "There is no database to upgrade" in refused.stderr


def test_a_site_that_it_does_not_know_is_not_upgraded_under(monkeypatch, tmp_path):
    monkeypatch.setattr(run, "VAR", tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as server:
        monkeypatch.setenv("PORT", str(server.getsockname()[1]))
        with pytest.raises(SystemExit, match="still answers on port"):
            run.end_running()


@LINUX
@pytest.mark.parametrize("ours", [True, False])
def test_it_ends_the_site_that_it_started_and_no_stranger_with_its_number(monkeypatch, tmp_path, free_port, ours):
    command = [sys.executable, "-c", f"{SLEEPER}  # {'granian' if ours else 'a stranger'}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        monkeypatch.setattr(run, "VAR", tmp_path)
        (tmp_path / f"run-{os.environ['PORT']}.pid").write_text(f"{process.pid}\n")
        run.end_running()
        if ours:
            process.wait(timeout=10)  # a process that is ending has no name any more, and is not gone yet
        else:
            assert process.poll() is None
        process.kill()
