"""The commands as a shell runs them: real processes, real exit statuses."""

import os
import subprocess
import sys

import pytest

import run
from tests.database_copies import a_migrated_file
from tests.factories.files import sample


@pytest.fixture(scope="module")
def manage(tmp_path_factory):
    database = tmp_path_factory.mktemp("shell") / "league.sqlite3"
    environment = {name: value for name, value in os.environ.items() if name not in run.OUR_SETTINGS}

    def manage(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=run.ROOT,
            env=environment | {"DATABASE_URL": f"sqlite:///{database}"},
            input=stdin,
            capture_output=True,
        )

    a_migrated_file(database, environment)
    return manage


def test_the_main_job_from_the_shell(manage):
    assert manage("import_characters", "-", stdin=sample("characters.csv")).returncode == 0
    header, *rows = sample("results.csv").splitlines(keepends=True)
    a_few = [row for row in rows if row < b"spring-2026-0004"]
    done = manage("import_results", "-", "--sync", stdin=b"".join([header, *a_few]))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"3 games recorded.\n", b"")
    assert manage("check_careers").returncode == 0


def test_a_refusal_ends_with_1_and_says_why_on_stderr_alone(manage):
    refused = manage("standings", "nowhere")
    assert (refused.returncode, refused.stdout, refused.stderr) == (1, b"", b"There is no season 'nowhere'.\n")


def test_bad_usage_ends_with_2(manage):
    wrong = manage("void_game", "g1")
    assert (wrong.returncode, wrong.stdout) == (2, b"")
    assert wrong.stderr.startswith(b"usage:") and b"--reason" in wrong.stderr
