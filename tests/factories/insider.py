"""Somebody who may do everything in the database, and knows the program: a whole story is told otherwise, with every
digest made again."""

from collections.abc import Iterable
from dataclasses import replace

from characters.models import Career, CareerEvent, Character, Fact
from characters.rules import facts as chain
from games.models import SheetSeat
from games.queries.sheets import score_sheet, seal_of
from games.rules.lines import result_facts
from games.services.review import review_now
from games.services.sheets import seat_rows
from league.core.ledger.rules.chain import CONTENT, content_of, digest
from league.core.ledger.services.heads import chain_waiting
from league.models import LedgerEntry, SeasonGame
from league.standings.services.results import rewrite_results
from tests.factories.ratings import rate
from tests.factories.tampering import past_triggers


def tell_another_story(season_game: SeasonGame, seat: int, **figures: int) -> None:
    """The confirmed game had other figures all along: sheet, points, results, facts, careers, ratings and ledger."""
    chain_waiting()
    with past_triggers():
        _rewrite(season_game, seat, figures)
        _link_facts(season_game)
        _link_ledger()
    review_now(character_ids=list(Character.objects.values_list("pk", flat=True)))
    rate()


def _rewrite(season_game: SeasonGame, seat: int, figures: dict[str, int]) -> None:
    row = season_game.game.sheets.get(status="confirmed")
    before = score_sheet(row)
    lines = [replace(one, figures={**one.figures, **figures}) if one.seat == seat else one for one in before.seats]
    sheet = replace(before, seats=tuple(lines))
    SheetSeat.objects.filter(sheet=row).delete()
    seats = SheetSeat.objects.bulk_create(seat_rows(row, sheet))
    seal = seal_of(row, seats, confirmed_by=row.confirmed_by_id)
    for who, fact in result_facts(
        row.game_id, row.version, row.rules_id, sheet, reference=season_game.reference, seal=seal
    ):
        Fact.objects.filter(character=who, game=row.game_id).update(content=chain.encode(fact))
    for entry in LedgerEntry.objects.filter(game=row.game_id, about__has_key="seal"):
        LedgerEntry.objects.filter(pk=entry.pk).update(about={**entry.about, "seal": seal})
    rewrite_results(season_game=season_game, sheet=None)
    rewrite_results(season_game=season_game, sheet=type(row).objects.get(pk=row.pk))


def _link_facts(season_game: SeasonGame) -> None:
    """The chains of everybody at the table, and careers as if they had never been reviewed."""
    for who in Character.objects.filter(facts__game=season_game.game_id).distinct():
        previous = chain.FIRST_DIGEST
        for fact in who.facts.order_by("number"):
            previous = chain.digest(previous, fact.content)
            Fact.objects.filter(pk=fact.pk).update(digest=previous)
        CareerEvent.objects.filter(character=who).delete()
        Career.objects.filter(character=who).update(**_nothing())
        Character.objects.filter(pk=who.pk).update(last_digest=previous, reviewed_fact=0, rescinded_digest="")


def _nothing() -> dict[str, object]:
    return {"games": 0, "wins": 0, "level": "entry", "happiness": 0, "fame": 0, "cash": 0}


def _link_ledger() -> None:
    leagues: Iterable[int | None] = LedgerEntry.objects.order_by().values_list("league_id", flat=True).distinct()
    for league in list(leagues):
        previous = ""
        for row in LedgerEntry.objects.filter(league=league).order_by("number").values(*CONTENT, "number"):
            previous = digest(previous, content_of(row))
            LedgerEntry.objects.filter(pk=row["id"]).update(digest=previous)
