"""Measure the worst input that each door accepts; docs/bounds.md shows it. The figures are kept beside the doors."""

import json
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO

import numpy as np
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import transaction
from django.http import QueryDict
from django.test import Client
from django.utils import timezone
from PIL import Image
from rest_framework.exceptions import ParseError

from characters.charts.pictures import photo_jpeg, square_jpeg
from characters.rules.facts import stamp
from engine.careers.board_files import check_board
from games.rules.definitions import faults_of, read_definition
from league.boards.services import board_in_file
from league.core.api.parsers import LARGEST_BODY, CarefulJSONParser
from league.core.rules.bounds import FEW_BYTES, FEW_ROWS, MOST_ROWS, MOST_ROWS_OF_WORKBOOK
from league.core.rules.signatures import public_key, sign
from league.core.services.uploads import answer_import, run_waiting_import, upload_file
from league.lab.rules.lab import Measure
from league.lab.services.lab import Setup, order_experiment
from league.lab.services.portions import work_on_orders
from league.management.sample import settle
from league.models import FileImport, Hall, League, LedgerEntry, Tournament
from league.people.rules.passport_proof import MOST_ITEMS, verify
from league.people.rules.passports import MOST_FACTS
from league.tournaments.archive.queries.archive import tournament_archive
from league.tournaments.archive.rules.archive import read_archive
from league.tournaments.hall.rules.differences import MOST_AT_ONCE, MOST_CORRECTIONS
from league.tournaments.hall.rules.files import BACK, Seal, read_file, read_seal, write_file
from league.tournaments.hall.services.back import upload_back
from league.tournaments.hall.services.differences import compared
from tests.benchmarks.archive_memory import KINDS
from tests.benchmarks.doors import cost_of
from tests.bounds.page import FIGURES, figures
from tests.factories.big_rounds import a_big_round
from tests.factories.crowds import a_crowd, play_in_bulk
from tests.factories.facts import a_climb
from tests.factories.files import game_rows, results_file
from tests.factories.friday_club import FridayClub, a_friday_club
from tests.factories.passports import a_passport, as_file
from tests.factories.people import an_organiser
from tests.factories.pictures import a_picture_of_scans
from tests.factories.ratings import rate
from tests.factories.seasons import a_season
from tests.factories.tables import a_table, played_table
from tests.factories.tournaments import a_tournament
from tests.factories.workbooks import xlsx

pytestmark = [pytest.mark.benchmark, pytest.mark.django_db(transaction=True)]
Work = Callable[[], object]


def keep(costs: dict[str, Work]) -> None:
    """Measure each piece of work, and write it down beside those that others have measured."""
    for name, work in costs.items():
        cost = cost_of(work)
        print(f"\n{name}: {cost.seconds} s, {cost.megabytes} MB, {cost.outcome}")
        assert "Error" not in cost.outcome, cost.outcome
        kept = figures() | {name: [cost.seconds, cost.megabytes]}
        FIGURES.write_text(json.dumps(dict(sorted(kept.items())), indent=1) + "\n", encoding="utf-8")


def noise(side: int, kind: str, **saved: object) -> bytes:
    out = BytesIO()
    pixels = np.random.default_rng(1).integers(0, 255, (side, side, 3), dtype=np.uint8)
    Image.fromarray(pixels).save(out, kind, **saved)
    return out.getvalue()


def plain(side: int, kind: str, mode: str = "RGB", **saved: object) -> bytes:
    out = BytesIO()
    Image.new(mode, (side, side)).save(out, kind, **saved)
    return out.getvalue()


def test_pictures_and_photos():
    from league.photo.charts.photos import open_photo
    from league.photo.charts.reading import read_sheet, read_sheets
    from league.photo.services.piles import upload_photos
    from tests.photos.tables import a_photo_of_all

    large = plain(7071, "JPEG")
    photo = a_photo_of_all(*[f"/t/{at}-uRFbsbqLhz6pUIkviMlS/" for at in range(8)])
    webp, png, scans = noise(4000, "WEBP", quality=5), plain(5000, "PNG", "RGBA"), a_picture_of_scans(20, side=4999)
    round = a_table().round
    pile = [SimpleUploadedFile(f"{at}.jpg", b"\xff\xd8\xff" + bytes(5_000_000 - 3)) for at in range(20)]
    keep(
        {
            "a WebP of 16 million pixels": lambda: len(square_jpeg(webp)),
            "a PNG of 25 million pixels": lambda: len(square_jpeg(png)),
            "a JPEG of 25 million pixels in 20 scans": lambda: len(square_jpeg(scans)),
            "a photo of 50 million pixels": lambda: len(open_photo(large).jpeg),
            "a photo of 50 million pixels to look at": lambda: len(photo_jpeg(large)),
            "a WebP of 16 million pixels to look at": lambda: len(photo_jpeg(webp)),
            "the last of eight sheets in a photo": lambda: read_sheet(photo, wanted="/t/7-").key,
            "all of eight sheets in a photo": lambda: len(list(read_sheets(photo))),
            "20 photos, 100 MB together": lambda: upload_photos(
                round=round, photos=pile, by=an_organiser(round.stage.tournament.season)
            ),
        }
    )


def names(count: int) -> bytes:
    return b"name\n" + b"".join(b"Person %x of %x\n" % (at, at * 7919 % count) for at in range(count))


def games(count: int, *who: str) -> list[list[dict[str, object]]]:
    of = who or ("Ada Overtime", "Bo Bigdesk")
    return [
        game_rows(f"g{at}", (of[0], 120), (of[1], 40), season="spring-2026", day=1 + at % 28)
        for at in range(count // 2)
    ]


def brought(club: FridayClub, tournament: Tournament | None, kind: str, content: bytes) -> Work:
    """Return the reading of a file. Where it asks, as much is answered as a person would."""
    to = tournament if kind == "entries" else None
    upload = upload_file(league=club.league, kind=kind, name="f", content=content, by=club.cleo, tournament=to)

    def read() -> str:
        run_waiting_import(only=upload.pk)
        upload.refresh_from_db()
        return f"{upload.status}: {upload.summary}"

    return read


def agreed(club: FridayClub, tournament: Tournament, kind: str, content: bytes) -> Work:
    """Return both readings of a file: with what it asks, and once that is answered."""
    read = brought(club, tournament, kind, content)

    def read_again() -> object:
        read()
        agree(club.league.imports.latest("pk"))
        return read()

    return read_again


def agree(upload: FileImport) -> None:
    asked = upload.questions
    answer_import(
        upload=upload,
        columns={heading["text"]: heading["column"] for heading in asked["headings"]},
        date_order=asked["date_order"],
        strangers="new",
        meant=dict.fromkeys(asked.get("near", {}), "new"),
        given={column: choices[0][0] for column, choices in asked.get("asked", {}).items()},
        outside_season=True,
        games={game["name"]: game["ends"] for game in asked["games"]},
    )


def test_files():
    club = a_friday_club()
    tournament = a_tournament(club.season)
    League.objects.update(quota_factor=100)
    wide = b",".join(b"c%d" % at for at in range(400)) + b"\n" + (b"," * 399 + b"\n") * (FEW_BYTES // 400 - 5)
    rows = games(MOST_ROWS)
    bad = [game_rows("g1", ("Ada Overtime", -1), ("Bo Bigdesk", -40), season="x y")] * (MOST_ROWS // 2)
    long = json.dumps([row for game in rows for row in game], default=str).encode()
    strangers = [
        game_rows(f"g{at}", (f"New {at % 300}", 120), (f"Old {at % 300}", 40), season="spring-2026", day=1 + at % 28)
        for at in range(4_900)
    ]
    for name, kind, content in (
        (f"characters, {MOST_ROWS:,} rows", "characters", names(MOST_ROWS - 2)),
        (f"entries, {FEW_ROWS:,} rows", "entries", b"\n".join(names(MOST_ROWS - 2).split(b"\n")[: FEW_ROWS - 1])),
        ("entries, 400 columns", "entries", wide),
        (f"entries, {MOST_ROWS:,} rows", "entries", names(MOST_ROWS - 2)),
        ("results with unknown names", "results", results_file(*strangers)),
        ("results, a problem in every cell", "results", results_file(*bad)),
        (f"results, {MOST_ROWS:,} rows", "results", results_file(*rows)),
        (f"results, {MOST_ROWS:,} rows of JSON", "results", long),
    ):
        work = brought(club, tournament, kind, content)
        keep({name: work})
        del work
    for what in ARCHIVES:
        archive = KINDS[what]()
        keep({f"a tournament of {what}": lambda archive=archive: len(read_archive(archive)[1])})


def test_the_file_of_a_hall():
    key, seal = Ed25519PrivateKey.generate(), Seal(b"s" * 16, b"k" * 32)
    hall = {"key": public_key(key), "writer": 1, "revision": 1, "closed": False}
    content = {"kind": "back", "made_at": "2026-05-02T15:42:00Z", "hall": hall, "key": public_key(key)}
    content["archive"] = {"numbers": [1] * 6_500_000}
    file = write_file({**content, "signature": sign(key, content)}, seal=seal, nonce=b"n" * 12)
    keep({"the file of a hall with as many numbers as allowed": lambda: read_file(file, seal)["kind"]})


def test_what_a_hall_brings_after_its_tournament_was_taken_back():
    """As many as are taken at once, in a tournament of 1,000 players."""
    tables = a_big_round()[:MOST_AT_ONCE]
    for table in tables[:MOST_CORRECTIONS]:
        played_table(table)
    tournament = tables[0].round.stage.tournament
    olga, key = an_organiser(tournament.season), Ed25519PrivateKey.generate()
    hall = Hall.objects.create(tournament=tournament, key=public_key(key), seal="0" * 96, recalled_at=timezone.now())
    with transaction.atomic():
        for table in tables[MOST_CORRECTIONS:]:
            played_table(table)
        archive = tournament_archive(tournament, private=True, with_secret=True)
        transaction.set_rollback(True)
    for game in archive["games"]:
        one, other, *_ = game["sheets"][0]["seats"]
        for seat, won, held in ((one, False, other["score"]), (other, True, one["score"])):
            seat["score"], seat["won"] = held, won
    how_far = {"key": hall.key, "writer": 1, "revision": 1, "closed": False}
    content = {"kind": BACK, "made_at": stamp(timezone.now()), "hall": how_far, "archive": archive, "key": hall.key}
    signed = {**content, "signature": sign(key, content)}
    file = write_file(signed, seal=read_seal(hall.seal), nonce=b"n" * 12)
    upload = upload_back(tournament=tournament, name="x.hall", content=file, by=olga)
    FileImport.objects.update(status=FileImport.ASKS)
    chosen = [each.key for each in compared(upload).found.results]

    def take() -> str:
        page, client = f"/tournaments/{tournament.slug}/hall/differences/{upload.pk}/", Client()
        client.force_login(olga)
        client.post(page, {"result": chosen})
        return f"{LedgerEntry.objects.filter(kind='hall_result_taken').count()} of {len(chosen)} taken"

    keep({"30 results of a hall, three of them corrections": take})


def test_a_workbook():
    club = a_friday_club()
    rows = games(MOST_ROWS_OF_WORKBOOK)
    header = list(rows[0][0])
    content = xlsx([header, *([row[name] for name in header] for game in rows for row in game)])
    work = brought(club, a_tournament(club.season), "results", content)
    keep({f"results, {MOST_ROWS_OF_WORKBOOK:,} rows of a workbook": work})


def test_a_small_workbook():
    club = a_friday_club()
    content = xlsx([["name"], *([f"{at}"] for at in range(3_150))])
    work = brought(club, a_tournament(club.season), "entries", content)
    keep({"entries, a workbook of 300 kB unpacked": work})


def test_the_report_of_the_sample():
    call_command("load_sample", verbosity=0)
    keep({"the annual report of the sample on paper": asked("/seasons/spring-2026/report.pdf")})


def test_the_report_of_a_season_of_a_hundred_people():
    season = a_season()
    play_in_bulk(season, a_crowd(season, 100), range(400))
    settle()
    keep({"an annual report of 100 people on paper": asked(f"/seasons/{season.slug}/report.pdf")})


def test_a_file_in_part():
    """Every tenth game breaks a rule, so the rest is checked again."""
    club = a_friday_club()
    of = [("Ada Overtime", 120), ("Bo Bigdesk", 40)]
    rows = [
        game_rows(f"g{at}", *(of if at % 10 else [of[0], of[0]]), season="spring-2026", day=1 + at % 28)
        for at in range(MOST_ROWS // 2)
    ]
    read = brought(club, a_tournament(club.season), "results", results_file(*rows))
    club.league.imports.update(answers={"whole_only": True})
    keep({"results, imported in part": read})


def test_a_file_of_newcomers():
    club = a_friday_club()
    League.objects.update(quota_factor=100)
    rows = [
        game_rows(f"g{at}", (f"New {at % 250}", 120), (f"Old {at % 250}", 40), season="spring-2026", day=1 + at % 28)
        for at in range(4_900)
    ]
    keep({"results with 500 newcomers": agreed(club, a_tournament(club.season), "results", results_file(*rows))})


def fifteen_years(plays: int) -> bytes:
    """An export of BG Stats: plays of 200 games, with four players each."""
    seats = [{"newPlayer": False, "startPlayer": False, "rank": 0, "role": "", "team": "", "metaData": ""}] * 4
    more = {"usesTeams": False, "ignored": False, "rounds": 0, "board": "", "metaData": "", "comments": "Late, and fun"}
    days = [f"{2011 + number * 15 // plays}-{number % 12 + 1:02}-{number % 28 + 1:02}" for number in range(plays)]
    logged = [
        more
        | {
            "uuid": f"C{number:08}-1234-1234-1234-123456789ABC",
            "gameRefId": number % 200,
            "playDate": f"{days[number]} 20:{number % 60:02}:00",
            "entryDate": "2026-01-01 10:00:00",
            "modificationDate": "2026-01-01 10:00:00",
            "durationMin": 30 + number % 90,
            "locationRefId": 1,
            "playerScores": [
                seat
                | {"playerRefId": (number * 7 + at * 3) % 40, "score": str((number * 11 + at * 37) % 150)}
                | {"winner": None, "seatOrder": at}
                for at, seat in enumerate(seats, 1)
            ],
        }
        for number in range(plays)
    ]
    games = [{"id": at, "name": f"Ponds {at}", "noPoints": False, "highestWins": True} for at in range(200)]
    players = [{"id": at, "name": f"{PEOPLE[at // 5]} {PEOPLE[at % 5]}"} for at in range(40)]
    locations = [{"id": 1, "name": "Kitchen"}]
    return json.dumps({"games": games, "players": players, "locations": locations, "plays": logged}).encode()


PEOPLE = ("Zoe", "Yusuf", "Xaver", "Wanda", "Vito", "Ursula", "Tomas", "Sibel")


def test_fifteen_years_of_plays_of_games_that_nobody_has():
    club = a_friday_club()
    League.objects.update(quota_factor=100)
    content, plays = fifteen_years(MOST_ROWS // 4), f"{MOST_ROWS // 4:,} plays of 200 new games"
    read = brought(club, None, "results", content)
    keep({f"{plays}, the questions": read})
    agree(club.league.imports.latest("pk"))
    keep({f"{plays}, recorded": read})
    keep({f"{plays}, brought again": brought(club, None, "results", content)})


ARCHIVES = ("lists in lists, as many as allowed", "numbers, as many as allowed")


def test_bodies():
    parser = CarefulJSONParser()

    def body() -> str:
        try:
            parser.parse(BytesIO(b'{"a": [' + b"[]," * (LARGEST_BODY // 3 - 10) + b"1]}"))
        except ParseError as error:
            return str(error)
        return "read"

    (won,) = a_climb(to="senior")
    later = [won._replace(game=n, at=won.at + timedelta(minutes=n)) for n in range(2, MOST_FACTS + 1)]
    passport = as_file(a_passport([won, *later]))
    board = b"name = 'a'\n" + b"x = [" + b"[]," * 21_000 + b"]"
    columns = ",".join(f'{{"id": "c{at}", "kind": "choice", "options": [{"{}," * 300}{{}}]}}' for at in range(20))
    game = f'{{"columns": [{columns}]}}'
    fields = "&".join(f"field{at}={'x' * 2400}" for at in range(1_000))
    keep(
        {
            "a body of 1 MB": body,
            "a board of 64 kB": lambda: len(check_board(board_in_file(board)).problems),
            "a game of 20,000 bytes": lambda: len(faults_of(read_definition(game))),
            "a form of 1,000 fields and 2.5 MB": lambda: len(QueryDict(fields)),
            "a passport of 600,000 values": lambda: verify(b"[" + b"{}," * (MOST_ITEMS // 2 - 9) + b"{}]"),
            "a passport of 10,000 games": lambda: verify(passport).passport is not None,
        }
    )


def test_a_portion_of_thinking():
    club = a_friday_club()
    arms = {"a": Setup(6, ("search:visits=200",)), "b": Setup(6, ("search:visits=200",))}
    order_experiment(system="careers", **arms, measure=Measure("turns"), most=100, seed=3, by=club.dev)
    keep({"a portion of bots' games": lambda: work_on_orders(seconds=1)})


def test_pages_of_a_large_season():
    season = a_season("large")
    people = a_crowd(season, 10_000)
    play_in_bulk(season, people[:1_000], range(4_990))
    rate()
    cache.set("hidden_leagues", frozenset(), None)
    league, who = season.league.slug, people[0].slug
    keep(
        {
            "a search among 10,000 characters": asked("/search/?q=" + "person+" * 14),
            "characters.csv of 10,000": asked(f"/leagues/{league}/export/characters.csv"),
            "results.csv, a part of 3,000 games": asked(f"/leagues/{league}/export/results.csv?part=1"),
            "bg-stats.json, a part of 1,000 games": asked(f"/leagues/{league}/export/bg-stats.json?part=1"),
            "careers.json, a part": asked(f"/leagues/{league}/export/careers.json?part=1"),
            "a card": asked(f"/seasons/{season.slug}/card.png"),
            "the odds of a season": asked(f"/seasons/{season.slug}/odds/"),
            "a plan": asked(f"/characters/{who}/plan/"),
            "a printed sheet of six": asked("/play/careers/sheet/6.pdf"),
        }
    )


def test_papers_of_a_large_round():
    table = a_big_round()[0]
    tournament, stage = table.round.stage.tournament, table.round.stage
    olga = an_organiser(tournament.season)
    stages = f"/tournaments/{tournament.slug}/stages"
    round = f"/tournaments/{tournament.slug}/rounds/{stage.number}/{table.round.number}"
    keep(
        {
            "30 sheets of 250 tables on paper": asked(f"{round}/print/sheets.pdf", olga),
            "120 cards of 1,000 players on paper": asked(f"{round}/print/cards.pdf", olga),
            "tables.csv of 250 tables": asked(f"{round}/tables.csv", olga),
            "standings of 1,000 on paper": asked(f"{stages}/{stage.number}/standings.pdf", olga),
            "the archive of 1,000 players": asked(f"/tournaments/{tournament.slug}/archive.json", olga),
            "entries.csv of 1,000": asked(f"/tournaments/{tournament.slug}/entries.csv", olga),
        }
    )


@pytest.fixture(autouse=True)
def loaded() -> None:
    """Load what a process loads for its first answer, which is not part of the work."""
    Client().get("/help/")
    Client().get("/play/careers/sheet/2.pdf")


def asked(path: str, user: object = None) -> Work:
    def ask() -> str:
        client = Client()
        if user is not None:
            client.force_login(user)
        answer = client.get(path)
        assert answer.status_code == 200, path
        return f"{answer.status_code}, {len(b''.join(answer) if answer.streaming else answer.content)} bytes"

    return ask
