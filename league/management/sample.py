"""The sample: the season whose careers are known, and beside it what else a club has. Only Careers gives levels, so
characters of spring-2026 play other games on its Thursdays, and the careers stay as they are known.

Days are counted from the moment at which it is loaded. Everything but secrets follows from the files.
"""

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256
from importlib import resources
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.models import User
from django.db import transaction

from characters.models import Character
from characters.rules.facts import stamp
from engine import SYSTEMS as ENGINE
from engine import record_game
from games.models import Sheet
from games.rules.tables import played_sheet
from games.services.review import review_waiting
from league.clubs.queries import house_rules_of
from league.clubs.services.joining import make_join_link, set_joining
from league.clubs.services.leagues import change_season, create_league, create_season, join_league
from league.models import League, Season
from league.models.organisation import Joining
from league.people.services.guests import register_guest
from league.people.services.owners import make_claim_link
from league.people.services.registration import import_characters
from league.results.services.games import keep_game_record, report_game
from league.results.services.import_results import import_results
from league.results.services.prepared_tables import Chair, PreparedTable, bots_of, prepared
from league.standings.services.ratings import update_ratings
from league.tournaments.archive.rules.archive import write_archive
from league.tournaments.archive.services.import_tournament import import_tournament
from league.tournaments.entries.services.entries import register_entry
from league.tournaments.stages.rules.stage_plans import stages_of
from league.tournaments.stages.services import create_tournament

DATA = resources.files("league") / "data"
SPRING, EVENINGS = DATA / "spring-2026", DATA / "sample"
EDITION = "london"
THURSDAY, DOORS, GAMES = 3, time(19), time(20)
LINK_DAYS = 365
WEEK, FIVE_MINUTES = timedelta(weeks=1), timedelta(minutes=5)
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z")

Archive = Mapping[str, Any]
Clock = Callable[[datetime], datetime]


@transaction.atomic
def load_sample(*, organiser: User, player: User, now: datetime) -> str:
    """Load all of it; return the secret of the link by which a guest is claimed."""
    league = load_spring(organiser=organiser, player=player)
    secret = load_evenings(league=league, by=organiser, now=now)
    settle()
    return secret


def load_spring(*, organiser: User, player: User) -> League:
    """Load the league with its season of 24 characters and 120 games of Careers."""
    league = create_league(name="The Corner Office League", by=organiser)
    season = create_season(league=league, name="Spring 2026", slug="spring-2026", by=organiser)
    first, last = date(2026, 1, 1), date(2026, 6, 30)
    change_season(season=season, name=season.name, starts_on=first, ends_on=last, by=organiser)
    join_league(league=league, user=player, by=organiser)
    import_characters(league=league, data=(SPRING / "characters.csv").read_bytes())
    import_results(league=league, data=(SPRING / "results.csv").read_bytes(), outside_season=True, by=organiser)
    settle()
    return league


def settle() -> None:
    """Do what the workers would do."""
    while review_waiting() or update_ratings():
        pass


def load_evenings(*, league: League, by: User, now: datetime) -> str:
    """Load what the club does on Thursdays; return the secret of the link by which the first guest is claimed."""
    plan = tomllib.loads((EVENINGS / "evenings.toml").read_text(encoding="utf-8"))
    days = Days(ZoneInfo(league.zone), now)
    set_joining(league=league, how=Joining.OPEN, by=by)
    make_join_link(league=league, how=Joining.OPEN, days=LINK_DAYS, by=by)
    season, guests = open_evenings(league=league, by=by, plan=plan)
    for game in plan["games"]:
        _play(season, game, days)
    for name, clock in (("finished", days.on_a_thursday), ("running", days.until_now)):
        archive = json.loads((EVENINGS / f"{name}.json").read_text(encoding="utf-8"))
        here = moved(archive, clock(archive)) | {"season": _told(season)}
        here["tournament"]["zone"] = league.zone
        import_tournament(league=league, data=write_archive(here), by=by)
    _announce(season, plan["announced"], days, by)
    return make_claim_link(character=guests[0], by=by)


def open_evenings(*, league: League, by: User, plan: Mapping[str, Any]) -> tuple[Season, list[Character]]:
    """Open the season without dates, and register attendees without an account."""
    season = create_season(league=league, by=by, **plan["season"])
    guests = [
        register_guest(league=league, name=guest["name"], label=guest["player"], edition_id=EDITION, by=by)
        for guest in plan["guests"]
    ]
    return season, guests


@dataclass(frozen=True, slots=True)
class Days:
    """Days of the club around the moment of loading, on its own clocks."""

    zone: ZoneInfo
    now: datetime

    def thursday(self, weeks: int, at: time) -> datetime:
        """Return the Thursday that many weeks from the last one that is over; 1 is the next."""
        today = self.now.astimezone(self.zone).date()
        last = today - timedelta(days=(today.weekday() - THURSDAY - 1) % 7 + 1)
        return datetime.combine(last + weeks * WEEK, at, self.zone).astimezone(UTC)

    def on_a_thursday(self, archive: Archive) -> Clock:
        """Return the clock that moves the evening of an archive to the last Thursday that is over; clocks show the same
        hours."""
        there = ZoneInfo(archive["tournament"]["zone"])
        began = _read(archive["tournament"]["starts_at"]).astimezone(there)
        later = self.thursday(0, DOORS).astimezone(self.zone).date() - began.date()
        return lambda at: (at.astimezone(there).replace(tzinfo=None) + later).replace(tzinfo=self.zone)

    def until_now(self, archive: Archive) -> Clock:
        """Return the clock for which the archive was written just now; it began at a time that somebody would
        announce."""
        began, later = _read(archive["tournament"]["starts_at"]), self.now - _read(archive["exported_at"])
        later -= (began + later - datetime.min.replace(tzinfo=UTC)) % FIVE_MINUTES
        return lambda at: at + later


def moved(value: Any, clock: Clock) -> Any:
    """Return JSON with other moments in place of the ones that it holds."""
    if isinstance(value, dict):
        return {key: moved(item, clock) for key, item in value.items()}
    if isinstance(value, list):
        return [moved(item, clock) for item in value]
    if isinstance(value, str) and _MOMENT.fullmatch(value):
        return stamp(clock(_read(value)).astimezone(UTC))
    return value


def _read(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _told(season: Season) -> dict[str, Any]:
    """Return the current season in the form in which an archive names it."""
    named = {name: getattr(season, name) for name in ("slug", "name", "starts_on", "ends_on", "draw_seed")}
    return named | {"house_rules": asdict(house_rules_of(season))}


def _play(season: Season, plan: Mapping[str, Any], days: Days) -> None:
    """Add a game of bots that was over long ago, without a play, whose turns would be dated today."""
    names = [name for name, _ in plan["seats"]]
    characters = {character.name: character for character in Character.objects.filter(name__in=names)}
    table = PreparedTable(
        tuple(Chair(characters[name], bot) for name, bot in plan["seats"]),
        plan["system"],
        plan.get("mode", ""),
        plan.get("target"),
    )
    key = sha256(f"sample {plan['system']} {plan['seed']}".encode()).digest()
    blank, options = prepared(season, table)
    recorder = record_game(
        blank.system, len(table.seats), bots_of(table), int.from_bytes(key[:8], "big"), options, key=key
    )
    outcome = recorder.game.outcome()
    assert outcome is not None
    sheet = replace(played_sheet(blank, outcome.scores), played_at=days.thursday(-plan["weeks"], GAMES))
    season_game = report_game(
        season=season, reference="", sheet=sheet, source=Sheet.ENGINE, confirm=True, played_by_bots=True
    )
    keep_game_record(season_game=season_game, text=recorder.text(), rules_version=ENGINE[sheet.system].version)


def _announce(season: Season, plan: Mapping[str, Any], days: Days, by: User) -> None:
    """Announce a future tournament: the first places are taken, and a link takes people in."""
    tournament = create_tournament(
        season=season,
        name=plan["name"],
        system=plan["system"],
        edition=EDITION,
        stages=stages_of(plan["plan"], rounds=plan["rounds"], cut=plan["cut"]),
        capacity=plan["capacity"],
        place=plan["place"],
        starts_at=days.thursday(2, DOORS),
        by=by,
    )
    members = Character.objects.filter(enrolment__league=season.league, owner=None).order_by("pk")
    for character in members[: plan["registered"]]:
        register_entry(tournament=tournament, character=character, by=by)
    make_join_link(league=season.league, tournament=tournament, how=Joining.OPEN, days=LINK_DAYS, by=by)
