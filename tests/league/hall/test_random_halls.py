"""Random days: what comes home from a hall is what a single site would have, however the files travel."""

import json
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import transaction

from characters.models import Character
from characters.services.registration import rename_character
from league.core.services.uploads import run_waiting_import
from league.models import FileImport, LedgerEntry, Result, Tournament
from league.tournaments.entries.services.entries import keep_apart
from league.tournaments.hall.queries import written_here
from league.tournaments.hall.services.along import take_along
from league.tournaments.hall.services.back import upload_back
from tests.factories.archives import archive_of, lasting
from tests.factories.careers import differences, life
from tests.factories.draws import assert_proved, to_draw
from tests.factories.games import played, review
from tests.factories.hall_deeds import Chance, day_of, do
from tests.factories.hall_sites import HallSite, brought, clock_off
from tests.factories.halls import olga
from tests.factories.people import an_organiser
from tests.factories.sheets import at
from tests.factories.teams import teams_meet

pytestmark = pytest.mark.django_db

STEPS = 60
PLANS: tuple[list[dict[str, Any]], ...] = (
    [{"rounds": 2}],
    [{"rounds": 1}, {"name": "Final", "format": "knock_out", "rounds": None, "cut": 9}],
    [{"name": "Everybody", "format": "fixed", "rounds": 2}],
)


def a_day(chance: Chance) -> Tournament:
    """A small field about to begin."""
    fields: dict[str, Any] = {"shortfall": chance.choice(Tournament.SHORTFALLS), "table_size": chance.choice([3, 3, 4])}
    if chance.random() < 0.4:
        fields |= {"system": "careers", "mode": "formula", "target": 100}
    if chance.random() < 0.2:
        return teams_meet(chance.randint(4, 5), 2, line_up=2, rounds=2, **fields)
    day = to_draw(chance.randint(8, 14), plans=chance.choice(PLANS), **fields)
    if chance.random() < 0.5:
        one, other = chance.sample([*day.entries.order_by("number")], 2)
        keep_apart(entry=one, other=other, reason="Brothers")
    return day


def told(tournament: Tournament, names: dict[str, str]) -> dict[str, Any]:
    """The archive with its standings, by the names of before and without the lines about the hall."""
    archive = archive_of(tournament, private=True, with_secret=True)
    standings = [stage["standings"] for stage in archive["stages"]]
    events = [event for event in archive["events"] if event["kind"] not in ("taken_along", "came_back")]
    text = json.dumps({**lasting(archive), "events": events, "words": None, "standings": standings})
    for new, old in names.items():
        text = text.replace(new, old)
    archived: dict[str, Any] = json.loads(text)
    archived["characters"].sort(key=lambda row: row["name"])
    return archived


def timeless(value: Any, key: str = "") -> Any:
    """The same without moments, which no two sites share."""
    if key == "paused_seconds":
        return None
    if isinstance(value, dict):
        return {key: timeless(each, key) for key, each in value.items()}
    if isinstance(value, list):
        return [timeless(each) for each in value]
    is_time = isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)", value)
    return "a moment" if is_time else value


def what_came_of_it(names: dict[str, str]) -> dict[str, Any]:
    review()
    rows = Result.objects.filter(game__table__isnull=False).values_list(
        "game__season_game__reference", "character__name", "table_points", "place", "share"
    )
    return {
        **timeless(told(day_of(), names)),
        "results": sorted((one, names.get(who, who), *rest) for one, who, *rest in rows),
        "careers": {names.get(who.name, who.name): lived(who) for who in Character.objects.all()},
    }


def lived(who: Character) -> list[Any]:
    careers, events = life(who)
    rows = [[None if isinstance(value, datetime) else value for value in event] for event in events]
    return [*careers, *sorted(rows, key=str)]


def home_goes_on(seed: int) -> dict[str, str]:
    """Somebody of the tournament gets another name, and plays elsewhere; return names of before by new ones."""
    chance = random.Random(f"home {seed}")
    day = day_of()
    who, other, *_rest = chance.sample([*Character.objects.filter(entries__tournament=day).order_by("pk")][:8], 2)
    played(day.season, "elsewhere", at(who, 140, won=True), at(other, 10))
    old, new = who.name, f"Zed {chance.randrange(100)} the Renamed"
    rename_character(character=who, name=new)
    return {new: old}


def steps(seed: int) -> Iterator[tuple[timedelta, Chance]]:
    """By how much the clock is off, and the chance of each deed."""
    clock, off = random.Random(f"clock {seed}"), timedelta()
    for step in range(STEPS):
        if clock.random() < 0.05:
            off = timedelta(minutes=-clock.choice([0, 1, 60, 600]))
        yield off, random.Random(f"{seed} {step}")


def one_site(seed: int) -> tuple[list[str], dict[str, Any]]:
    """What was done, and what came of it, at a site that saw everything; nothing of it stays."""
    done = []
    with transaction.atomic():
        for off, chance in steps(seed):
            with clock_off(off):
                done.append(do(chance))
        names = home_goes_on(seed)
        came = what_came_of_it(names)
        transaction.set_rollback(True)
    cache.clear()
    return done, came


@pytest.mark.parametrize(
    "seed", [*range(10), *(pytest.param(seed, marks=pytest.mark.further) for seed in range(10, 200))]
)
def test_home_has_what_a_single_site_would_have(
    seed: int, site: HallSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    chance = random.Random(seed)
    day = a_day(chance)
    by = an_organiser(day.season)
    for at_home in [random.Random(f"before {seed} {step}") for step in range(chance.choice([0, 0, 15]))]:
        do(at_home)
    done, alone = one_site(seed)
    hall, words = take_along(tournament=day_of(), by=by)
    site.open(bytes(hall.file), words)
    home = Home(day_of(), site, chance, monkeypatch)
    for step, ((off, deed), said) in enumerate(zip(steps(seed), done, strict=True)):
        site.clock_is_off = off
        with site.here():
            assert do(deed) == said
        if chance.random() < 0.08:
            home.takes_a_file()
        if chance.random() < 0.03:
            home.site = site = another_laptop(site, words, tmp_path)
        if step == STEPS // 2:
            home.names |= home_goes_on(seed)
    home.takes_a_file()
    home.is_closed()
    assert what_came_of_it(home.names) == alone
    assert_proved(day_of())
    assert differences() == []


def another_laptop(site: HallSite, words: str, folder: Path) -> HallSite:
    """The laptop fails, and another one goes on from its last copy."""
    copy, number = site.copy(), len([*folder.glob("laptop*")])
    site.close()
    other = HallSite(folder / f"laptop-{number}")
    other.open(copy, words)
    return other


class Home:
    """Where the files of the hall arrive."""

    def __init__(self, day: Tournament, site: HallSite, chance: Chance, monkeypatch: pytest.MonkeyPatch) -> None:
        self.day, self.site, self.chance, self.patch = day, site, chance, monkeypatch
        self.names: dict[str, str] = {}
        self.last: tuple[int, bytes] | None = None

    def takes_a_file(self) -> None:
        file = self.site.file()
        self.refuses_what_is_broken(file)
        if self.chance.random() < 0.4:
            self.is_stopped_on_the_way(file)
        else:
            self.takes(file)
        if self.chance.random() < 0.3:
            self.takes(file)
        revision = self.revision()
        if self.last and revision > self.last[0]:
            self.refuses_an_older_one(self.last[1])
        self.last = revision, file

    def revision(self) -> int:
        with self.site.here():
            return written_here()

    def takes(self, file: bytes) -> None:
        upload = brought(self.day, file, olga())
        assert [(row["column"], row["message"]) for row in upload.problems] == []
        assert upload.status == FileImport.DONE
        self.says_what_the_hall_says()

    def says_what_the_hall_says(self) -> None:
        with self.site.here():
            there = told(day_of(), {})
        assert told(day_of(), self.names) == there

    def refuses_what_is_broken(self, file: bytes) -> None:
        where = self.chance.randrange(len(file))
        flipped = file[:where] + bytes([file[where] ^ 1 << self.chance.randrange(8)]) + file[where + 1 :]
        with self.changes_nothing(), pytest.raises(ValidationError):
            upload_back(tournament=self.day, name="x.hall", content=flipped, by=olga())
        with self.changes_nothing(), pytest.raises(ValidationError):
            upload_back(tournament=self.day, name="x.hall", content=file[:where], by=olga())

    def refuses_an_older_one(self, older: bytes) -> None:
        with self.changes_nothing():
            upload = brought(self.day, older, olga())
        assert upload.status == FileImport.REFUSED

    @contextmanager
    def changes_nothing(self) -> Iterator[None]:
        before, entries = told(day_of(), {}), LedgerEntry.objects.count()
        yield
        assert (told(day_of(), {}), LedgerEntry.objects.count()) == (before, entries)

    def is_stopped_on_the_way(self, file: bytes) -> None:
        upload = upload_back(tournament=self.day, name="day.hall", content=file, by=olga())
        stops = self.chance.randint(1, 8)

        class Killed(BaseException):
            pass

        def killed(done: int, of: int) -> None:
            if done == stops:
                raise Killed

        with self.patch.context() as patch:
            patch.setattr("league.core.services.uploads._progress_of", lambda _: killed)
            with suppress(Killed):
                run_waiting_import(only=upload.pk)
        FileImport.objects.filter(pk=upload.pk).update(leased_until=None, tries=0)
        run_waiting_import(only=upload.pk)
        upload.refresh_from_db()
        assert [(row["column"], row["message"]) for row in upload.problems] == []
        assert upload.status == FileImport.DONE
        self.says_what_the_hall_says()

    def is_closed(self) -> None:
        file = self.site.file(closed=True)
        self.takes(file)
        with self.changes_nothing():
            brought(self.day, file, olga())
