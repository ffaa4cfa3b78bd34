"""Draws while others act: the tournament is not locked while a draw is looked for."""

from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, transaction

from games.models import Sheet
from league.models import Draw, Entry, IdempotencyKey, Round
from league.results.services.games import correct_game
from league.tournaments.desk.services.rounds import end_round
from league.tournaments.draws.services import draws
from league.tournaments.draws.services.draws import draw_next_round, redraw_round
from league.tournaments.entries.services.entries import drop_entry
from league.tournaments.entries.services.tournament_log import lock_tournament
from tests.factories.compass_sheets import compass_sheet
from tests.factories.draws import assert_proved, begun, named, play_round, published, seating
from tests.factories.races import at_once, refused
from tests.factories.tables import game_of, table_at
from tests.factories.thursday_club import ThursdayClub, a_tournament_of

API = "/api/v1/tournaments/"
pytestmark = pytest.mark.django_db(transaction=True)


def elsewhere(act: Callable[[], Any]) -> Any:
    """The act in a thread with a connection of its own, done before we go on."""
    outcomes: list[Any] = []

    def run() -> None:
        try:
            outcomes.append(act())
        finally:
            connection.close()

    thread = Thread(target=run)
    thread.start()
    thread.join(30)
    assert outcomes, "It waited for a lock, or failed."
    return outcomes[0]


@pytest.fixture
def while_it_thinks(monkeypatch: pytest.MonkeyPatch):
    """Let something happen just before a draw is looked for, as often as there are acts."""

    def happen(*acts: Callable[[], Any]) -> None:
        waiting, look = list(acts), draws.result_of

        def looked(*args: Any) -> Any:
            if waiting:
                elsewhere(waiting.pop(0))
            return look(*args)

        monkeypatch.setattr(draws, "result_of", looked)

    return happen


def names(played: Round) -> set[str]:
    return {name for table in seating(played).values() for name in table}


def test_two_who_draw_at_once_draw_one_round():
    tournament = begun(16)
    outcomes = at_once(*[lambda: draw_next_round(tournament=tournament)] * 2)
    (error,) = refused(outcomes)
    assert isinstance(error, ValidationError) and error.code == "stale"
    assert Round.objects.count() == Draw.objects.count() == 1
    assert_proved(tournament)


def test_whoever_drops_while_the_round_is_drawn_is_not_in_it(while_it_thinks):
    tournament = begun(30)
    while_it_thinks(lambda: drop_entry(entry=named(tournament, "Ada"), reason="Gone"))
    played = draw_next_round(tournament=tournament)
    assert "Ada" not in names(played) and len(names(played)) == 29
    assert_proved(tournament)


def test_a_field_that_keeps_changing_is_refused(while_it_thinks):
    tournament = begun(30)
    leaves = [
        lambda name=name: drop_entry(entry=named(tournament, name), reason="Gone") for name in ("Ada", "Bo", "Cleo")
    ]
    while_it_thinks(*leaves)
    with pytest.raises(ValidationError) as refusal:
        draw_next_round(tournament=tournament)
    assert refusal.value.code == "stale"
    assert refusal.value.messages == ["The field changed while the round was drawn. Draw again."]
    assert not Round.objects.exists() and not Draw.objects.exists()
    assert len(names(draw_next_round(tournament=tournament))) == 27


def test_others_write_while_a_round_is_drawn(while_it_thinks):
    """Under PostgreSQL the tournament, under SQLite the whole database can be locked by somebody else meanwhile."""
    tournament = begun(16)

    def lock() -> int:
        with transaction.atomic():
            lock_tournament(tournament.pk)
            return Entry.objects.filter(character__name="Ada").update(club="")

    while_it_thinks(lock)
    assert len(names(draw_next_round(tournament=tournament))) == 16
    assert Draw.objects.count() == 1


def test_a_drop_while_the_round_is_drawn_again_is_minded(while_it_thinks):
    tournament = begun(30)
    played = published(tournament)
    while_it_thinks(lambda: drop_entry(entry=named(tournament, "Ada"), reason="Gone"))
    redraw_round(round=played, reason="Mistaken")
    assert "Ada" not in names(played)
    assert_proved(tournament)


def test_a_round_that_was_drawn_meanwhile_is_not_drawn_twice(while_it_thinks):
    tournament = begun(16)
    while_it_thinks(lambda: draws_unhindered(tournament))
    with pytest.raises(ValidationError) as refusal:
        draw_next_round(tournament=tournament)
    assert refusal.value.code == "stale" and "already drawn" in refusal.value.messages[0]
    assert Draw.objects.count() == 1


def lock_and_write(tournament) -> int:
    with transaction.atomic():
        lock_tournament(tournament.pk)
        return Entry.objects.filter(character__name="Ada").update(club="Harrods")


def test_others_write_while_a_request_that_may_be_sent_twice_draws(thursday: ThursdayClub, while_it_thinks):
    tournament = a_tournament_of(thursday, rounds=2)
    end_round(round=Round.objects.get(), force=True, reason="Snow", by=thursday.users["otto"])
    while_it_thinks(lambda: lock_and_write(tournament))
    first, again = (
        thursday.client("otto").post(f"{API}{tournament.slug}/draw/", headers={"Idempotency-Key": "k1"})
        for _ in range(2)
    )
    assert (first.status_code, again.json()) == (201, first.json())
    assert Round.objects.count() == 2 and IdempotencyKey.objects.count() == 1
    assert Entry.objects.filter(club="Harrods").count() == 1


def corrected(played: Round) -> Sheet:
    """Table 1 with its last seat as the winner, and what was drawn since is drawn again."""
    table = table_at(played, 1)
    sheet = compass_sheet(table, cards=(1, 2, 3, 27))
    return correct_game(season_game=game_of(table), sheet=sheet, reason="Misread", source=Sheet.API, redraw=True)


def test_others_write_while_a_correction_draws_again(while_it_thinks):
    tournament = begun(16)
    first = play_round(published(tournament))
    published(tournament)
    while_it_thinks(lambda: lock_and_write(tournament))
    assert corrected(first).version == 2
    assert Draw.objects.count() == 3 and Entry.objects.filter(club="Harrods").count() == 1
    assert_proved(tournament)


def test_a_correction_minds_what_was_drawn_meanwhile(while_it_thinks):
    tournament = begun(16)
    first = play_round(published(tournament))
    second = published(tournament)
    while_it_thinks(lambda: redraw_round(round=second, reason="Mistaken"))
    assert corrected(first).version == 2
    assert [draw.reason for draw in Draw.objects.order_by("number")][2:] == [
        "Mistaken",
        "Round 1, table 1 is corrected: Misread.",
    ]
    assert_proved(tournament)


def draws_unhindered(tournament) -> Round:
    return draw_next_round(tournament=tournament)
