"""Site and worker start on the schema of their code and on no other one."""

import os
import shlex
import subprocess
import sys

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

import run
from league.core.operations.queries import BEFORE_1_0, schema_refusal
from league.management.output import NO_TABLES
from tests.factories.databases import an_empty_database, manage
from tests.factories.families import family

pytestmark = pytest.mark.django_db


def test_the_schema_of_this_code_is_accepted():
    assert schema_refusal() == ""


def test_a_database_that_lacks_a_migration_is_refused_by_its_name():
    recorder = MigrationRecorder(connection)
    last = recorder.migration_qs.filter(app="league").latest("name").name
    recorder.record_unapplied("league", last)
    assert f"lacks league.{last}" in schema_refusal() and "manage.py migrate" in schema_refusal()


def test_older_code_refuses_the_database_of_newer_code():
    MigrationRecorder(connection).record_applied("games", "9999_of_next_year")
    assert "newer version of Corner Office (games.9999_of_next_year)" in schema_refusal()


def test_a_database_from_before_the_first_release_is_refused_with_how_to_begin_again():
    MigrationRecorder(connection).record_applied(*BEFORE_1_0)
    assert "before release 1.0" in schema_refusal() and "python3 run.py" in schema_refusal()
    with pytest.raises(SystemCheckError, match=r"before release 1\.0"):
        call_command("migrate", skip_checks=False)


@pytest.mark.further
def test_a_command_says_to_migrate_a_database_without_tables_or_with_too_few(tmp_path):
    with an_empty_database(tmp_path) as url:
        refused = manage("standings", "spring-2026", DATABASE_URL=url)
        assert (refused.returncode, refused.stderr.strip()) == (1, NO_TABLES)
        manage("migrate", "contenttypes", DATABASE_URL=url)
        refused = manage("export_own_data", "ada", tmp_path / "ada.zip", DATABASE_URL=url)
        assert refused.returncode == 1 and refused.stderr.startswith("The database lacks")


@pytest.mark.parametrize("command", family(["-c 'import league.config.wsgi'", run.WORKER]), ids=["site", "worker"])
def test_on_an_empty_database_neither_site_nor_worker_start(tmp_path, command):
    kept = {name: value for name, value in os.environ.items() if name not in run.OUR_SETTINGS}
    ended = subprocess.run(
        [sys.executable, *shlex.split(command)],
        cwd=run.ROOT,
        env=kept | {"DATABASE_URL": f"sqlite:///{tmp_path}/empty.sqlite3"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.returncode != 0
    assert "Refusing to start: The database lacks" in ended.stderr
