"""Random days: what comes home from a hall is what a single site would have, however the files travel."""

import json
import random
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import connection, transaction

from characters.models import Character
from characters.services.registration import rename_character
from league.accounts.services.farewell import forget_person
from league.clubs.services.leagues import remove_member
from league.core.services.uploads import run_waiting_import
from league.models import Entry, FileImport, Hall, LedgerEntry, Membership, Result, Tournament
from league.tournaments.entries.queries import OVER
from league.tournaments.entries.services.entries import keep_apart
from league.tournaments.hall.queries import written_here
from league.tournaments.hall.services.along import take_along
from league.tournaments.hall.services.back import opened, upload_back
from tests.factories.archives import archive_of, lasting
from tests.factories.careers import differences, life, qualified
from tests.factories.characters import a_character
from tests.factories.draws import assert_proved, to_draw
from tests.factories.games import played, review
from tests.factories.hall_deeds import Chance, day_of, do
from tests.factories.hall_sites import HallSite, brought, clock_off
from tests.factories.halls import olga
from tests.factories.people import an_organiser, owner_of
from tests.factories.seasons import a_season
from tests.factories.sheets import at
from tests.factories.teams import teams_meet

pytestmark = pytest.mark.django_db

PLANS: tuple[list[dict[str, Any]], ...] = (
    [{"rounds": 2}],
    [{"rounds": 1}, {"name": "Final", "format": "knock_out", "rounds": None, "cut": 9}],
    [{"name": "Everybody", "format": "fixed", "rounds": 2}],
)


def is_long(seed: int) -> bool:
    """One day in 25 has a larger field and more deeds; the others are many instead."""
    return seed % 25 == 0


def a_day(chance: Chance, *, size: tuple[int, int], tables: Sequence[int]) -> Tournament:
    """A field about to begin. Where too few people sit at too large tables, somebody has to meet again, and each proof
    of a draw looks long for a plan without that."""
    season = a_season("spring")
    for number in range(chance.choice([0, 5])):  # so that rows of the hall have other ids
        a_character(season, f"Member {number}")
    fields: dict[str, Any] = {"season": season, "shortfall": chance.choice(Tournament.SHORTFALLS)}
    fields["table_size"] = chance.choice(tables)
    if chance.random() < 0.4:
        fields |= {"system": "careers", "mode": "formula", "target": 100}
    if chance.random() < 0.2:
        return teams_meet(chance.randint(4, max(4, size[1] // 3)), 2, line_up=2, rounds=2, **fields)
    day = to_draw(chance.randint(*size), plans=chance.choice(PLANS), **fields)
    if chance.random() < 0.5:
        one, other = chance.sample([*day.entries.order_by("number")], 2)
        keep_apart(entry=one, other=other, reason="Brothers")
    return day


def told(archive: dict[str, Any], meanwhile: "Meanwhile") -> dict[str, Any]:
    """The archive with its standings, by the names of before, without the lines about the hall, and without what an
    account that was deleted takes along."""
    standings = [stage["standings"] for stage in archive["stages"]]
    events = [event for event in archive["events"] if event["kind"] not in ("taken_along", "came_back")]
    text = json.dumps({**lasting(archive), "events": events, "words": None, "standings": standings})
    for new, old in meanwhile.names.items():
        text = text.replace(new, old)
    archived: dict[str, Any] = json.loads(text)
    archived["characters"] = sorted(({**row, "owner": ""} for row in archived["characters"]), key=str)
    for row in archived["entries"]:
        row["household"] = "" if row["character"] in meanwhile.forgotten else row["household"]
    return archived


def told_here(meanwhile: "Meanwhile") -> dict[str, Any]:
    return told(archive_of(day_of(), private=True, with_secret=True), meanwhile)


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


def what_came_of_it(meanwhile: "Meanwhile") -> dict[str, Any]:
    review()
    names = meanwhile.names
    rows = Result.objects.filter(game__table__isnull=False).values_list(
        "game__season_game__reference", "character__name", "table_points", "place", "share"
    )
    return {
        **timeless(told_here(meanwhile)),
        "results": sorted((one, names.get(who, who), *rest) for one, who, *rest in rows),
        "careers": {names.get(who.name, who.name): lived(who) for who in Character.objects.all()},
        "households": dict(Entry.objects.values_list("number", "household")),
    }


def lived(who: Character) -> list[Any]:
    careers, events = life(who)
    rows = [[None if isinstance(value, datetime) else value for value in event] for event in events]
    return [*careers, *sorted(rows, key=str)]


class Meanwhile(NamedTuple):
    """What happened at home: names of before by new ones, and whose accounts were deleted."""

    names: dict[str, str]
    forgotten: list[str]


NOTHING = Meanwhile({}, [])


def home_goes_on(seed: int) -> Meanwhile:
    """Somebody of the tournament gets another name and plays elsewhere. Another one's account may be deleted, or the
    membership of a third one end. Not here: other house rules, which are fixed once a game is confirmed, so whether
    they may change depends on what has come; and nobody is merged in."""
    chance, day = random.Random(f"home {seed}"), day_of()
    people = Character.objects.filter(entries__tournament=day, owner__isnull=False).order_by("pk")
    who, other, goes, leaves = chance.sample([*people], 4)
    played(day.season, "elsewhere", at(who, 140, won=True), at(other, 10))
    old, new = who.name, f"Zed {chance.randrange(100)} the Renamed"
    rename_character(character=who, name=new)
    if is_deleted := chance.random() < 0.5:
        forget_person(user=owner_of(goes), label="x")
    if chance.random() < 0.3:
        remove_member(member=Membership.objects.get(user=owner_of(leaves)))
    return Meanwhile({new: old}, [goes.name] if is_deleted else [])


def steps(seed: int) -> Iterator[tuple[timedelta, Chance]]:
    """By how much the clock is off, and the chance of each deed."""
    clock, off = random.Random(f"clock {seed}"), timedelta()
    for step in range(50 if is_long(seed) else 12):
        if clock.random() < 0.05:
            off = timedelta(minutes=-clock.choice([0, 1, 60, 600]))
        yield off, random.Random(f"{seed} {step}")


def one_site(seed: int) -> tuple[list[str], dict[str, Any]]:
    """What was done, and what came of it, at a site that saw everything; nothing of it stays."""
    done = []
    with transaction.atomic():
        # Newcomers draw lots as in a hall.
        hall = Hall.objects.create(tournament=day_of(), key="0" * 64, seal="", secret="5" * 64, taken_by=olga())
        for off, chance in steps(seed):
            with clock_off(off):
                done.append(do(chance))
        Tournament.objects.update(hall=hall)  # so people who leave keep their places
        came = what_came_of_it(home_goes_on(seed))
        transaction.set_rollback(True)
    cache.clear()
    return done, came


@pytest.mark.usefixtures("quick_words", "draws_once")
@pytest.mark.parametrize(
    "seed", [*range(50), *(pytest.param(seed, marks=pytest.mark.further) for seed in range(50, 2000))]
)
def test_home_has_what_a_single_site_would_have(
    seed: int, site: HallSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    chance = random.Random(seed)
    shape: dict[str, Any] = (
        {"size": (8, 14), "tables": (3, 3, 4)} if is_long(seed) else {"size": (7, 9), "tables": (3,)}
    )
    day = a_day(chance, **shape)
    by = an_organiser(day.season)
    one, other = (row.character for row in day.entries.order_by("number")[:2])
    played(day.season, "earlier", at(one, 499, **qualified(one), won=True), at(other, 10))
    review()
    for at_home in [random.Random(f"before {seed} {step}") for step in range(chance.choice([0, 10, 20]))]:
        with transaction.atomic():
            do(at_home)
            transaction.set_rollback(day_of().status in OVER)  # nobody takes that along
    done, alone = one_site(seed)
    review()
    careers = {who.name: lived(who)[0][2] for who in Character.objects.filter(entries__tournament=day)}
    hall, words = take_along(tournament=day_of(), by=by)
    site.open(bytes(hall.file), words)
    with site.here():
        review()
        assert {who.name: lived(who)[0][2] for who in Character.objects.all()} == careers
    home = Home(day_of(), Laptops(site, words, tmp_path), chance, monkeypatch)
    for step, ((off, deed), said) in enumerate(zip(steps(seed), done, strict=True)):
        home.laptops.site.clock_is_off = off
        with home.laptops.site.here():
            assert do(deed) == said
        if chance.random() < 0.08:
            home.takes_a_file()
        if chance.random() < 0.03:
            home.laptops.another_goes_on(chance)
        if step == 6:
            home.meanwhile = home_goes_on(seed)
    home.is_closed()
    assert what_came_of_it(home.meanwhile) == alone
    assert_proved(day_of())
    assert differences(references=is_long(seed)) == []
    home.laptops.site.close()


class Laptops:
    """The laptop that runs the hall, and what an earlier one wrote after its last copy."""

    def __init__(self, site: HallSite, words: str, folder: Path) -> None:
        self.site, self.words, self.folder = site, words, folder
        self.written_late: list[bytes] = []

    def another_goes_on(self, chance: Chance) -> None:
        """The laptop fails, and another one goes on from its last copy; the first one may come to and go on as well."""
        copy, first = self.site.copy(), self.site
        if chance.random() < 0.5:
            with first.here():
                for _step in range(3):
                    do(chance)
            self.written_late.append(first.file())
        first.close()
        self.site = HallSite(self.folder / f"laptop-{len([*self.folder.glob('laptop-*')])}")
        self.site.open(copy, self.words)


class Home:
    """Where the files of the hall arrive."""

    def __init__(self, day: Tournament, laptops: Laptops, chance: Chance, monkeypatch: pytest.MonkeyPatch) -> None:
        self.day, self.laptops, self.chance, self.patch = day, laptops, chance, monkeypatch
        self.meanwhile = NOTHING
        self.last: tuple[int, bytes] | None = None

    def takes_a_file(self) -> None:
        """Take what the hall has written. What is here then is asked once, after everything that changes nothing."""
        file = self.laptops.site.file()
        self.refuses_what_is_broken(file)
        (self.is_stopped_on_the_way if self.chance.random() < 0.4 else self.takes)(file)
        entries, revision = LedgerEntry.objects.count(), self.revision()
        if self.chance.random() < 0.3:
            self.takes(file)
        if self.last and revision > self.last[0]:
            self.takes_nothing_of(self.last[1])
        self.last = revision, file
        for late in self.laptops.written_late:
            self.takes_nothing_of(late)
        self.says_what_is_in(file)
        assert LedgerEntry.objects.count() == entries

    def revision(self) -> int:
        with self.laptops.site.here():
            return written_here()

    def takes(self, file: bytes) -> None:
        upload = brought(self.day, file, olga())
        assert [(row["column"], row["message"]) for row in upload.problems] == []
        assert upload.status == FileImport.DONE

    def takes_nothing_of(self, earlier: bytes) -> None:
        """What an earlier laptop wrote is compared once the tournament is here again; the rest is refused."""
        upload, (hall, content) = brought(self.day, earlier, olga()), opened(self.day, earlier)
        is_of_another = content["hall"]["writer"] < hall.writer
        if is_of_another and self.day.hall is None:
            assert upload.status == FileImport.ASKS
        else:
            (problem,) = upload.problems
            text = "Another laptop has gone on" if is_of_another else "A later file of this hall"
            assert upload.status == FileImport.REFUSED
            assert problem["message"].startswith(text)

    def says_what_is_in(self, file: bytes) -> None:
        archive = opened(self.day, file)[1]["archive"]
        assert told_here(self.meanwhile) == told(archive, self.meanwhile._replace(names={}))

    def refuses_what_is_broken(self, file: bytes) -> None:
        where, written = self.chance.randrange(len(file)), connection.connection.total_changes
        flipped = file[:where] + bytes([file[where] ^ 1 << self.chance.randrange(8)]) + file[where + 1 :]
        for broken in (flipped, file[:where]):
            with pytest.raises(ValidationError):
                upload_back(tournament=self.day, name="x.hall", content=broken, by=olga())
        assert connection.connection.total_changes == written

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

    def is_closed(self) -> None:
        """Take the last file, and nothing of it twice or of an earlier one."""
        file = self.laptops.site.file(closed=True)
        (self.is_stopped_on_the_way if self.chance.random() < 0.4 else self.takes)(file)
        entries = LedgerEntry.objects.count()
        self.takes(file)
        for earlier in [*self.laptops.written_late, *([self.last[1]] if self.last else [])]:
            self.takes_nothing_of(earlier)
        assert LedgerEntry.objects.count() == entries
