"""The two tournaments of the sample, played by the services with figures from the engine.

`keep_sample(Path("league/data/sample"))` in an empty test database writes their archives anew. Minutes of a club's
evening go by between what is done here at once.
"""

import json
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from characters.models import Character
from characters.rules.facts import stamp
from engine import record_game
from games.rules.sheets import ScoreSheet, SeatLine
from games.rules.tables import played_sheet
from league.management.sample import EVENINGS, load_spring, moved, open_evenings
from league.models import Round, Season, Table, Tournament
from league.tournaments.archive.queries.archive import tournament_archive
from league.tournaments.archive.rules.archive import write_archive
from league.tournaments.desk.services.rounds import end_round, end_stage, finish_tournament, start_round, start_stage
from league.tournaments.draws.services.draws import draw_next_round, publish_round
from league.tournaments.entries.services.check_in import check_in_everybody
from league.tournaments.entries.services.entries import register_entry
from league.tournaments.stages.rules.seeds import link
from league.tournaments.stages.rules.stage_plans import stages_of
from league.tournaments.stages.services import create_tournament
from league.tournaments.tables.services.acts import report_table
from tests.factories.tables import seat

BEGINS = datetime(2026, 1, 8, 19, tzinfo=UTC)  # a Thursday
MINUTES_OF_A_DAY = 24 * 60
GUILDHALL = "The Guildhall, upstairs"


class PlayedEvening:
    """A tournament while it is played, and which minute of the evening it was when."""

    def __init__(self, name: str, season: Season, by: User, **setup: Any) -> None:
        self.marks: list[tuple[datetime, datetime]] = []
        self.by = by
        self.minute(-14 * MINUTES_OF_A_DAY)
        made = create_tournament(
            season=season, name=name, edition="london", by=by, starts_at=BEGINS, place=GUILDHALL, **setup
        )
        secret = sha256(f"sample {name}".encode()).hexdigest()
        self.minute(1 - 14 * MINUTES_OF_A_DAY)
        Tournament.objects.filter(pk=made.pk).update(draw_secret=secret, draw_commitment=link(secret, 0))
        self.tournament = Tournament.objects.select_related("season__league").get(pk=made.pk)

    def minute(self, number: int) -> None:
        """Set the clock to `number` minutes after the beginning."""
        self.marks.append((timezone.now(), BEGINS + timedelta(minutes=number)))

    def enter(self, characters: Sequence[Character]) -> None:
        for character in characters:
            register_entry(tournament=self.tournament, character=character, by=self.by)
        self.minute(-25)
        check_in_everybody(tournament=self.tournament, by=self.by)
        self.minute(-4)
        start_stage(tournament=self.tournament, by=self.by)

    def round(self, minute: int) -> Round:
        self.minute(minute - 3)
        played = draw_next_round(tournament=self.tournament, by=self.by)
        publish_round(round=played, by=self.by)
        self.minute(minute)
        started = start_round(round=played, by=self.by)
        self.minute(minute + 1)
        return started

    def end(self, played: Round, minute: int) -> None:
        self.minute(minute)
        end_round(round=played, by=self.by)
        self.minute(minute + 1)

    def then(self, real: datetime) -> datetime:
        """When in the evening something happened that was made up at this moment. The beginning is itself."""
        if real < self.marks[0][0]:
            return real
        following = ((one, other) for one, other in pairwise(self.marks) if real < other[0])
        one, other = next(following, (self.marks[-1], None))
        share = (other[1] - one[1]) / (other[0] - one[0]) if other else 1
        return (one[1] + (real - one[0]) * share).replace(microsecond=0)

    def archive(self) -> dict[str, Any]:
        """With the secret of its draws, so that it can go on."""
        told = json.loads(write_archive(tournament_archive(self.tournament, with_secret=True)))
        there: dict[str, Any] = moved(told, self.then)
        return there | {"exported_at": stamp(self.marks[-1][1])}


def keep_sample(folder: Path) -> None:
    by = User.objects.create_superuser("organiser")
    league = load_spring(organiser=by, player=User.objects.create_user("player00"))
    said = tomllib.loads((EVENINGS / "evenings.toml").read_text(encoding="utf-8"))
    season, guests = open_evenings(league=league, by=by, plan=said)
    club = list(Character.objects.exclude(pk__in=[one.pk for one in guests]).order_by("pk"))
    for name, evening in (
        ("finished", lantern_cup(season, club[:16], by)),
        ("running", compass_night(season, [*club[:20], *guests], by)),
    ):
        (folder / f"{name}.json").write_bytes(write_archive(evening.archive()))


def lantern_cup(season: Season, characters: Sequence[Character], by: User) -> PlayedEvening:
    """Three rounds of Office Job and a final table."""
    stages = stages_of("swiss_and_cut", rounds=3, cut=4)
    evening = PlayedEvening("Lantern Cup", season, by, system="office_job", stages=stages, round_minutes=30)
    evening.enter(characters)
    for number in range(3):
        played = evening.round(40 * number)
        evening.minute(40 * number + 18)
        for table in played.tables.order_by("number"):
            agree(table)
        evening.end(played, 40 * number + 31)
    evening.minute(114)
    end_stage(stage=evening.tournament.stages.get(number=1), by=by)
    start_stage(tournament=evening.tournament, by=by)
    played = evening.round(120)
    evening.minute(142)
    agree(played.tables.get())
    evening.end(played, 148)
    end_stage(stage=evening.tournament.stages.get(number=2), by=by)
    evening.minute(150)
    finish_tournament(tournament=evening.tournament, by=by)
    evening.minute(151)
    evening.tournament.refresh_from_db()
    return evening


def compass_night(season: Season, characters: Sequence[Character], by: User) -> PlayedEvening:
    """The second round of Career Compass. Two tables are done, one lacks a vote, one contradicts itself; Dolores is
    asked whether she agrees, and Winnie plays yet."""
    setup = {"system": "career_compass", "stages": stages_of("swiss", rounds=3)}
    evening = PlayedEvening(
        "Compass Night", season, by, **setup, round_minutes=60, confirm_seconds=MINUTES_OF_A_DAY * 60
    )
    evening.enter(characters)
    played = evening.round(0)
    evening.minute(33)
    for table in played.tables.order_by("number"):
        agree(table)
    evening.end(played, 52)
    played = evening.round(60)
    evening.minute(85)
    dolores, winnie = (table_of(played, name) for name in ("Dolores Overtime", "Winnie Walkin"))
    one, other, lacking, contrary, *_ = played.tables.exclude(pk__in=(dolores.pk, winnie.pk)).order_by("number")
    agree(one), agree(other)
    evening.minute(88)
    seat_says(lacking, 1), seat_says(lacking, 2)
    evening.minute(90)
    seat_says(contrary, 1), seat_says(contrary, 2, miscounted(sheet_of(contrary)))
    evening.minute(91)
    if dolores.pk != winnie.pk:
        seat_says(dolores, 1 if seat(dolores, 1).entry.character.name != "Dolores Overtime" else 2)
    evening.minute(93)
    evening.tournament.refresh_from_db()
    return evening


def table_of(played: Round, name: str) -> Table:
    return played.tables.get(seats__entry__character__name=name)


def sheet_of(table: Table) -> ScoreSheet:
    """What the engine's bots would have brought home from this table."""
    seats = table.seats.select_related("entry__character").order_by("seat")
    lines = tuple(SeatLine(one.seat, one.entry.character_id, one.entry.character.name) for one in seats)
    played, system = table.round, table.round.stage.tournament.system
    seed = played.stage.number * 10_000 + played.number * 100 + table.number
    outcome = record_game(system, len(lines), ["greedy"], seed).game.outcome()
    assert outcome is not None
    return played_sheet(ScoreSheet(system, "london", timezone.now(), lines), outcome.scores)


def seat_says(table: Table, number: int, sheet: ScoreSheet | None = None) -> None:
    key = f"{table.round.stage.number}-{table.round.number}-{table.number}-{number}"
    report_table(seat=seat(table, number), sheet=sheet or sheet_of(table), key=key)


def agree(table: Table) -> None:
    """As many seats as it takes."""
    for number in range(1, table.seats.count() // 2 + 2):
        seat_says(table, number)


def miscounted(sheet: ScoreSheet) -> ScoreSheet:
    """A card of the one who holds most lies with another one."""
    held = [line.figures["cards"] for line in sheet.seats]
    giver, taker = held.index(max(held)), held.index(min(held))
    held[giver], held[taker] = held[giver] - 2, held[taker] + 2
    lines = zip(sheet.seats, held, strict=True)
    seats = (replace(line, won=cards == max(held), figures={"cards": cards}) for line, cards in lines)
    return replace(sheet, seats=tuple(seats))
