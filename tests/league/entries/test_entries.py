"""Registration, the waiting list, leaving and coming back."""

import pytest

from characters.models import Career
from league.models import Division, DivisionPlace, Entry, KeptApart, LedgerEntry, Stage
from league.tournaments.entries.services.entries import (
    change_entry,
    drop_entry,
    keep_apart,
    let_meet,
    register_entry,
    reinstate_entry,
    withdraw_entry,
)
from tests.factories.characters import many_characters
from tests.factories.people import an_organiser
from tests.factories.refusals import refusal
from tests.factories.seasons import a_season, set_house_rules
from tests.factories.tournaments import a_round, a_stage, a_tournament, entered


def statuses(tournament) -> dict[str, str]:
    return dict(tournament.entries.values_list("character__name", "status"))


def test_a_character_is_registered_with_club_and_household(season):
    tournament, olga = a_tournament(season), an_organiser(season)
    (ada,) = many_characters(season, 1)
    entry = register_entry(tournament=tournament, character=ada, club="  The  Cube ", household="Elm Street 4", by=olga)
    assert (entry.number, entry.status, entry.club, entry.household) == (1, "registered", "The Cube", "Elm Street 4")
    assert entry.registered_by == olga and entry.registered_at is not None
    event = tournament.events.get()
    assert (event.text, event.about) == ("Ada is registered.", {"entries": [entry.pk], "waiting": False})


def test_who_comes_after_the_last_place_waits_in_order(season):
    tournament = a_tournament(season, capacity=2)
    for one in many_characters(season, 4):
        register_entry(tournament=tournament, character=one)
    assert statuses(tournament) == {"Ada": "registered", "Bo": "registered", "Cleo": "waiting", "Dev": "waiting"}
    assert tournament.events.first().text == "Dev is registered and waits: all 2 places are taken."


def test_whoever_waits_longest_takes_a_free_place(season):
    tournament = a_tournament(season, capacity=2)
    ada, *_ = [register_entry(tournament=tournament, character=one) for one in many_characters(season, 4)]
    withdraw_entry(entry=ada)
    assert statuses(tournament) == {"Ada": "dropped", "Bo": "registered", "Cleo": "registered", "Dev": "waiting"}
    assert [event.text for event in tournament.events.all()[:2]] == [
        "Cleo moved up from the waiting list.",
        "Ada withdrew.",
    ]


def test_who_withdraws_and_comes_back_queues_anew(season):
    tournament = a_tournament(season, capacity=1)
    ada, bo, cleo = many_characters(season, 3)
    first = register_entry(tournament=tournament, character=ada)
    register_entry(tournament=tournament, character=bo)
    register_entry(tournament=tournament, character=cleo)
    withdraw_entry(entry=first)
    again = register_entry(tournament=tournament, character=ada)
    assert (again.pk, again.number, again.status) == (first.pk, 4, "waiting")
    withdraw_entry(entry=Entry.objects.get(character=bo))
    assert statuses(tournament) == {"Ada": "waiting", "Bo": "dropped", "Cleo": "registered"}


def test_withdrawing_twice_is_once(season):
    tournament = a_tournament(season)
    (ada,) = entered(tournament, 1, status=Entry.REGISTERED)
    withdraw_entry(entry=ada)
    withdraw_entry(entry=ada)
    assert tournament.events.count() == 1


def test_nobody_enters_twice(season):
    tournament = a_tournament(season)
    (ada,) = many_characters(season, 1)
    register_entry(tournament=tournament, character=ada)
    assert refusal(register_entry, tournament=tournament, character=ada) == "Ada is already entered."


def test_a_character_of_another_league_stays_out(season):
    (ada,) = many_characters(a_season("autumn"), 1)
    found = refusal(register_entry, tournament=a_tournament(season), character=ada)
    assert found == "Ada does not belong to League of spring, and only its characters can enter."


def test_who_left_by_golden_parachute_stays_out(season):
    (ada,) = many_characters(season, 1)
    Career.objects.update(status="retired")
    assert "golden parachute" in refusal(register_entry, tournament=a_tournament(season), character=ada)


@pytest.mark.rule("careers R100")
def test_a_character_of_another_edition_enters_only_where_editions_mix(season):
    (ada,) = many_characters(season, 1)
    tournament = a_tournament(season, edition="medieval")
    assert "another edition" in refusal(register_entry, tournament=tournament, character=ada)
    set_house_rules(season, cross_edition=True)
    assert register_entry(tournament=tournament, character=ada).status == "registered"


def test_a_tournament_of_a_division_takes_its_characters_alone(season):
    top = Division.objects.create(season=season, tier=1, name="Boardroom")
    ada, bo = many_characters(season, 2)
    DivisionPlace.objects.create(season=season, division=top, character=ada)
    tournament = a_tournament(season, division=top)
    assert register_entry(tournament=tournament, character=ada).status == "registered"
    assert "does not play in Boardroom" in refusal(register_entry, tournament=tournament, character=bo)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"self_registration": False}, "The organiser registers everybody"),
        ({"registration_open": False}, "Registration is closed"),
        ({"status": "running"}, "Registration is closed"),
        ({"status": "cancelled"}, "is cancelled"),
    ],
)
def test_players_register_while_registration_is_open(season, fields, words):
    (ada,) = many_characters(season, 1)
    tournament = a_tournament(season, **fields)
    assert words in refusal(register_entry, tournament=tournament, character=ada, own=True)


@pytest.mark.parametrize("fields", [{"self_registration": False}, {"registration_open": False}])
def test_an_organiser_registers_whenever_they_like(season, fields):
    (ada,) = many_characters(season, 1)
    assert register_entry(tournament=a_tournament(season, **fields), character=ada).status == "registered"


def test_a_late_entry_is_taken_in_the_first_stage_and_not_in_the_top_cut(season):
    tournament = a_tournament(season)
    ada, bo = many_characters(season, 2)
    stage = a_stage(tournament, [])
    assert register_entry(tournament=tournament, character=ada).status == "registered"
    Stage.objects.filter(pk=stage.pk).update(status=Stage.ENDED)
    a_stage(tournament, [], number=2, name="Top 4", format=Stage.KNOCK_OUT)
    assert "Top 4 is under way" in refusal(register_entry, tournament=tournament, character=bo)


def test_after_the_start_one_drops_instead_of_withdrawing(season):
    tournament = a_tournament(season)
    ada, *_ = entries = entered(tournament, 4)
    a_round(a_stage(tournament, entries), entries)
    assert "Drop Ada instead" in refusal(withdraw_entry, entry=ada)
    drop_entry(entry=ada, reason="Went home with a headache.")
    ada.refresh_from_db()
    assert ada.status == "dropped" and ada.seats.count() == 1
    assert tournament.events.first().text == "Ada dropped: Went home with a headache."
    assert "already dropped" in refusal(drop_entry, entry=ada, reason="again")


def test_a_drop_needs_a_reason(season):
    (ada,) = entered(a_tournament(season), 1)
    assert refusal(drop_entry, entry=ada, reason=" ") == "Say why, in a few words."


def test_who_dropped_after_the_start_keeps_the_place_and_may_be_reinstated(season):
    tournament = a_tournament(season, capacity=4)
    ada, *rest = entered(tournament, 5)
    Entry.objects.filter(number=5).update(status=Entry.WAITING)
    a_round(a_stage(tournament, [ada, *rest[:3]]), [ada, *rest[:3]])
    drop_entry(entry=ada, reason="Away")
    assert statuses(tournament)["Eve"] == "waiting"
    reinstate_entry(entry=ada)
    ada.refresh_from_db()
    assert (ada.status, ada.number, ada.dropped_at) == ("checked_in", 1, None) and ada.checked_in_at is not None
    assert "has not dropped" in refusal(reinstate_entry, entry=ada)


def test_before_the_start_coming_back_is_a_new_registration(season):
    tournament = a_tournament(season, capacity=1)
    ada, bo = many_characters(season, 2)
    first = register_entry(tournament=tournament, character=ada)
    register_entry(tournament=tournament, character=bo)
    withdraw_entry(entry=first)
    assert reinstate_entry(entry=first).status == "waiting"
    assert tournament.events.first().text == "Ada is back, on the waiting list."


def test_club_and_household_can_be_mended(season):
    (ada,) = entered(a_tournament(season), 1)
    assert change_entry(entry=ada, club="Cube", household="").club == "Cube"
    assert "81 characters" in refusal(change_entry, entry=ada, club="x" * 81, household="")


def test_two_are_kept_apart_once_and_may_meet_again(season):
    tournament = a_tournament(season)
    ada, bo = entered(tournament, 2)
    kept = keep_apart(entry=bo, other=ada, reason="A couple")
    assert keep_apart(entry=ada, other=bo) == kept
    assert (kept.one, kept.other, kept.reason) == (ada, bo, "A couple")
    let_meet(pair=kept)
    assert not KeptApart.objects.exists()
    assert [event.text for event in LedgerEntry.objects.order_by("id")] == [
        "Ada and Bo are kept apart from now on.",
        "Ada and Bo may meet again.",
    ]


def test_nobody_is_kept_apart_from_themselves(season):
    (ada,) = entered(a_tournament(season), 1)
    assert "two different" in refusal(keep_apart, entry=ada, other=ada)
