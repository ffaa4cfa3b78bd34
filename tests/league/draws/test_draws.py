"""Rounds drawn, drawn again and published."""

import re
from itertools import combinations

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from characters.models import Character
from league.models import Draw, Entry, KeptApart, LedgerEntry, Round, StageEntry, Tournament
from league.tournaments.desk.services.rounds import start_stage
from league.tournaments.draws.queries.draw_sources import groups_of
from league.tournaments.draws.rules.sources import digest_of
from league.tournaments.draws.services.draw_changes import lock_table
from league.tournaments.draws.services.draws import draw_next_round, publish_round, redraw_round
from league.tournaments.stages.rules import seeds
from tests.factories.characters import a_character
from tests.factories.draws import SECRET, begun, named, play_round, published, seating, to_draw
from tests.factories.refusals import refusal
from tests.factories.tables import played_table, table_at

pytestmark = pytest.mark.django_db


def drop(tournament, *names: str) -> None:
    tournament.entries.filter(character__name__in=names).update(status=Entry.DROPPED)


def test_a_draft_seats_everybody_once_and_takes_the_next_link_of_the_chain():
    tournament = begun(16)
    played = draw_next_round(tournament=tournament)
    draw = Draw.objects.get()
    assert (played.status, played.number, draw.number, draw.method) == (Round.DRAFT, 1, 1, "swiss/1")
    assert sorted(name for table in seating(played).values() for name in table) == sorted(
        entry.character.name for entry in tournament.entries.select_related("character")
    )
    assert draw.seed == seeds.link(SECRET, 1)
    assert seeds.verify_link(tournament.draw_commitment, draw.seed)
    assert draw.digest == digest_of(draw.source, draw.outcome)
    assert all(table.reasons for table in played.tables.all())
    assert LedgerEntry.objects.filter(kind="drawn", about__digest=draw.digest).exists()


def test_a_swiss_stage_is_played_to_its_end_without_repeats():
    tournament = begun(16, rounds=3)
    met: list[frozenset[str]] = []
    for _ in range(3):
        played = play_round(published(tournament))
        for table in seating(played).values():
            met += [frozenset(pair) for pair in combinations(table, 2)]
    assert len(met) == len(set(met)) == 3 * 4 * 6
    said = refusal(draw_next_round, tournament=tournament)
    assert said == "All 3 rounds of Swiss are played. End the stage, or plan more rounds."


def test_the_second_round_is_drawn_from_the_standings():
    tournament = begun(16)
    play_round(published(tournament))
    draw_next_round(tournament=tournament)
    players = Draw.objects.get(number=2).source["field"]["players"]
    assert [player["points"] // 840 for player in players] == [60] * 4 + [44] * 4 + [28] * 4 + [12] * 4
    assert [player["position"] for player in players] == list(range(1, 17))


def arrive(tournament, *names: str) -> None:
    last = tournament.entries.count()
    for number, name in enumerate(names, start=last + 1):
        who = a_character(tournament.season, name)
        Entry.objects.create(tournament=tournament, character=who, number=number, status=Entry.CHECKED_IN)


def test_whoever_drops_is_not_drawn_and_whoever_comes_late_is():
    tournament = begun(16)
    play_round(published(tournament))
    drop(tournament, "Ada", "Bo")
    arrive(tournament, "Max", "Nora")
    names = {name for table in seating(draw_next_round(tournament=tournament)).values() for name in table}
    assert not names & {"Ada", "Bo"}
    assert {"Max", "Nora"} <= names
    assert list(StageEntry.objects.filter(entry__number__gt=16).values_list("seeding", flat=True)) == [17, 18]


def test_those_kept_apart_do_not_meet_and_an_impossible_wish_is_named():
    tournament = begun(8, rounds=3)
    ada, bo = named(tournament, "Ada"), named(tournament, "Bo")
    KeptApart.objects.create(tournament=tournament, one=ada, other=bo)
    for _ in range(2):
        tables = seating(play_round(published(tournament))).values()
        assert not any({"Ada", "Bo"} <= set(table) for table in tables)
    for other in tournament.entries.exclude(pk__in=(ada.pk, bo.pk)):
        KeptApart.objects.create(tournament=tournament, one=ada, other=other)
    said = refusal(draw_next_round, tournament=tournament)
    assert said.startswith("Ada and ")
    assert "must not meet, and no draw keeps them apart" in said
    assert tournament.draws.count() == 2


def test_three_players_left_for_tables_of_four_are_told_what_to_do():
    tournament = begun(4)
    drop(tournament, "Ada")
    assert "a table of 4 needs 4" in refusal(draw_next_round, tournament=tournament)
    assert not Round.objects.exists()


def test_a_round_with_nobody_left_is_not_drawn():
    tournament = begun(4)
    tournament.entries.update(status=Entry.DROPPED)
    assert "everybody has dropped" in refusal(draw_next_round, tournament=tournament)


def test_a_second_draw_waits_for_the_end_of_the_round():
    tournament = begun(8, rounds=1)
    played = draw_next_round(tournament=tournament)
    assert refusal(draw_next_round, tournament=tournament) == ("Round 1 is already drawn. Publish and play it first.")
    publish_round(round=played)
    assert refusal(draw_next_round, tournament=tournament) == "Round 1 is not over. End it first."
    assert Draw.objects.count() == 1


def test_who_did_not_show_up_has_met_nobody_and_those_left_had_a_small_table():
    tournament = begun(8, rounds=2)
    played = published(tournament)
    table = table_at(played, 1)
    table.seats.filter(seat=4).update(absent=True)
    away = table.seats.get(seat=4).entry
    play_round(played)
    draw_next_round(tournament=tournament)
    field = Draw.objects.get(number=2).source["field"]
    assert away is not None
    assert not [row for row in field["meetings"] if away.number in row[:2]]
    here = table.seats.exclude(seat=4).values_list("entry__number", flat=True)
    shorts = {player["id"] for player in field["players"] if player["shorts"]}
    assert shorts == set(here)


def test_clubs_are_named_in_the_field_and_households_are_not():
    tournament = to_draw(16)
    tournament.entries.filter(number__lte=2).update(club="Lyon", household="12 Rue Secrète")
    start_stage(tournament=tournament)
    draw_next_round(tournament=tournament)
    groups = {player["id"]: player["groups"] for player in Draw.objects.get().source["field"]["players"]}
    hidden, club = groups[1]
    assert groups[1] == groups[2] and club == "the club Lyon"
    assert re.fullmatch("group [0-9a-f]{16}", hidden)
    assert groups[3] == []


def groups_in(tournament: Tournament) -> dict[int, frozenset[str]]:
    return groups_of(tournament, tournament.entries.select_related("character").order_by("number"))


def test_a_hidden_group_is_the_same_in_every_round_and_another_one_in_the_next_tournament():
    one = to_draw(8)
    one.entries.filter(number__lte=2).update(household="12 Rue Secrète")
    assert groups_in(one)[1] == groups_in(one)[2] == groups_in(one)[1]
    other = Tournament.objects.get(pk=one.pk)
    other.pk = one.pk + 1
    entries = one.entries.select_related("character").order_by("number")
    assert groups_of(other, entries)[1] != groups_in(one)[1]


def test_two_of_one_owner_look_like_two_of_one_household():
    tournament = to_draw(8)
    first, second, third, fourth = tournament.entries.select_related("character").order_by("number")[:4]
    tournament.entries.filter(number__lte=2).update(household="12 Rue Secrète")
    Character.objects.filter(pk=fourth.character_id).update(owner=third.character.owner)
    groups = groups_in(tournament)
    assert groups[first.number] == groups[second.number] != groups[third.number] == groups[fourth.number]
    for (name,) in (groups[first.number], groups[third.number]):
        assert re.fullmatch("group [0-9a-f]{16}", name)


def test_a_public_draw_with_hidden_groups_is_proved_by_anybody(client, run):
    tournament = to_draw(16)
    tournament.entries.filter(number__lte=2).update(household="12 Rue Secrète")
    start_stage(tournament=tournament)
    publish_round(round=draw_next_round(tournament=tournament))
    published = client.get(f"/tournaments/{tournament.slug}/draws/1.json").content.decode()
    first = tournament.entries.select_related("character").get(number=1).character
    assert "Rue" not in published and "household" not in published and f"of {first.name}" not in published
    assert run("verify_draw", tournament.slug).status == 0


def test_a_redraw_needs_a_reason_and_takes_the_next_link():
    tournament = begun(16)
    played = draw_next_round(tournament=tournament)
    assert "Say why" in refusal(redraw_round, round=played, reason=" ")
    redraw_round(round=played, reason="Two of them share a car")
    first, second = Draw.objects.order_by("number")
    assert second.reason == "Two of them share a car"
    assert seeds.verify_link(first.seed, second.seed)
    assert sorted(name for table in seating(played).values() for name in table) == sorted(
        entry.character.name for entry in tournament.entries.select_related("character")
    )


def test_locked_tables_stay_when_the_round_is_drawn_again():
    tournament = begun(16)
    played = draw_next_round(tournament=tournament)
    lock_table(table=table_at(played, 2))
    before = seating(played)[2]
    redraw_round(round=played, reason="Somebody is missing")
    assert seating(played)[2] == before
    assert Draw.objects.get(number=2).source["locked"][0]["number"] == 2
    drop(tournament, before[0])
    said = refusal(redraw_round, round=played, reason="Again")
    assert said == f"Table 2 is locked and {before[0]} has left. Unlock it first."


def test_some_tables_are_drawn_again_and_the_others_keep_their_rows():
    tournament = begun(16)
    played = published(tournament)
    before, rows = seating(played), set(played.seats.values_list("pk", flat=True))
    redraw_round(round=played, reason="Mistaken", tables=[table_at(played, 1), table_at(played, 3)])
    after = seating(played)
    assert (after[2], after[4]) == (before[2], before[4])
    assert sorted(after[1] + after[3]) == sorted(before[1] + before[3])
    assert len(rows & set(played.seats.values_list("pk", flat=True))) == 8


def test_a_table_that_has_reported_is_not_drawn_again():
    tournament = begun(8, rounds=1)
    played = published(tournament)
    played_table(table_at(played, 1))
    said = refusal(redraw_round, round=played, reason="Mistaken")
    assert said == "Table 1 has already reported and can't be drawn again. Choose the tables to draw again."
    redraw_round(round=played, reason="Mistaken", tables=[table_at(played, 2)])
    assert Draw.objects.count() == 2


def test_a_smaller_round_loses_its_last_table():
    tournament = begun(8, rounds=1)
    played = draw_next_round(tournament=tournament)
    drop(tournament, "Ada", "Bo", "Cleo", "Dev")
    redraw_round(round=played, reason="Four went home")
    assert list(seating(played)) == [1]


def test_a_bye_goes_to_somebody_else_each_round():
    tournament = to_draw(29, shortfall="bye")
    start_stage(tournament=tournament)
    away = []
    for _ in range(3):
        played = play_round(published(tournament))
        away += played.byes.values_list("entry", flat=True)
    assert len(set(away)) == len(away) == 3


def test_a_published_round_is_not_published_twice():
    played = published(begun(8, rounds=1))
    with pytest.raises(ValidationError) as refused:
        publish_round(round=played)
    assert refused.value.code == "stale"


@pytest.mark.parametrize("number", [16, 64])
def test_queries_of_a_draw_do_not_grow_with_the_field(number: int):
    tournament = begun(number, rounds=3)
    play_round(published(tournament))
    with CaptureQueriesContext(connection) as captured:
        draw_next_round(tournament=tournament)
    assert len(captured) <= 48  # what is to be drawn is read twice, before the search and after it


@pytest.mark.parametrize("shortfall", Tournament.SHORTFALLS)
def test_at_tables_of_two_nobody_is_left_alone_with_a_bot(shortfall: str):
    """A game of the league needs two characters (R104), so nobody could enter the result of such a table."""
    tournament = to_draw(5, table_size=2, shortfall=shortfall)
    start_stage(tournament=tournament)
    played = play_round(published(tournament))
    assert sorted(map(len, seating(played).values())) == [2, 2] and played.byes.count() == 1
