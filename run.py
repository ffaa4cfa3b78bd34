#!/usr/bin/env python3
"""Everything from one file and nothing but Python: `python3 run.py [COMMAND]`, with COMMANDS at the end.

Standard library only, because it makes the environment that holds the rest. The Makefile calls it.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import json
import os
import platform
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
VAR = ROOT / "var"
WAITING = "waiting"  # the folder of a hall whose file is opened on the page
PACKAGES = ROOT / "packages"  # where `hall --prepare` has made this folder
WINDOWS = os.name == "nt"
HOW_TO = "HALL.txt"  # what to do there
RUNS, DEVELOPS = "requirements.txt", "requirements-dev.txt"  # the lock files; the second has what it adds
PYTHON = str(VENV / ("Scripts/python.exe" if WINDOWS else "bin/python"))

PREPARE = """
import os, django
os.environ["DJANGO_SETTINGS_MODULE"] = "league.config.settings"
django.setup()
from django.core.management import call_command, execute_from_command_line, get_commands
execute_from_command_line(["manage.py", "migrate", "--verbosity", "0"])
if "load_sample" in get_commands():
    call_command("load_sample")
"""
SITE = "-m granian --interface wsgi --blocking-threads 4 --log-level warning --host 127.0.0.1 --port"
# As many streams as there are pages open: the server counts each as a request that it holds, and would wait for it.
EVENTS = """-m granian --interface asgi --backlog 8192 --backpressure 8192 --respawn-failed-workers
    --workers-kill-timeout 5 --log-level warning --host 127.0.0.1 --port {port} league.config.events:application"""
# On one machine neither bots at tables nor long work need a process of their own, only threads: 100 MB less for each.
WORKER = """-W "ignore:You're running the worker with superuser"
    -m celery --quiet --app league.config worker --without-gossip --without-mingle --without-heartbeat
    --queues celery,playing,thinking"""

OUR_SETTINGS = {"DATABASE_URL", "REDIS_URL", "EMAIL_URL", "SECRET_KEY", "ALLOWED_HOSTS", "DEBUG", "SITE_URL"}
OUR_SETTINGS |= {"DEFAULT_FROM_EMAIL", "WEBHOOK_LOOPBACK", "METRICS_FROM", "METRICS_TOKEN", "HSTS_SUBDOMAINS"}
OUR_SETTINGS |= {"SECURITY_CONTACT", "THINKING_SECONDS", "SECRET_KEY_FALLBACKS", "SIGNING_KEY", "LEAGUE_ZONE"}
OUR_SETTINGS |= {"EVENTS_URL", "OPTIONAL_APPS", "OIDC_NAME", "OIDC_SERVER", "DISCORD_PUBLIC_KEY"}
OUR_SETTINGS |= {"MAIL_REPORTS", "MAIL_REPORTS_SECRET", "MAIL_REPORTS_KEY", "HALL_HOSTS", "HALL_COPIES", "VAR_DIR"}
OUR_SETTINGS |= {f"{key}_CLIENT_{part}" for key in ("DISCORD", "GOOGLE", "OIDC") for part in ("ID", "SECRET")}
LOCAL_SERVICES = {
    "DATABASE_URL": "postgres://postgres@127.0.0.1:5432/postgres",
    "REDIS_URL": "redis://127.0.0.1:6379/8",
}
REDIS_DATABASES = 16
HASTY = "options=-c%20synchronous_commit%3Doff"
PR_SET_PDEATHSIG = 1  # linux/prctl.h
SLOWEST = ("--durations", "25", "--durations-min", "8")
USUAL = "not benchmark and not slow and not further"
ON_SERVICES = f"server and {USUAL}"
BELOW_OPTIONAL_APPS = ("people", "results", "standings", "play", "tables", "desk")  # rooms
# Tests of browsers and of processes that are killed and come back, which wait for others on a machine that is busy.
MAY_FALL_OVER = ("tests/browser/", "tests/league/core/live/", "tests/league/test_", "tests/test_run.py")
MOST_FALLING = 5
CHECKS = [
    "-m ruff check .",
    "-m ruff format --check .",
    "-m mypy",
    "-m djlint --quiet --check --lint templates",
    "-c 'from importlinter.cli import lint_imports_command as lint; lint()'",
    "manage.py makemigrations --check --dry-run",
    f"manage.py spectacular --validate --fail-on-warn --file {os.devnull}",
]
BIOME = "@biomejs/biome@2.6.8 lint --error-on-warnings"


def install(lock: str = DEVELOPS) -> None:
    """Bring `.venv` to the lock file and the translations to their sources."""
    install_packages(lock)
    compile_translations()


def install_again() -> None:
    """Bring `.venv` to what runs, with what develops where it is there already."""
    install(DEVELOPS if (VENV / f"{DEVELOPS}.sha256").exists() else RUNS)


def install_packages(lock: str) -> None:
    """Install what runs and what this lock file adds, and remember that `.venv` holds it."""
    locks = [ROOT / name for name in dict.fromkeys((RUNS, lock))]
    want = hashlib.sha256(b"".join(path.read_bytes() for path in locks)).hexdigest()
    stamp = VENV / f"{lock}.sha256"
    if stamp.exists() and stamp.read_text() == want:
        return
    if not Path(PYTHON).exists():
        print("Making the environment in .venv ...", flush=True)
        if subprocess.run([sys.executable, "-m", "venv", str(VENV)]).returncode:
            shutil.rmtree(VENV, ignore_errors=True)
            sys.exit("Python's venv module is missing. On Debian and Ubuntu: sudo apt install python3-venv")
    print(f"Installing {lock} ...", flush=True)
    prepared = sorted(map(str, PACKAGES.glob("*.whl"))) if lock == RUNS else []  # checked when they were fetched
    options = ["--require-hashes", *(word for path in locks for word in ("-r", str(path)))]
    if prepared:
        options = ["--no-index", "--no-deps", *prepared]
    uv = shutil.which("uv")
    if not uv or subprocess.run([uv, "pip", "install", "--quiet", "--python", PYTHON, *options]).returncode:
        command = [PYTHON, "-m", "pip", "install", "--quiet", *options]
        if subprocess.run(command, check=not prepared).returncode:
            sys.exit(f"The packages in {PACKAGES} can't be installed here. {(ROOT / HOW_TO).read_text()}")
    stamp.write_text(want)


def compile_translations() -> None:
    """Compile the catalogues where one has changed since."""
    pairs = [(source, source.with_suffix(".mo")) for source in (ROOT / "league/locale").rglob("*.po")]
    if any(not to.exists() or to.stat().st_mtime < source.stat().st_mtime for source, to in pairs):
        command = ("--quiet", "compile", "--directory", "league/locale", "--domain", "django djangojs")
        subprocess.run([PYTHON, "-m", "babel.messages.frontend", *command], cwd=ROOT, check=True)


def python(*arguments: str, env: dict[str, str] | None = None) -> int:
    return subprocess.run([PYTHON, *arguments], cwd=ROOT, env=env).returncode


def end_with_parent() -> None:
    """Let Linux send a child a TERM when we end in whatever way, SIGKILL too. Called before it becomes its program."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def start(arguments: str, children: list[subprocess.Popen[bytes]]) -> subprocess.Popen[bytes]:
    """Start a child and put it on the list of those to end. A TERM on the way waits, so that none is forgotten."""
    held: list[object] = []
    before = {number: signal.signal(number, lambda *_: held.append(_)) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        # A session of its own, so that Ctrl-C reaches a child once, through us. Windows has none.
        command = [PYTHON, *shlex.split(arguments)]
        first = end_with_parent if sys.platform == "linux" else None
        children.append(subprocess.Popen(command, cwd=ROOT, start_new_session=not WINDOWS, preexec_fn=first))
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if held:
        raise KeyboardInterrupt
    return children[-1]


def end(children: list[subprocess.Popen[bytes]]) -> None:
    """Ask, wait, insist; their own children too."""
    for child in children:
        if child.poll() is None and not WINDOWS:
            child.terminate()
    deadline = time.monotonic() + 10
    for child in children:
        try:
            child.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            if WINDOWS:
                subprocess.run(["taskkill", "/F", "/T", "/PID", str(child.pid)], capture_output=True)
        end_group(child)


def end_group(child: subprocess.Popen[bytes]) -> None:
    """End what a child that was killed left behind, or one that does not listen."""
    if not WINDOWS:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)


def still_running(pids: Path) -> list[int]:
    """Return those of an earlier start that still run. Windows does not tell."""
    written = [int(line) for line in pids.read_text().split()] if pids.exists() and not WINDOWS else []
    return [pid for pid in written if is_ours(pid)]


def is_ours(pid: int) -> bool:
    """Return whether a number is still that of a process of ours: it may have been given to another one since."""
    command = ["ps", "-ww", "-o", "stat=,args=", "-p", str(pid)]
    answer = subprocess.run(command, capture_output=True, text=True).stdout
    return not answer.startswith("Z") and any(name in answer for name in ("granian", "celery"))


def remember(pids: Path, children: list[subprocess.Popen[bytes]]) -> None:
    pids.parent.mkdir(exist_ok=True)
    pids.write_text("".join(f"{child.pid}\n" for child in children if child.poll() is None))


def revive(
    what: str, ended: subprocess.Popen[bytes], arguments: str, children: list[subprocess.Popen[bytes]]
) -> subprocess.Popen[bytes]:
    """Start another one in the place of one that ended, and of what it may have left behind."""
    print(f"The {what} ended. Starting another one.", flush=True)
    end_group(ended)
    children.remove(ended)
    return start(arguments, children)


def answers(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def run() -> int:
    """Run the site, its events on the next port, and its worker, until Ctrl-C or TERM. Each is started again when it is
    killed."""
    port = int(os.environ.get("PORT") or 8000)
    pids = VAR / f"run-{port}.pid"
    if running := still_running(pids):
        there = " ".join(map(str, running))
        sys.exit(f"An earlier one still runs on port {port} (processes {there}). To end it: kill {there}")
    if answers(port):
        sys.exit(f"Port {port} is taken. Choose another one: PORT={port + 1}")
    with_events = port < 65535 and not answers(port + 1)
    if not with_events:
        print(f"Port {port + 1} is taken: pages ask every few seconds instead of hearing what has changed.", flush=True)
        os.environ["EVENTS_URL"] = ""
    install_again()
    if python("-c", PREPARE):
        return 1
    children: list[subprocess.Popen[bytes]] = []
    try:
        halls = [host for host in os.environ.get("HALL_HOSTS", "").split(",") if host]
        site = f"{SITE} {port} league.config.wsgi:application"
        commands = {"site": site, "worker": WORKER}
        if with_events:
            commands["events process"] = EVENTS.format(port=port + 1)
        if halls:
            commands = {what: part.replace("--host 127.0.0.1", "--host 0.0.0.0") for what, part in commands.items()}
        parts = {what: start(command, children) for what, command in commands.items()}
        remember(pids, children)
        while not answers(port) and parts["site"].poll() is None:
            time.sleep(0.1)
        if parts["site"].poll() is not None:
            return parts["site"].returncode
        print(f"\nCorner Office is open: http://127.0.0.1:{port}  (Ctrl-C closes it)", flush=True)
        print(*(f"In the network of the hall: http://{host}:{port}" for host in halls), "", sep="\n", flush=True)
        while parts["site"].poll() != 0:
            time.sleep(1)
            ended = [what for what, part in parts.items() if part.poll() or (what != "site" and part.poll() == 0)]
            for what in ended:
                parts[what] = revive(what, parts[what], commands[what], children)
            if ended:
                remember(pids, children)
        return 0
    finally:
        print("\nClosing ...", flush=True)
        end(children)
        pids.unlink(missing_ok=True)


def hall(*arguments: str) -> int:
    """Run the tournament of a file that was taken along, for everybody in the network of this machine, or go on from
    the copy of another laptop. It is kept in `var/halls`; the same file goes on where it was. Copies are written to the
    folder that is named, such as a stick. Without a file it is opened on the page."""
    if len(arguments) == 2 and arguments[0] == "--prepare":
        return prepare(Path(arguments[1]).resolve())
    if len(arguments) > 2:
        return usage()
    file, copies = ([str(Path(argument).resolve()) for argument in arguments] + ["", ""])[:2]
    if file and not Path(file).is_file():
        sys.exit(f"There is no file {arguments[0]}.")
    if copies and not Path(copies).is_dir():
        sys.exit(f"There is no folder {arguments[1]}.")
    if not keep_under_its_name():
        sys.exit("A hall that was opened on the page still runs here. Close it first: Ctrl-C where it runs.")
    kept = VAR / "halls" / (name_of_hall(Path(file)) if file else WAITING)
    kept.mkdir(parents=True, exist_ok=True)
    hosts = own_addresses()
    if not hosts:
        print("This machine is in no network: phones can't reach it. Join one, then start again.", flush=True)
        hosts = ["127.0.0.1"]
    for name in OUR_SETTINGS:
        os.environ.pop(name, None)
    os.environ |= {"DATABASE_URL": f"sqlite:///{kept / 'db.sqlite3'}", "VAR_DIR": str(kept), "HALL_COPIES": copies}
    os.environ |= {"HALL_HOSTS": ",".join(hosts), "SITE_URL": f"http://{hosts[0]}:{os.environ.get('PORT') or 8000}"}
    os.environ["OPTIONAL_APPS"] = ""  # the event needs none of them
    install_again()
    if python("manage.py", "migrate", "--verbosity", "0") or (file and python("manage.py", "open_hall", file)):
        return 1
    try:
        return run()
    finally:
        keep_under_its_name()


def keep_under_its_name() -> bool:
    """Move a hall that was opened on the page to where its file finds it, and return whether there is none left, as
    there is while anything runs."""
    waiting = VAR / "halls" / WAITING
    if not (waiting / "hall").is_file():
        return True
    if any(still_running(pids) for pids in VAR.glob("run-*.pid")):
        return False
    waiting.rename(waiting.with_name((waiting / "hall").read_text()))
    return True


def name_of_hall(file: Path) -> str:
    """Return what all files of a hall have in common, whichever laptop wrote them."""
    with file.open("rb") as content:
        salt = re.search(rb'"salt":"([0-9a-f]{32})"', content.readline(300))
    return salt[1].decode() if salt else "unknown"


def prepare(folder: Path) -> int:
    """Make a folder from which a laptop of the same system and Python runs a hall without a network. It holds the
    packages, and what is here except what git ignores: databases, secrets, caches."""
    if folder.is_relative_to(ROOT):
        sys.exit(f"{folder} is inside this checkout. Choose a folder elsewhere.")
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        sys.exit(f"{folder} is there already. Choose a new folder or an empty one.")
    ignored = [line.strip("/") for line in (ROOT / ".gitignore").read_text().splitlines()]
    options = ["--quiet", "--require-hashes", "-r", str(ROOT / RUNS), "--wheel-dir", str(folder / PACKAGES.name)]
    try:
        install_again()
        print("Fetching the packages ...", flush=True)
        subprocess.run([PYTHON, "-m", "pip", "wheel", *options], check=True)
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".git", *ignored), dirs_exist_ok=True)
        here = f"{platform.system()} ({platform.machine()}) and Python {platform.python_version()}"
        (folder / HOW_TO).write_text(f"Made for {here}. Without a network: python3 run.py hall FILE\n")
    except BaseException as error:
        shutil.rmtree(folder, ignore_errors=True)
        if isinstance(error, subprocess.CalledProcessError):
            sys.exit("The packages could not be fetched: see above. Is there a network? Nothing was made.")
        raise
    print(f"{folder} is complete. Copy it to the laptop. {(folder / HOW_TO).read_text()}", end="")
    return 0


def own_addresses() -> list[str]:
    """Return the IPv4 addresses of this machine in its networks, first that by which it would leave them."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("10.255.255.255", 1))  # sends nothing
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [address for address in dict.fromkeys(found) if not address.startswith(("127.", "0."))]


def upgrade(*arguments: str) -> int:
    """Stop, back up, migrate, check, start. Where that is unsafe it says why and changes nothing."""
    if arguments not in ((), ("--no-start",)):
        return usage()
    install_again()
    end_running()
    if python("manage.py", "check_upgrade"):
        return 1
    backup = VAR / "backups" / time.strftime("%Y-%m-%d-%H%M%S.backup", time.gmtime())
    backup.parent.mkdir(parents=True, exist_ok=True)
    if python("manage.py", "backup", str(backup)):
        return 1
    for step in ("migrate --verbosity 0", "review_pending", "update_ratings", "check_careers"):
        print(f"$ manage.py {step}", flush=True)
        if python("manage.py", *step.split()):
            print(f"Not started. The database as it was before is in {backup}: docs/ops.md says how to go back.")
            return 1
    return 0 if arguments else run()


def end_running() -> None:
    """End what `run` started on this port. Refuses where something answers that it does not know."""
    port = int(os.environ.get("PORT") or 8000)
    pids = VAR / f"run-{port}.pid"
    for pid in still_running(pids):
        os.kill(pid, signal.SIGTERM)
    deadline = time.monotonic() + 30
    while still_running(pids) and time.monotonic() < deadline:
        time.sleep(0.1)
    if answers(port):
        sys.exit(
            f"The site still answers on port {port}. Stop it and its workers first: Ctrl-C where it runs, or "
            "systemctl stop 'corner-office*'. Nothing was changed."
        )


def environment(without: set[str]) -> dict[str, str]:
    """Return the environment of tests and of the processes that they start, which keep their compiled modules."""
    dropped = without | {"PYTHONDONTWRITEBYTECODE"}
    return {name: value for name, value in os.environ.items() if name not in dropped}


def redis_numbers(url: str) -> int:
    """Return how many of Redis's 16 databases there are from the one in the address upwards."""
    return max(1, REDIS_DATABASES - int(urlsplit(url).path.strip("/") or 0))


def tested(*arguments: str, env: dict[str, str]) -> int:
    """Run pytest. What a busy machine may upset (MAY_FALL_OVER) and fails is run once more alone: passes it then, the
    run is green and names it as FLAKY, here and in var/flaky.log."""
    fell_over = ROOT / ".pytest_cache/v/cache/lastfailed"
    fell_over.unlink(missing_ok=True)
    code = python("-m", "pytest", *arguments, env=env)
    names = list(json.loads(fell_over.read_text())) if code == 1 and fell_over.exists() else []
    if not 0 < len(names) <= MOST_FALLING or not all(name.startswith(MAY_FALL_OVER) for name in names):
        return code
    print("\nOnce more, alone:", *names, sep="\n", flush=True)
    if again := python("-m", "pytest", "-n", "0", "-m", "", *names, env=env):
        return again
    lines = "".join(f"FLAKY: {name}\n" for name in names)
    VAR.mkdir(exist_ok=True)
    with (VAR / "flaky.log").open("a") as log:
        log.write(lines)
    print(f"\n{lines}", end="", flush=True)
    return 0


def test(*arguments: str) -> int:
    """Run every test that needs no server, whatever the environment says. Another -m takes the place of this one."""
    install()
    chosen = ("-n", "auto", *SLOWEST, "-m", f"not services and {USUAL}", *arguments)
    return tested(*chosen, env=environment(OUR_SETTINGS))


def test_services(*arguments: str) -> int:
    """Run those of the same tests that a database server decides (tests/conftest.py marks them), and the fault tests.

    Every process has a database and a Redis number of its own. Commits don't wait for the disk: no test takes the power
    away.
    """
    install()
    env = LOCAL_SERVICES | environment(OUR_SETTINGS - LOCAL_SERVICES.keys())
    if "options=" not in env["DATABASE_URL"]:
        env["DATABASE_URL"] += ("&" if "?" in env["DATABASE_URL"] else "?") + HASTY
    processes = min(os.cpu_count() or 1, redis_numbers(env["REDIS_URL"]))
    return tested("-n", str(processes), *SLOWEST, "-m", ON_SERVICES, *arguments, env=env)


def test_all(*arguments: str) -> int:
    """Run everything, on SQLite and on PostgreSQL and Redis: slow tests, and browsers at all widths. Rooms
    below the apps that an installation may leave out are tested without them, too."""
    install()
    env = environment(OUR_SETTINGS)
    chosen = ("-n", "auto", *SLOWEST, "-m", "not services and not benchmark", *arguments)
    code = tested(*chosen, env=env | {"ALL_WIDTHS": "yes"})
    code |= test_services("-m", "not benchmark and (not browser or together)", *arguments)
    if not arguments:
        rooms = [f"tests/league/{room}" for room in BELOW_OPTIONAL_APPS]
        code |= tested("-n", "auto", "-m", f"not services and {USUAL}", *rooms, env=env | {"OPTIONAL_APPS": ""})
    return code


def lint() -> int:
    install()
    failed = []
    for check in CHECKS:
        print(f"$ {check}", flush=True)
        if python(*shlex.split(check)):
            failed.append(check)
    if npx := shutil.which("npx"):
        print(f"$ npx {BIOME}", flush=True)
        if subprocess.run([npx, "--yes", *BIOME.split()], cwd=ROOT).returncode:
            failed.append(BIOME)
    else:
        print("No Node here: JavaScript is not checked.", flush=True)
    print(f"\nFailed: {'; '.join(failed)}" if failed else "\nAll checks passed.")
    return 1 if failed else 0


def audit() -> int:
    """Look for known holes in the locked packages; one that can't be looked up fails it too. It asks a package index
    about each, so it is not part of lint."""
    install()
    return python("-m", "pip_audit", "--strict", "--disable-pip", "--require-hashes", "-r", RUNS, "-r", DEVELOPS)


def bench(*arguments: str) -> int:
    """Run the benchmarks that pytest's arguments name. `bench pages [--games 150,10000] [--own-games 200]`: what every
    address costs as a league grows to that many games; `bench idle`: what an installation costs that nobody uses;
    `bench photo`: what a thousand rendered photos of score sheets are read as; `bench year`: how long a year of 200
    clubs takes to prove, to back up and to restore."""
    install()
    if arguments == ("year",):
        options = ("-n", "0", "-q", "-s", "-m", "benchmark", "tests/benchmarks/test_year.py")
        return python("-m", "pytest", *options, env=LOCAL_SERVICES | dict(os.environ))
    if arguments in (("idle",), ("photo",)):
        (name,) = arguments
        return python("-m", "pytest", "-n", "0", "-q", "-s", "-m", "benchmark", f"tests/benchmarks/test_{name}.py")
    if arguments[:1] == ("pages",):
        named = {"--games": "BENCH_GAMES", "--own-games": "BENCH_OWN_GAMES"}
        if len(arguments) % 2 == 0 or not named.keys() >= set(arguments[1::2]):
            return usage()
        games = {named[name]: value for name, value in zip(arguments[1::2], arguments[2::2], strict=True)}
        options = ("-n", "0", "-q", "-s", "-m", "benchmark", "tests/benchmarks/test_pages.py")
        return python("-m", "pytest", *options, env=LOCAL_SERVICES | dict(os.environ) | games)
    return python("-m", "pytest", "-s", "-m", "benchmark", *arguments)


def pages() -> int:
    """Print how tall each kind of page is on a phone, and what it asks of who opens it."""
    return bench("-q", "-n", "0", "tests/browser/test_page_sizes.py")


def inspect(*arguments: str) -> int:
    """Walk the site as everybody, in every language and in a browser; print what was visited and what is wrong."""
    install()
    where = ("tests/inspector", "tests/browser/test_inspector.py")
    chosen = ("-n", "auto", "-rP", "-p", "no:logging", "-m", "not services and not benchmark", *where, *arguments)
    env = environment(OUR_SETTINGS) | {"ALL_WIDTHS": "yes", "INSPECT_SECONDS": "3"}
    return python("-m", "pytest", *chosen, env=env)


def mutate(*arguments: str) -> int:
    """Change a module of rules in one place at a time; says which changes its tests do not notice."""
    install()
    return python("-m", "tests.mutation", *arguments, env=environment(OUR_SETTINGS))


def chaos(*arguments: str) -> int:
    """Hurt an installation of its own again and again while a club works in it; 1 when anything is lost, doubled or
    stuck. On SQLite, or in a database of its own on the server of DATABASE_URL."""
    install()
    command = [PYTHON, "-m", "tests.chaos", *arguments]
    env = environment(OUR_SETTINGS - {"DATABASE_URL"})
    # A session of its own, so that it is told once to end, and ends what it started and takes its database away.
    child = subprocess.Popen(command, cwd=ROOT, env=env, start_new_session=not WINDOWS)
    try:
        return child.wait()
    except KeyboardInterrupt:
        child.terminate()
        return child.wait() or 130


def setup() -> int:
    install()
    return 0


COMMANDS = {
    "run": run,
    "hall": hall,
    "test": test,
    "test-all": test_all,
    "test-services": test_services,
    "lint": lint,
    "audit": audit,
    "bench": bench,
    "pages": pages,
    "inspect": inspect,
    "mutate": mutate,
    "chaos": chaos,
    "setup": setup,
    "upgrade": upgrade,
}
TAKE_ARGUMENTS = (hall, test, test_all, test_services, bench, inspect, mutate, chaos, upgrade)


def stop(*_: object) -> None:
    raise KeyboardInterrupt


def usage() -> int:
    print(f"Usage: python3 run.py [{'|'.join(COMMANDS)}]", file=sys.stderr)
    print(
        "Tests take pytest's arguments, mutate a module, chaos --minutes N, upgrade --no-start, hall [FILE [FOLDER]] "
        "or --prepare and a folder.",
        file=sys.stderr,
    )
    return 2


def main(name: str = "run", *arguments: str) -> int:
    if name not in COMMANDS or (arguments and COMMANDS[name] not in TAKE_ARGUMENTS):
        return usage()
    signal.signal(signal.SIGTERM, stop)
    try:
        return COMMANDS[name](*arguments)
    except KeyboardInterrupt:
        return 0 if name == "run" else 130


if __name__ == "__main__":
    if sys.hexversion < 0x030B0000:
        sys.exit("Corner Office needs Python 3.11, 3.12, 3.13 or 3.14.")
    sys.exit(main(*sys.argv[1:]))
