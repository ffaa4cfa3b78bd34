"""run.py opens the site with its worker and closes both. Its Python is the one of these tests."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

import run
from league.accounts.services.start import warn_without_translations
from tests.database_copies import a_migrated_file
from tests.factories.processes import eventually, free_port
from tests.own_redis import own_redis

ROOT = Path(__file__).resolve().parents[1]
HERE = "import run, sys; run.PYTHON = sys.executable; run.install = lambda *lock: None; sys.exit(run.main())"
SLEEPS = "import os, signal; print(os.getpid(), flush=True); signal.pause()"
TOOLS = ("events", "celery", "granian")


def children(pid: int) -> dict[str, int]:
    pids = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    lines = {int(child): Path(f"/proc/{child}/cmdline").read_text() for child in pids}
    return {tool: pid for tool in TOOLS for pid, line in lines.items() if is_it(tool, line)}


def is_it(tool: str, line: str) -> bool:
    return tool == "events" if "config.events" in line else tool in line


def environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in run.OUR_SETTINGS}


def opened(port: int, folder: Path) -> "subprocess.Popen[str]":
    env = environment() | {"PORT": str(port), "DATABASE_URL": f"sqlite:///{folder}/db.sqlite3"}
    office = subprocess.Popen([sys.executable, "-c", HERE], cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True)
    while "Corner Office is open" not in (line := office.stdout.readline()):
        assert office.poll() is None
    assert line.split()[4] == f"http://127.0.0.1:{port}"
    return office


on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks its children up in /proc")


def serves(port: int) -> bool:
    try:
        return urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/schema/", timeout=10).status == 200
    except OSError:
        return False


@on_linux
def test_what_it_starts_does_not_outlive_it_when_it_is_killed():
    starts = f"{HERE.partition('; sys.exit')[0]}; run.start('-c \"{SLEEPS}\"', []).wait()"
    with subprocess.Popen([sys.executable, "-c", starts], cwd=ROOT, stdout=subprocess.PIPE, text=True) as office:
        child = int(office.stdout.readline())
        office.kill()
    eventually(lambda: not Path(f"/proc/{child}").exists())


@on_linux
@pytest.mark.further
def test_nothing_outlives_a_killed_office(tmp_path):
    a_migrated_file(tmp_path / "db.sqlite3", environment())
    port = free_port()
    office = opened(port, tmp_path)
    pids = run.VAR / f"run-{port}.pid"
    try:
        # Open before it serves: a server that is still starting does not hear that it shall end.
        eventually(lambda: serves(port))
    finally:
        office.kill()
        office.communicate(timeout=60)
    eventually(lambda: run.still_running(pids) == [])
    eventually(lambda: not run.answers(port))
    pids.unlink()


@on_linux
def test_an_earlier_one_that_still_runs_is_named_with_the_command_that_ends_it(monkeypatch, tmp_path):
    earlier = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)  # granian"])
    try:
        monkeypatch.setattr(run, "VAR", tmp_path)
        monkeypatch.setenv("PORT", "8123")
        (tmp_path / "run-8123.pid").write_text(f"{earlier.pid}\n{os.getpid()}\n")
        with pytest.raises(SystemExit, match=f"still runs on port 8123 .* kill {earlier.pid}$"):
            run.run()
    finally:
        earlier.kill()
        earlier.wait()
    assert run.still_running(tmp_path / "run-8123.pid") == []


@on_linux
def test_from_nothing_it_opens_the_site_revives_what_is_killed_and_leaves_nothing_behind(tmp_path):
    port = free_port()
    office = opened(port, tmp_path)
    pids = run.VAR / f"run-{port}.pid"
    try:
        assert serves(port)
        for tool in TOOLS:
            before = children(office.pid)
            os.kill(before[tool], signal.SIGKILL)
            eventually(lambda was=before, tool=tool: children(office.pid).get(tool) not in (None, was[tool]))
            after = children(office.pid)
            assert {one for one in TOOLS if before[one] != after.get(one)} == {tool}
        eventually(lambda: serves(port))
        eventually(lambda: set(run.still_running(pids)) == set(children(office.pid).values()))
        after = children(office.pid)
    finally:
        office.terminate()
        office.communicate(timeout=60)
    assert office.returncode == 0 and not pids.exists()
    assert not any(Path(f"/proc/{pid}").exists() for pid in after.values())


def test_it_says_which_port_is_taken(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        monkeypatch.setenv("PORT", str(port))
        with pytest.raises(SystemExit, match=f"Port {port} is taken"):
            run.run()


@pytest.fixture
def checkout(monkeypatch, tmp_path: Path) -> Path:
    """A small one, whose packages no index has."""
    root = tmp_path / "checkout"
    for name in ("league/__pycache__", "var/halls", ".git"):
        (root / name).mkdir(parents=True)
    (root / ".gitignore").write_text("__pycache__/\n*.sqlite3\n/var/\n.env\n")
    for name in ("run.py", "league/site.py", "league/__pycache__/site.pyc", "club.sqlite3", ".env", "var/secret-key"):
        (root / name).write_text("")
    (root / "requirements.txt").write_text("")
    for name, value in {"ROOT": root, "PYTHON": sys.executable, "install_again": lambda: None}.items():
        monkeypatch.setattr(run, name, value)
    return root


def test_a_folder_for_a_hall_holds_the_code_and_nothing_private(checkout, tmp_path, capsys):
    assert run.main("hall", "--prepare", str(tmp_path / "to take")) == 0
    there = {str(path.relative_to(tmp_path / "to take")) for path in (tmp_path / "to take").rglob("*")}
    assert there == {".gitignore", "run.py", "requirements.txt", "league", "league/site.py", "packages", "HALL.txt"}
    assert "python3 run.py hall FILE" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["full", "full/a file", "checkout", "checkout/new"])
def test_a_folder_for_a_hall_takes_no_place_of_anything_else(name, checkout, tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full/a file").write_text("mine")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with pytest.raises(SystemExit, match="Choose"):
        run.main("hall", "--prepare", str(tmp_path / name))
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_folder_for_a_hall_is_not_left_half_made(checkout, monkeypatch, tmp_path):
    (checkout / "requirements.txt").write_text("corner-office-no-such-package==1 --hash=sha256:" + "0" * 64)
    monkeypatch.setenv("PIP_NO_INDEX", "1")  # as without a network
    with pytest.raises(SystemExit, match=r"could not be fetched.*network"):
        run.main("hall", "--prepare", str(tmp_path / "to take"))
    assert not (tmp_path / "to take").exists()


def test_a_hall_that_was_opened_on_the_page_is_found_by_its_file(checkout, monkeypatch, tmp_path):
    monkeypatch.setattr(run, "VAR", tmp_path / "var")
    waiting = run.VAR / "halls" / run.WAITING
    waiting.mkdir(parents=True)
    assert run.keep_under_its_name()
    assert waiting.exists()  # nothing was opened
    (waiting / "hall").write_text("5" * 32)
    running = subprocess.Popen([sys.executable, "-c", "input()", "granian"], stdin=subprocess.PIPE)
    (run.VAR / "run-8000.pid").write_text(str(running.pid))
    assert not run.keep_under_its_name()
    running.communicate(b"\n")
    assert run.keep_under_its_name()
    assert [one.name for one in waiting.parent.iterdir()] == ["5" * 32]


@pytest.mark.parametrize("arguments", [["dance"], ["lint", "quickly"], ["upgrade", "--quickly"]])
def test_bad_usage_is_refused_with_the_list_of_commands(arguments, capsys):
    assert run.main(*arguments) == 2
    assert f"[{'|'.join(run.COMMANDS)}]" in capsys.readouterr().err


def test_lint_says_that_javascript_is_not_checked_where_there_is_no_node(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(run, "CHECKS", [])
    monkeypatch.setattr(run, "install", lambda: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert run.lint() == 0
    assert "JavaScript is not checked" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("url", "worker", "own"),
    [
        ("redis://127.0.0.1:6379/8", None, "redis://127.0.0.1:6379/8"),
        ("redis://127.0.0.1:6379/8", "gw0", "redis://127.0.0.1:6379/8"),
        ("redis://127.0.0.1:6379/8", "gw7", "redis://127.0.0.1:6379/15"),
        ("redis://:secret@redis.example:6380", "gw1", "redis://:secret@redis.example:6380/1"),
    ],
)
def test_every_process_of_a_run_has_a_redis_number_of_its_own(url, worker, own):
    assert own_redis({"REDIS_URL": url} | ({"PYTEST_XDIST_WORKER": worker} if worker else {})) == own


def test_no_more_processes_are_started_than_redis_has_numbers():
    assert [run.redis_numbers(f"redis://127.0.0.1:6379/{number}") for number in ("", "0", "8", "15")] == [16, 16, 8, 1]
    with pytest.raises(ValueError, match="Redis has no database 16"):
        own_redis({"REDIS_URL": "redis://127.0.0.1:6379/15", "PYTEST_XDIST_WORKER": "gw1"})


def test_an_environment_that_holds_the_lock_is_left_alone(monkeypatch, tmp_path):
    monkeypatch.setattr(run, "VENV", tmp_path)
    monkeypatch.setattr(run.subprocess, "run", lambda *command, **options: pytest.fail("installed again"))
    lock = ROOT / "requirements.txt"
    (tmp_path / "requirements.txt.sha256").write_text(run.hashlib.sha256(lock.read_bytes()).hexdigest())
    run.install_packages("requirements.txt")


def test_translations_are_compiled_again_when_they_change_and_only_then(monkeypatch, tmp_path, settings):
    monkeypatch.setattr(run, "ROOT", tmp_path)
    monkeypatch.setattr(run, "PYTHON", sys.executable)
    settings.LOCALE_PATHS = [tmp_path / "league/locale"]
    source = tmp_path / "league/locale/de/LC_MESSAGES/django.po"
    source.parent.mkdir(parents=True)
    for catalogue in (source, source.with_name("djangojs.po")):
        catalogue.write_text(
            'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Yes"\nmsgstr "Ja"\n'
        )
    assert [error.id for error in warn_without_translations(None)] == ["league.W002"]
    run.compile_translations()
    assert b"Ja" in source.with_suffix(".mo").read_bytes() and warn_without_translations(None) == []
    monkeypatch.setattr(run.subprocess, "run", lambda *command, **options: pytest.fail("compiled again"))
    run.compile_translations()


def test_an_audit_that_could_not_look_a_package_up_fails(monkeypatch):
    commands = []
    monkeypatch.setattr(run, "install", lambda: None)
    monkeypatch.setattr(run.subprocess, "run", lambda command, **options: commands.append(command) or DONE)
    run.audit()
    assert {"--strict", "--require-hashes"} <= set(commands[0])


DONE = subprocess.CompletedProcess([], 0)


FALLS_ONCE = """
from pathlib import Path
def test_falls_once():
    mark = Path(__file__).with_name("mark")
    seen = mark.exists()
    mark.touch()
    assert seen
"""


@pytest.mark.parametrize(("folder", "code"), [("browser", 0), ("games", 1)])
def test_what_falls_over_beside_others_and_not_alone_is_named_and_a_rule_gets_no_second_try(
    folder, code, monkeypatch, tmp_path, capfd
):
    path = tmp_path / "tests" / folder
    path.mkdir(parents=True)
    (path / "test_once.py").write_text(FALLS_ONCE)
    for name, value in {"ROOT": tmp_path, "VAR": tmp_path / "var", "PYTHON": sys.executable}.items():
        monkeypatch.setattr(run, name, value)
    env = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    assert run.tested("--rootdir", ".", "tests", env=env) == code
    told = f"FLAKY: tests/{folder}/test_once.py::test_falls_once\n"
    assert (told in capfd.readouterr().out) == (code == 0)
    assert not code or not (tmp_path / "var").exists()
