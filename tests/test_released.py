"""What a release wrote is read for ever: databases and their heads, printed sheets, records, archives, passports and
draws of each are in `tests/data/released/`, written once and never changed, like its migrations.

`WRITE_RELEASE=1.0 pytest -n 0 tests/test_released.py -k written`, on SQLite and on PostgreSQL, writes what is missing.
"""

import hashlib
import json
import lzma
import os
from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction

import engine
from characters.models import Character
from games.queries.plays import record_of
from games.rules.play_records import prove
from games.rules.systems import SYSTEMS
from league.clubs.services.leagues import create_league
from league.models import Round, Tournament
from league.people.rules.passport_proof import verify
from league.people.services.passport_issuing import issue_passport
from league.sheets.charts.sheet_layout import SIZES, SheetKey, key_in, key_of, page_of, sheet_pages
from league.sheets.rules.sheet_cells import DEALS, cells
from league.tournaments.archive.queries.archive import tournament_archive
from league.tournaments.archive.rules.archive import write_archive
from league.tournaments.archive.services.import_tournament import import_tournament
from tests.factories.archives import a_day_of_play
from tests.factories.databases import an_empty_database, manage
from tests.factories.games import review
from tests.factories.plays import a_running_play, plays_on
from tests.factories.thursday_club import ThursdayClub, a_thursday_club, post_game

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "tests" / "data" / "released"
APPS = ("characters", "games", "league", "league/forecasts", "league/lab", "league/photo")
RELEASES = sorted(folder.name for folder in FOLDER.iterdir())
SEASON = "spring-2026"


@pytest.fixture(params=RELEASES)
def released(request: pytest.FixtureRequest) -> Path:
    return FOLDER / request.param


def database_of(released: Path) -> Path:
    return released / f"{connection.vendor}.backup.xz"


def standings_of(released: Path) -> Path:
    return released / f"{connection.vendor}.standings.txt"


def head_of(released: Path) -> Path:
    return released / f"{connection.vendor}.head.json"


def test_nothing_of_a_release_was_changed(released: Path):
    sums = dict(line.split("  ")[::-1] for line in (released / "sums.txt").read_text(encoding="utf-8").splitlines())
    assert [file for file, digest in sums.items() if sum_of(ROOT / file) != digest] == []


@pytest.mark.django_db(transaction=True)
def test_a_database_is_restored_and_every_figure_follows(released: Path, tmp_path: Path):
    backup = tmp_path / "backup"
    backup.write_bytes(lzma.decompress(database_of(released).read_bytes()))
    with an_empty_database(tmp_path) as url:
        restored = manage("restore", backup, "--against", head_of(released), DATABASE_URL=url)
        assert "Everything in the head is there" in restored.stdout, restored.stderr
        assert "every figure follows" in restored.stdout
        standings = manage("standings", SEASON, DATABASE_URL=url).stdout
    assert standings == standings_of(released).read_text(encoding="utf-8")


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_record_of_a_game_replays(released: Path, system: str):
    assert engine.replay((released / f"{system}.jsonl").read_text(encoding="utf-8").splitlines()) is not None


def test_the_record_of_a_play_proves(released: Path):
    assert prove((released / "play.jsonl").read_text(encoding="utf-8").splitlines()) is not None


@pytest.mark.django_db
def test_a_tournament_is_read_from_its_archive(released: Path):
    league = create_league(name="Elsewhere", by=User.objects.create_user("otto"))
    _summary, made = import_tournament(league=league, data=(released / "tournament.json").read_bytes())
    assert made is not None and made.status == Tournament.FINISHED
    assert Round.objects.filter(stage__tournament=made).count() == 2


def test_a_printed_sheet_is_read(released: Path):
    keys = [key_in(f"#{key}") for key in json.loads((released / "sheets.json").read_bytes())]
    assert [key for key in keys if key is None or page_of(key) is None] == []


def test_a_passport_proves(released: Path):
    assert verify((released / "passport.json").read_bytes()).holds


@pytest.mark.skipif("WRITE_RELEASE" not in os.environ, reason="writes tests/data/released/: WRITE_RELEASE=1.0")
@pytest.mark.django_db(transaction=True)
def test_a_release_is_written(tmp_path: Path):
    released = FOLDER / os.environ["WRITE_RELEASE"]
    if not database_of(released).exists():
        write_database(database_of(released), tmp_path)
    makers = {
        **{f"{system}.jsonl": partial(game_of_bots, system) for system in SYSTEMS},
        "play.jsonl": lambda: record_of(plays_on(a_running_play(a_thursday_club(), "ada", bots=2))).encode(),
        "tournament.json": lambda: write_archive(tournament_archive(a_day_of_play())),
        "sheets.json": lambda: json.dumps([*map(str, printed_sheets())], indent=0).encode(),
        "passport.json": lambda: issue_passport(character=reviewed(a_thursday_club()), by=None),
    }
    for name, make in makers.items():
        if not (released / name).exists():
            with transaction.atomic():
                (released / name).write_bytes(make())
                transaction.set_rollback(True)
    migrations = [file for app in APPS for file in (ROOT / app).glob("migrations/0*.py")]
    files = sorted(file for file in (*migrations, *released.iterdir()) if file.name != "sums.txt")
    lines = (f"{sum_of(file)}  {file.relative_to(ROOT)}\n" for file in files)
    (released / "sums.txt").write_text("".join(lines), encoding="utf-8")


def sum_of(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def write_database(to: Path, folder: Path) -> None:
    with an_empty_database(folder) as url:
        head = ["head", "--output", head_of(to.parent)]
        for command in (["migrate"], ["load_sample"], head, ["backup", folder / "backup"]):
            assert manage(*command, DATABASE_URL=url).returncode == 0
        standings_of(to.parent).write_text(manage("standings", SEASON, DATABASE_URL=url).stdout, "utf-8")
    to.write_bytes(lzma.compress((folder / "backup").read_bytes()))


def printed_sheets() -> Iterator[SheetKey]:
    for system, size in product(SYSTEMS, SIZES):
        fewest, most = SYSTEMS[system].SEATS
        for seats in range(fewest, most + 1):
            for page in sheet_pages(tuple(cells(SYSTEMS[system].FIGURES, DEALS)), seats, size):
                yield key_of(system, page, seats)


def game_of_bots(system: str) -> bytes:
    return engine.record_game(system, engine.SYSTEMS[system].seats[0], ["greedy", "random"], 1).text().encode()


def reviewed(club: ThursdayClub) -> Character:
    post_game(club, "Ada", "Bo")
    review()
    return club.characters["Ada"]
