"""Seats swapped and tables locked by hand."""

import pytest
from django.core.exceptions import ValidationError

from league.models import DrawChange, LedgerEntry
from league.tournaments.desk.services.rounds import start_stage
from league.tournaments.draws.services.draw_changes import lock_table, preview_swap, swap_seats, unlock_table
from league.tournaments.draws.services.draws import draw_next_round
from tests.factories.draws import assert_proved, begun, play_round, published, seating, to_draw
from tests.factories.tables import played_table, table_at

pytestmark = pytest.mark.django_db


def refusal(**kwargs) -> ValidationError:
    with pytest.raises(ValidationError) as refused:
        swap_seats(**kwargs)
    return refused.value


def test_a_preview_says_in_words_what_the_swap_costs_and_changes_nothing():
    tournament = begun(16)
    play_round(published(tournament))
    played = draw_next_round(tournament=tournament)
    before = seating(played)
    swap = preview_swap(round=played, place=(1, 1), other=(4, 1))
    assert swap.in_words.startswith(f"{before[1][0]} and {before[4][0]} swap: ")
    assert "spread of points" in swap.in_words
    assert swap.is_worse
    assert seating(played) == before
    assert not DrawChange.objects.exists()


def test_a_swap_in_a_draft_is_logged_with_its_cost_and_stands_in_the_proof():
    tournament = begun(16)
    played = draw_next_round(tournament=tournament)
    before = seating(played)
    swap_seats(round=played, place=(1, 1), other=(2, 3))
    after = seating(played)
    assert (after[1][0], after[2][2]) == (before[2][2], before[1][0])
    change = DrawChange.objects.get()
    assert (change.kind, change.what["one"], change.what["other"]) == ("swap", [1, 1], [2, 3])
    assert change.cost_before.keys() == change.cost_after.keys()
    assert "The organiser swapped" in table_at(played, 1).reasons[-1]
    assert LedgerEntry.objects.filter(kind="draw_changed").count() == 1
    assert_proved(tournament)


def test_a_published_swap_needs_a_reason():
    played = published(begun(8, rounds=1))
    assert "Say why" in refusal(round=played, place=(1, 1), other=(2, 1)).messages[0]
    swap_seats(round=played, place=(1, 1), other=(2, 1), reason="Wheelchair at table 2")
    assert DrawChange.objects.get().reason == "Wheelchair at table 2"


def test_who_sits_out_may_change_with_somebody_at_a_table():
    tournament = to_draw(9, plans=[{"rounds": 1}], shortfall="bye")
    start_stage(tournament=tournament)
    played = draw_next_round(tournament=tournament)
    out, seated = played.byes.get().entry.character.name, seating(played)[1][1]
    swap_seats(round=played, place=(0, 1), other=(1, 2))
    assert (played.byes.get().entry.character.name, seating(played)[1][1]) == (seated, out)
    assert_proved(tournament)


def test_a_bot_may_change_its_table_and_does_not_sit_out():
    tournament = to_draw(7, plans=[{"rounds": 1}], shortfall="bot")
    start_stage(tournament=tournament)
    played = draw_next_round(tournament=tournament)
    (at,) = [(number, names.index("Bot") + 1) for number, names in seating(played).items() if "Bot" in names]
    other = 3 - at[0]
    swap_seats(round=played, place=at, other=(other, 1))
    assert seating(played)[other][0] == "Bot"
    assert_proved(tournament)


def test_nothing_is_swapped_at_a_table_that_has_reported_or_is_locked():
    played = published(begun(16))
    played_table(table_at(played, 1))
    error = refusal(round=played, place=(2, 1), other=(1, 1), reason="Why not")
    assert error.message == "Table 1 has already reported; its seats stay as they are."
    lock_table(table=table_at(played, 2))
    assert "Table 2 is locked" in refusal(round=played, place=(2, 1), other=(3, 1), reason="Why not").message
    unlock_table(table=table_at(played, 2))
    swap_seats(round=played, place=(2, 1), other=(3, 1), reason="Why not")
    assert list(DrawChange.objects.values_list("kind", flat=True)) == ["lock", "unlock", "swap"]


def test_a_swap_is_refused_when_somebody_else_sits_there_by_now():
    played = draw_next_round(tournament=begun(8, rounds=1))
    one, other = seating(played)[1][0], seating(played)[2][0]
    swap_seats(round=played, place=(1, 1), other=(2, 1), expected=(one, other))
    assert refusal(round=played, place=(1, 1), other=(2, 1), expected=(one, other)).code == "stale"


@pytest.mark.parametrize("other", [(1, 1), (1, 9), (7, 1), (0, 1)])
def test_a_place_that_is_not_there_is_refused(other: tuple[int, int]):
    played = draw_next_round(tournament=begun(8, rounds=1))
    assert refusal(round=played, place=(1, 1), other=other).messages
    assert not DrawChange.objects.exists()
