"""Random deeds of a day: each is a function of chance and of what the database says, never of ids, so that the same
chance does the same at home and in a hall."""

import random
from collections.abc import Callable, Mapping
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.utils import timezone

from games.models import Sheet
from games.rules.sheets import ScoreSheet, SeatLine
from league.models import Bye, Entry, KeptApart, Round, Ruling, SeasonGame, Stage, Table, TableSeat, Tournament
from league.results.services.games import correct_game, void_game
from league.tournaments.desk.services.rounds import (
    end_round,
    end_stage,
    extend_round,
    finish_tournament,
    pause_round,
    resume_round,
    start_round,
    start_stage,
)
from league.tournaments.draws.services.draw_changes import BYES, lock_table, swap_seats, unlock_table
from league.tournaments.draws.services.draws import draw_next_round, publish_round, redraw_round
from league.tournaments.entries.services.check_in import check_in, undo_check_in, walk_in
from league.tournaments.entries.services.entries import change_entry, drop_entry, keep_apart, let_meet, reinstate_entry
from league.tournaments.tables.services.acts import confirm_report, contradict_table, end_countdowns, report_table
from league.tournaments.tables.services.rulings import (
    give_penalty,
    give_warning,
    mark_absent,
    mark_present,
    rescind_ruling,
    rule_table,
)
from tests.factories.careers import qualified
from tests.factories.compass_sheets import compass_sheet
from tests.factories.games import review
from tests.factories.halls import olga
from tests.factories.tables import now

Chance = random.Random
WALKERS = ("Wanda", "Wilma", "Wolf", "Ward", "Wes", "Wyn")


def day_of() -> Tournament:
    """The only tournament of the database at hand."""
    return Tournament.objects.select_related("season__league").get()


def do(chance: Chance) -> str:
    """Do one deed, and return which one and what became of it."""
    names = [*DEEDS]
    (name,) = chance.choices(names, [DEEDS[each][0] for each in names])
    try:
        DEEDS[name][1](chance)
    except ValidationError as refused:
        return f"{name}: {' '.join(refused.messages)}"
    except IndexError:
        return f"{name}: nothing to do it to"
    return name


def sheet_by_chance(table: Table, chance: Chance) -> ScoreSheet:
    """What a table of Career Compass or Careers reports."""
    seats = list(table.seats.filter(absent=False).select_related("entry__character").order_by("seat"))
    if table.round.stage.tournament.system == "career_compass":
        held = [0] * len(seats)
        for _card in range(33):
            held[chance.choice(range(len(held)))] += 1
        return compass_sheet(table, held, seats)
    winner, lines = chance.choice(range(len(seats))), []
    for at, seat in enumerate(seats):
        who = seat.entry and seat.entry.character
        happiness = chance.randrange(100, 700) if at == winner else chance.randrange(10, 90)
        figures = {"happiness": happiness, "fame": 0, "cash": 0}
        if who and chance.random() < 0.5:
            figures |= qualified(who)
        lines.append(SeatLine(at + 1, who.pk if who else None, who.name if who else "Bot", at == winner, figures))
    when = timezone.now() - timedelta(minutes=1)
    return ScoreSheet("careers", "london", when, tuple(lines), "formula", 100)


def _tables(**which: object) -> list[Table]:
    rows = Table.objects.filter(**which).select_related("round__stage__tournament__season__league", "game")
    return list(rows.order_by("round__stage__number", "round__number", "number"))


def _newest() -> Round:
    rows = Round.objects.select_related("stage__tournament__season__league")
    return rows.order_by("stage__number", "number").reverse()[0]


def _to_report(chance: Chance) -> Table:
    """A table of the newest round; rather one that has no result."""
    tables = _tables(round=_newest())
    open_ones = [table for table in tables if now(table).newest is None or now(table).newest.status != Sheet.CONFIRMED]
    return chance.choice(open_ones if open_ones and chance.random() < 0.8 else tables)


def _seat(table: Table, chance: Chance) -> TableSeat:
    rows = TableSeat.objects.filter(table=table).select_related(
        "table__round__stage__tournament", "entry__character__owner"
    )
    return chance.choice([*rows.order_by("seat")])


def _entry(chance: Chance, *statuses: str) -> Entry:
    rows = day_of().entries.filter(status__in=statuses or Entry.STATUSES).select_related("character")
    return chance.choice([*rows.order_by("number")])


def _game(chance: Chance) -> SeasonGame:
    rows = SeasonGame.objects.filter(game__table__isnull=False).select_related("season__league", "game")
    return chance.choice([*rows.order_by("reference")])


def go_on(chance: Chance) -> None:
    """Do what comes next in a day without incidents."""
    stage = Stage.objects.filter(status=Stage.RUNNING).select_related("tournament").first()
    if stage is None:
        if Stage.objects.filter(status=Stage.PLANNED).exists():
            start_stage(tournament=day_of(), by=olga())
        else:
            finish_tournament(tournament=day_of(), by=olga())
        return
    played = stage.played_rounds.order_by("number").last()
    if played is None or played.status == Round.ENDED:
        try:
            draw_next_round(tournament=day_of(), by=olga())
        except ValidationError:  # all are played
            end_stage(stage=stage, by=olga())
    elif played.status == Round.DRAFT:
        publish_round(round=played, by=olga())
    elif played.started_at is None:
        start_round(round=played, by=olga())
    else:
        open_ones = [table for table in _tables(round=played) if not _is_settled(table)]
        if open_ones:
            table = chance.choice(open_ones)
            rule_table(table=table, sheet=sheet_by_chance(table, chance), reason="Both say so", by=olga())
        else:
            end_round(round=played, by=olga())


def _is_settled(table: Table) -> bool:
    newest = now(table).newest
    return newest is not None and newest.status in (Sheet.CONFIRMED, Sheet.VOID)


def report(chance: Chance) -> None:
    table = _to_report(chance)
    report_table(seat=_seat(table, chance), sheet=sheet_by_chance(table, chance), key=f"says-{chance.random()}")


def agree_with_report(chance: Chance) -> None:
    """A seat presses "Confirm"."""
    table = chance.choice(_tables(reports__isnull=False, confirm_by__isnull=False))
    confirm_report(seat=_seat(table, chance), seen_digest=now(table).digest, key=f"agrees-{chance.random()}")


def contradict(chance: Chance) -> None:
    contradict_table(
        seat=_seat(chance.choice(_tables(game__isnull=False)), chance), reason=f"Not {chance.randrange(9)}"
    )


def rule(chance: Chance) -> None:
    table = _to_report(chance)
    sheet = sheet_by_chance(table, chance) if chance.random() < 0.5 else None
    rule_table(table=table, sheet=sheet, reason=f"Counted {chance.randrange(9)}", by=olga())


def time_out(chance: Chance) -> None:
    """Nobody objects until every countdown is over."""
    Table.objects.filter(confirm_by__isnull=False).update(confirm_by=timezone.now() - timedelta(seconds=1))
    end_countdowns()


def correct(chance: Chance) -> None:
    game = _game(chance)
    (table,) = _tables(game=game.game_id)
    sheet, redraw = sheet_by_chance(table, chance), chance.random() < 0.3
    correct_game(season_game=game, sheet=sheet, reason="Miscounted", source=Sheet.WEB, by=olga(), redraw=redraw)


def void(chance: Chance) -> None:
    void_game(season_game=_game(chance), reason="Another deck", by=olga(), redraw=chance.random() < 0.3)


def swap(chance: Chance) -> None:
    played = _newest()
    rows = TableSeat.objects.filter(round=played).order_by("table__number", "seat")
    byes = [(BYES, at) for at in range(1, Bye.objects.filter(round=played).count() + 1)]
    one, other = chance.sample([*rows.values_list("table__number", "seat"), *byes], 2)
    swap_seats(round=played, place=one, other=other, reason="Asked for it", by=olga())


def lock(chance: Chance) -> None:
    chance.choice([lock_table, unlock_table])(table=chance.choice(_tables(round=_newest())), by=olga())


def redraw(chance: Chance) -> None:
    tables = _tables(round=_newest())
    some = chance.sample(tables, chance.randint(1, len(tables))) if chance.random() < 0.4 else None
    redraw_round(round=_newest(), reason="The projector failed", tables=some, by=olga())


def clock(chance: Chance) -> None:
    what = chance.choice([pause_round, resume_round, None])
    if what is None:
        extend_round(round=_newest(), minutes=chance.choice([-5, 5, 10]), by=olga())
    else:
        what(round=_newest(), by=olga())


def force_end(chance: Chance) -> None:
    end_round(round=_newest(), by=olga(), force=True, reason="The hall closes")


def penalty(chance: Chance) -> None:
    table, who = chance.choice([None, *_tables(round=_newest())]), _entry(chance)
    if chance.random() < 0.3:
        give_warning(entry=who, round=_newest(), reason="Late", by=olga(), table=table)
    else:
        give_penalty(entry=who, round=_newest(), points=chance.randint(1, 3), reason="Late", by=olga(), table=table)


def absent(chance: Chance) -> None:
    seat = _seat(_to_report(chance), chance)
    mark_absent(seat=seat, reason="Not here", by=olga(), drop=chance.random() < 0.3)


def present(chance: Chance) -> None:
    rows = TableSeat.objects.filter(absent=True).select_related("table__round__stage__tournament", "entry__character")
    seat = chance.choice(
        [*rows.order_by("table__round__stage__number", "table__round__number", "table__number", "seat")]
    )
    mark_present(seat=seat, reason="Was at the bar", by=olga())


def rescind(chance: Chance) -> None:
    rescind_ruling(ruling=chance.choice([*Ruling.objects.order_by("id")]), reason="By mistake", by=olga())


def drop(chance: Chance) -> None:
    drop_entry(entry=_entry(chance), reason="Tired", by=olga())


def reinstate(chance: Chance) -> None:
    reinstate_entry(entry=_entry(chance, Entry.DROPPED), by=olga())


def walk(chance: Chance) -> None:
    walk_in(tournament=day_of(), name=f"{chance.choice(WALKERS)} Walkin", by=olga())


def arrive(chance: Chance) -> None:
    what = chance.choice([check_in, undo_check_in])
    what(tournament=day_of(), entries=[_entry(chance)], by=olga())


def of_a_club(chance: Chance) -> None:
    who, club = _entry(chance), chance.choice(["", "Lyon", "Bonn"])
    change_entry(entry=who, club=club, household=chance.choice(["", "Elm Street 4"]), by=olga())


def apart(chance: Chance) -> None:
    pairs = [*KeptApart.objects.order_by("one__number", "other__number")]
    if pairs and chance.random() < 0.5:
        let_meet(pair=chance.choice(pairs), by=olga())
    else:
        keep_apart(entry=_entry(chance), other=_entry(chance), reason="Brothers", by=olga())


def levels(chance: Chance) -> None:
    review()


DEEDS: Mapping[str, tuple[int, Callable[[Chance], None]]] = {
    "go on": (50, go_on),
    "report": (14, report),
    "agree": (12, agree_with_report),
    "contradict": (3, contradict),
    "rule": (3, rule),
    "time out": (2, time_out),
    "correct": (5, correct),
    "void": (2, void),
    "swap": (4, swap),
    "lock": (3, lock),
    "redraw": (4, redraw),
    "clock": (4, clock),
    "force end": (1, force_end),
    "penalty": (3, penalty),
    "absent": (3, absent),
    "present": (2, present),
    "rescind": (2, rescind),
    "drop": (2, drop),
    "reinstate": (2, reinstate),
    "walk in": (2, walk),
    "arrive": (2, arrive),
    "club": (4, of_a_club),
    "apart": (2, apart),
    "levels": (3, levels),
}
