"""The papers of a tournament: score sheets, who sits where, standings. One source for the page and the PDF."""

from collections.abc import Callable, Iterator, Sequence

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from characters.rules.names import name_key, sort_key
from engine.careers.editions import Edition
from engine.translatable import spoken
from games.rules.systems import SheetSystem
from league.clubs.queries import names_in
from league.core.charts import lacks_letters
from league.core.queries.introductions import introductions_of_owners
from league.core.queries.systems import system_by_id
from league.core.rules.zones import said_clock
from league.handbook.rules import guide
from league.models import Entry, Introduction, Round, Stage, Tournament
from league.sheets.charts.score_sheets import FigureRow, SheetPaper
from league.sheets.queries.companions import own_marks
from league.sheets.rules.sheet_cells import cells_of
from league.tournaments.desk.charts.posters import ListPaper, SeatCard
from league.tournaments.entries.queries import claim_tokens
from league.tournaments.stages.queries.stage_standings import StageRows, StageTableRow
from league.tournaments.tables.queries.links import table_path
from league.tournaments.tables.queries.round_tables import SeatedHere, TableHere, round_tables

LATIN = "\u024f"  # the last of the letters that the font has throughout


def _names(tournament: Tournament) -> Callable[[SeatedHere | StageTableRow], str]:
    """Return what calls somebody on paper: the name, and the number of the entry if the name is printed as it is
    read, because names of different letters may be read alike."""
    numbers = dict(tournament.entries.order_by().values_list("character", "number"))

    def name(row: SeatedHere | StageTableRow) -> str:
        who, name = (row.character, row.name) if isinstance(row, SeatedHere) else (row.person.pk, row.person.name)
        number = numbers.get(who or 0)
        read = number is not None and max(name, default="") > LATIN and lacks_letters(name)
        return f"{name} ({number})" if read else name

    return name


def sheet_papers(played: Round, site: str) -> list[SheetPaper]:
    """Return a score sheet per table with the names in their seats; `site` is put before each table's link."""
    tournament = played.stage.tournament
    system = system_by_id(tournament.system)
    links = {}
    for table in played.tables.all():
        table.round = played
        links[table.number] = f"{site}{table_path(table)}"
    claims, name = _claims(played, site), _names(played.stage.tournament)
    tables, board = list(round_tables(played)), names_in(tournament.season, system.ID, tournament.edition)
    own = own_marks([who for table in tables for who in table.characters])
    return [
        SheetPaper(
            table=table.number,
            title=tournament.name,
            subtitle=f"{system.NAME}. {_where_and_when(played)}",
            seats=tuple(name(seat) for seat in table.seats),
            rows=tuple(_figure_rows(system, board, [own.get(seat.character or 0, ()) for seat in table.seats])),
            link=links[table.number],
            foot=spoken(guide(system.ID).sheet),
            claims=tuple(claims.get(seat.character or 0, "") for seat in table.seats),
            system=system.ID,
            made_by=system.content,
        )
        for table in tables
    ]


def seat_cards_of(played: Round, site: str) -> list[SeatCard]:
    """Return a card for everybody who sits at a table, in the order in which they are laid out."""
    claims, name = _claims(played, site), _names(played.stage.tournament)
    title = _("{tournament}, round {number}").format(tournament=played.stage.tournament.name, number=played.number)
    place = _("Table {table}, seat {seat}")
    seats = [(table, seat) for table in round_tables(played) for seat in table.seats]
    players = introductions_of_owners({seat.character for _table, seat in seats if seat.character is not None})
    return [
        SeatCard(
            name(seat),
            place.format(table=table.number, seat=seat.seat),
            title,
            claim=claims.get(seat.character, ""),
            player=_player(players.get(seat.character)),
        )
        for table, seat in seats
        if seat.character is not None
    ]


def _player(introduction: Introduction | None) -> str:
    """Return what the player of a card is called, with the pronouns."""
    return ", ".join(filter(None, (introduction.called, introduction.pronouns))) if introduction else ""


def _claims(played: Round, site: str) -> dict[int, str]:
    """Return, by character, the address at which a player without an account can claim it; none in a hall, which has
    no accounts of players."""
    if settings.HALL_HOSTS:
        return {}
    entries = list(Entry.objects.filter(seats__round=played).select_related("character").distinct())
    tokens = claim_tokens(entries)
    return {
        entry.character_id: f"{site}{reverse('claim_on_paper', args=[tokens[entry.pk]])}"
        for entry in entries
        if entry.pk in tokens
    }


def names_paper(played: Round) -> ListPaper:
    """Return a list of everybody by name, with table and seat."""
    called = _names(played.stage.tournament)
    seated = [
        (sort_key(seat.name), name_key(seat.name), called(seat), table.number, seat.seat)
        for table in round_tables(played)
        for seat in table.seats
        if seat.character is not None
    ]
    blocks = tuple(((name, f"{table:,}", str(seat)),) for *_keys, name, table, seat in sorted(seated))
    head = (_("Name"), _("Table"), _("Seat"))
    return ListPaper(_("Who sits where"), _subtitle(played), head, "LRR", blocks, wide=0, strong=1)


def tables_paper(played: Round) -> ListPaper:
    """Return a list of the seats, table by table."""
    name = _names(played.stage.tournament)
    blocks = tuple(
        tuple((_number(table, seat.seat), str(seat.seat), name(seat)) for seat in table.seats)
        for table in round_tables(played)
    )
    head = (_("Table"), _("Seat"), _("Name"))
    return ListPaper(_("Tables"), _subtitle(played), head, "LLL", blocks, wide=2, strong=0)


def standings_paper(stage: Stage) -> ListPaper:
    """Return the standings of the stage with their date and time: paper on a wall does not change."""
    tournament = stage.tournament
    last = stage.played_rounds.exclude(status=Round.DRAFT).order_by("number").last()
    name = _names(tournament)
    rows = [_standing(row, name(row)) for row in StageRows(stage)[:]]
    head: tuple[str, ...] = ("#", _("Character"), _("Games"), _("Wins"), _("Points"), _("Byes, penalties"))
    if not any(row[-1] for row in rows):
        head, rows = head[:-1], [row[:-1] for row in rows]
    as_of = spoken(said_clock(timezone.now(), tournament.played_in))
    return ListPaper(
        tournament.name,
        _as_of(last).format(stage=stage.name, number=last.number if last else 0, clock=as_of),
        head,
        "RLRRRL"[: len(head)],
        tuple((row,) for row in rows),
        wide=1,
        strong=4,
    )


def _as_of(last: Round | None) -> str:
    if last is None:
        return _("Standings, {stage}. As of {clock}")
    if last.status == Round.ENDED:
        return _("Standings, {stage}, round {number} ended. As of {clock}")
    return _("Standings, {stage}, round {number} running. As of {clock}")


def _standing(row: StageTableRow, name: str) -> tuple[str, ...]:
    parts = [_("{number} × bye").format(number=row.byes) if row.byes else "", f"−{row.penalty}" if row.penalty else ""]
    extras = ", ".join(text for text in parts if text)
    return str(row.position), name, str(row.games), str(row.wins), row.points, extras


def _number(table: TableHere, seat: int) -> str:
    return f"{table.number:,}" if seat == table.seats[0].seat else ""


def _subtitle(played: Round) -> str:
    tournament = played.stage.tournament
    return f"{tournament.name}. {_where_and_when(played)}"


def _where_and_when(played: Round) -> str:
    """Return stage and round, when that begins on the clocks of the tournament, and where."""
    tournament = played.stage.tournament
    first = played.stage.number == played.number == 1
    at = played.started_at or (tournament.starts_at if first else None)
    where = _("{stage}, round {number}").format(stage=played.stage.name, number=played.number)
    parts = (where, spoken(said_clock(at, tournament.played_in)) if at else "", tournament.place)
    return ", ".join(filter(None, parts))


def _figure_rows(system: SheetSystem, board: Edition, own: Sequence[Sequence[str]]) -> Iterator[FigureRow]:
    """Yield a row per figure. `own` holds for each seat what its character's promotion counts, empty for a guest."""
    names = {key: entry.name for entries in (board.companies, board.programs) for key, entry in entries.items()}
    for cell in cells_of(system):
        own_names = tuple(names.get(marks[cell.own], "") if marks and cell.own is not None else "" for marks in own)
        yield FigureRow(cell, own_names)
