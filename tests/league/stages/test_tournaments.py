"""Setting up a tournament, changing it, cancelling it."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from league.models import Draw, Entry, LedgerEntry, Stage, Tournament
from league.tournaments.stages.rules.seeds import link, verify_link
from league.tournaments.stages.rules.stage_plans import StagePlan, stages_of
from league.tournaments.stages.services import (
    cancel_tournament,
    create_tournament,
    edit_tournament,
    set_rounds,
    set_stages,
)
from tests.factories.people import an_organiser
from tests.factories.tournaments import a_round, a_stage, a_tournament, entered


def made(season, **changes):
    values = {"name": "Spring Open", "system": "career_compass", "edition": "london"}
    return create_tournament(season=season, **(values | changes))


def refusal(call, **given) -> dict[str, list[str]]:
    with pytest.raises(ValidationError) as caught:
        call(**given)
    return caught.value.message_dict if hasattr(caught.value, "error_dict") else {"": caught.value.messages}


def test_a_tournament_is_planned_with_a_swiss_stage_and_a_commitment(season):
    olga = an_organiser(season)
    tournament = Tournament.objects.get(pk=made(season, name="  Spring  Open ", by=olga).pk)
    assert (tournament.name, tournament.slug, tournament.status) == ("Spring Open", "spring-open", "planned")
    assert [(stage.format, stage.rounds, stage.cut) for stage in tournament.stages.all()] == [("swiss", None, None)]
    assert tournament.draw_commitment == link(tournament.draw_secret, 0)
    assert verify_link(tournament.draw_commitment, link(tournament.draw_secret, 1))
    assert tournament.events.get().text == "Spring Open was announced."


def test_two_tournaments_of_one_name_have_addresses_of_their_own(season):
    slugs = [made(season).slug, made(season).slug, made(season, name="?!").slug]
    assert slugs == ["spring-open", "spring-open-2", "tournament"]


def test_every_tournament_has_a_secret_of_its_own(season):
    assert made(season).draw_secret != made(season).draw_secret


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"name": " "}, "name", "needs a name"),
        ({"name": "x" * 121}, "name", "121 characters"),
        ({"system": "chess"}, "system", "no game 'chess'"),
        ({"edition": "atlantis"}, "edition", "no edition"),
        ({"table_size": 9}, "table_size", "2 to 8"),
        ({"system": "careers", "table_size": 7, "mode": "formula", "target": 100}, "table_size", "2 to 6"),
        ({"system": "careers"}, "mode", "Choose how"),
        ({"system": "careers", "mode": "formula"}, "target", "needs the target"),
        ({"system": "careers", "mode": "formula", "target": 40}, "target", "at least 100"),
        ({"system": "careers", "mode": "timed"}, "minutes", "length in minutes"),
        ({"shortfall": "none"}, "shortfall", "Choose"),
        ({"capacity": 1}, "capacity", "from 2 to 100,000"),
        ({"round_minutes": 0}, "round_minutes", "from 1 to 1,440"),
        ({"confirm_seconds": 5}, "confirm_seconds", "from 10 to 86,400"),
        ({"stages": [StagePlan("career_poker", "Evening")]}, "plan", "is played with Career Poker"),
        ({"stages": stages_of("swiss_and_cut", cut=5)}, "plan", "Take 4 or 7"),
    ],
)
def test_what_cannot_be_played_is_refused_beside_its_field(season, changes, field, words):
    found = refusal(made, season=season, **changes)
    assert words in " ".join(found[field])
    assert not Tournament.objects.exists()


def test_a_game_without_modes_keeps_neither_target_nor_minutes(season):
    tournament = made(season, mode="formula", target=100, minutes=30)
    assert (tournament.mode, tournament.target, tournament.minutes) == ("", None, None)


def test_a_formula_game_keeps_its_target_alone(season):
    tournament = made(season, system="careers", mode="formula", target=120, minutes=30)
    assert (tournament.target, tournament.minutes) == (120, None)


def test_settings_are_changed_and_the_log_names_them(season):
    tournament = made(season)
    when = timezone.now() + timedelta(days=3)
    edit_tournament(tournament=tournament, place="Town hall", starts_at=when, name="Spring Open")
    tournament.refresh_from_db()
    assert (tournament.place, tournament.starts_at) == ("Town hall", when)
    assert tournament.events.first().text == "Changed: Place, Starts at."


def test_saving_what_it_was_changes_and_logs_nothing(season):
    tournament = made(season)
    edit_tournament(tournament=tournament, name="Spring Open", table_size=4)
    assert tournament.events.count() == 1


@pytest.mark.parametrize(
    ("field", "value"), [("table_size", 5), ("system", "office_job"), ("edition", "medieval"), ("target", 150)]
)
def test_the_first_draw_fixes_the_game_and_its_tables(season, field, value):
    tournament = made(season, system="careers", mode="formula", target=100)
    stage = a_stage(tournament, [], number=9)
    Draw.objects.create(
        tournament=tournament, round=a_round(stage), number=1, method="swiss", seed="", source={}, outcome={}, cost={}
    )
    assert "The first round is drawn" in refusal(edit_tournament, tournament=tournament, **{field: value})[field][0]
    edit_tournament(tournament=tournament, place="Elsewhere", shortfall="bye")


def test_there_are_never_fewer_places_than_are_taken(season):
    tournament = made(season, capacity=8)
    entered(tournament, 5, status=Entry.REGISTERED)
    assert "5 places are taken" in refusal(edit_tournament, tournament=tournament, capacity=4)["capacity"][0]
    assert edit_tournament(tournament=tournament, capacity=5).capacity == 5


def test_more_places_are_filled_from_the_waiting_list_in_its_order(season):
    tournament = made(season, capacity=2)
    entries = entered(tournament, 5, status=Entry.WAITING)
    Entry.objects.filter(number__lte=2).update(status=Entry.REGISTERED)
    edit_tournament(tournament=tournament, capacity=4)
    assert [entry.status for entry in Entry.objects.all()] == ["registered"] * 4 + ["waiting"]
    moved = LedgerEntry.objects.filter(kind="moved_up").order_by("id")
    assert [event.about["entries"] for event in moved] == [[entries[2].pk], [entries[3].pk]]


def test_the_board_cannot_be_changed_under_those_who_entered(season):
    tournament = made(season)
    entered(tournament, 1, status=Entry.REGISTERED)
    found = refusal(edit_tournament, tournament=tournament, edition="medieval")
    assert "Ada belongs to another edition" in found["edition"][0]


def test_a_table_size_that_breaks_the_cut_is_refused(season):
    tournament = made(season, stages=stages_of("swiss_and_cut", cut=10))
    assert "Top 10" in refusal(edit_tournament, tournament=tournament, table_size=5)["plan"][0]


def test_a_cancelled_tournament_says_why_and_stays_so(season):
    tournament = made(season)
    assert "Say why" in refusal(cancel_tournament, tournament=tournament, reason="  ")["reason"][0]
    cancel_tournament(tournament=tournament, reason="The hall is flooded.")
    tournament.refresh_from_db()
    assert (tournament.status, tournament.registration_open) == ("cancelled", False)
    assert tournament.events.first().text == "Spring Open is cancelled: The hall is flooded."
    assert "is cancelled" in refusal(cancel_tournament, tournament=tournament, reason="Again")[""][0]
    assert "is cancelled" in refusal(edit_tournament, tournament=tournament, place="x")[""][0]
    assert "is cancelled" in refusal(set_stages, tournament=tournament, plans=stages_of("swiss"))[""][0]


def test_stages_are_replaced_until_they_start(season):
    tournament = made(season)
    set_stages(tournament=tournament, plans=stages_of("swiss_and_cut", rounds=5, cut=10))
    tournament.stages.filter(number=1).update(status=Stage.RUNNING)
    set_stages(tournament=tournament, plans=[StagePlan("knock_out", "Top 16", cut=16)])
    assert [(one.number, one.name, one.rounds, one.cut) for one in tournament.stages.all()] == [
        (1, "Swiss", 5, None),
        (2, "Top 16", None, 16),
    ]
    assert tournament.events.first().text == "It is played as: Swiss, then Top 16."


def test_nothing_follows_a_knock_out_that_has_started(season):
    tournament = made(season, stages=stages_of("knock_out"))
    tournament.stages.update(status=Stage.RUNNING)
    assert "one final table" in refusal(set_stages, tournament=tournament, plans=stages_of("swiss"))["plan"][0]


def test_a_running_stage_may_get_more_rounds_but_not_fewer_than_are_drawn(season):
    tournament = a_tournament(season)
    stage = a_stage(tournament, [], rounds=3)
    for number in (1, 2):
        a_round(stage, number=number, status="ended")
    assert set_rounds(stage=stage, rounds=4).rounds == 4
    assert "2 rounds of Swiss are already drawn" in refusal(set_rounds, stage=stage, rounds=1)["rounds"][0]
    stage.status = Stage.ENDED
    stage.save()
    assert "has ended" in refusal(set_rounds, stage=stage, rounds=5)["rounds"][0]
