"""Rounds drawn, drawn again and published."""

from itertools import combinations

import pytest
from django.core.exceptions import ValidationError

from league.models import Draw, Entry, Round, StageEntry, TournamentEvent
from league.rules.draws import seeds
from league.rules.draws.canonical import digest_of
from league.services.draws import draw_next_round
from tests.factories.draws import SECRET, begun, play, published, seating
from tests.factories.tournaments import hire_many

pytestmark = pytest.mark.django_db


def drop(tournament, *names: str) -> None:
    tournament.entries.filter(character__name__in=names).update(status=Entry.DROPPED)


def refusal(act, *args, **kwargs) -> str:
    with pytest.raises(ValidationError) as refused:
        act(*args, **kwargs)
    return " ".join(refused.value.messages)


def test_a_draft_seats_everybody_once_and_takes_the_next_link_of_the_chain():
    tournament = begun(12)
    played = draw_next_round(tournament=tournament)
    draw = Draw.objects.get()
    assert (played.status, played.number, draw.number, draw.method) == (Round.DRAFT, 1, 1, "swiss")
    assert sorted(name for table in seating(played).values() for name in table) == sorted(
        entry.character.name for entry in tournament.entries.select_related("character")
    )
    assert draw.seed == seeds.link(SECRET, 1)
    assert seeds.verify_link(tournament.draw_commitment, draw.seed)
    assert draw.digest == digest_of(draw.source, draw.outcome)
    assert all(table.reasons for table in played.tables.all())
    assert TournamentEvent.objects.filter(kind="drawn", about__digest=draw.digest).exists()


def test_a_swiss_stage_is_played_to_its_end_without_repeats():
    tournament = begun(16, rounds=3)
    met: list[frozenset[str]] = []
    for _ in range(3):
        played = play(published(tournament))
        for table in seating(played).values():
            met += [frozenset(pair) for pair in combinations(table, 2)]
    assert len(met) == len(set(met)) == 3 * 4 * 6
    said = refusal(draw_next_round, tournament=tournament)
    assert said == "All 3 rounds of Swiss are played. End the stage, or plan more rounds."


def test_the_second_round_is_drawn_from_the_standings():
    tournament = begun(16)
    play(published(tournament))
    draw_next_round(tournament=tournament)
    players = Draw.objects.get(number=2).source["field"]["players"]
    assert [player["points"] // 840 for player in players] == [60] * 4 + [44] * 4 + [28] * 4 + [12] * 4
    assert [player["position"] for player in players] == list(range(1, 17))


def test_whoever_drops_is_not_drawn_and_whoever_comes_late_is():
    tournament = begun(12)
    play(published(tournament))
    drop(tournament, "Ada", "Bo")
    late = hire_many(tournament.season, 14)[12:] if False else None
    assert late is None
    from tests.factories.league import a_character

    for number, name in ((13, "Max"), (14, "Nora")):
        who = a_character(tournament.season, name)
        Entry.objects.create(tournament=tournament, character=who, number=number, status=Entry.CHECKED_IN)
    names = {name for table in seating(draw_next_round(tournament=tournament)).values() for name in table}
    assert not names & {"Ada", "Bo"}
    assert {"Max", "Nora"} <= names
    assert list(StageEntry.objects.filter(entry__number__gt=12).values_list("seeding", flat=True)) == [13, 14]
