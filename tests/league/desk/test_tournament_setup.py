"""Setting up a tournament and changing it."""

import re

import pytest
from django.urls import reverse

from characters.rules.facts import stamp
from league.models import Draw, Entry, Stage, Tournament
from league.tournaments.stages.forms import NewTournamentForm
from tests.factories.desk import a_desk
from tests.factories.pages import inputs, text
from tests.factories.tournaments import a_round, entered

FORM = {
    "name": "Autumn Open",
    "starts_at": "2026-10-03T14:00",
    "place": "Town hall",
    "system": "career_compass",
    "edition": "london",
    "table_size": "4",
    "shortfall": "mixed",
    "capacity": "16",
    "self_registration": "on",
    "round_minutes": "50",
    "confirm_seconds": "90",
    "played_here": "on",
    "plan": "swiss_and_cut",
    "rounds": "",
    "cut": "10",
}


pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def desk(rows_of_module):
    with rows_of_module.unblock():
        return a_desk(capacity=16)


@pytest.fixture
def new(desk):
    return reverse("tournament_create", args=[desk.season.slug])


@pytest.fixture
def settings_page(desk):
    return reverse("tournament_settings", args=[desk.tournament.slug])


def test_an_organiser_announces_a_tournament(client, desk, new):
    client.force_login(desk.olga)
    page = text(client.get(new))
    assert "Swiss and top cut" in page and "4, 7, 10, 13, 16" in page
    response = client.post(new, FORM)
    made = Tournament.objects.get(name="Autumn Open")
    assert response.url == reverse("tournament_desk", args=[made.slug])
    assert (made.place, made.capacity, made.round_minutes, made.created_by) == ("Town hall", 16, 50, desk.olga)
    assert stamp(made.starts_at) == "2026-10-03T13:00:00Z" and made.self_registration  # 14:00 in London
    assert made.played_here and "played on the site" in text(client.get(made.get_absolute_url()))
    assert [(stage.format, stage.cut) for stage in made.stages.all()] == [("swiss", None), ("knock_out", 10)]


FOLDED = re.compile(r'<details class="disclosure" (open)?>\s*<summary>\s*<span>(.*?)</span>', re.DOTALL)


def folded(response) -> tuple[bool, str]:
    """Return whether what has a default is unfolded, and the sentence that says the defaults."""
    match = FOLDED.search(text(response))
    assert match is not None
    return bool(match[1]), " ".join(match[2].split())


def test_what_has_a_default_is_folded_and_said_in_a_sentence(client, desk, new, settings_page):
    client.force_login(desk.olga)
    assert folded(client.get(new)) == (
        False,
        "Starts when you say so, any number of characters, tables of 4, rounds of 60 minutes. Change it",
    )
    is_open, sentence = folded(client.get(settings_page))
    assert not is_open and "up to 16 characters, tables of 4" in sentence


def test_name_game_and_format_are_enough(client, desk, new):
    client.force_login(desk.olga)
    untouched = {name: value for name, value in inputs(client.get(new)) if name in NewTournamentForm.base_fields}
    radios = {"shortfall": "mixed", "mode": "formula", "edition": "london", "self_registration": "on"}
    client.post(new, untouched | radios | {"name": "Quick Cup", "system": "career_compass", "plan": "swiss"})
    assert Tournament.objects.get(name="Quick Cup").table_size == 4


@pytest.mark.parametrize(
    ("changes", "is_open"),
    [({"name": ""}, False), ({"cut": "", "plan": "swiss_and_cut"}, False), ({"capacity": "some"}, True)],
)
def test_a_refusal_unfolds_what_it_is_about(client, desk, new, changes, is_open):
    client.force_login(desk.olga)
    defaults = FORM | {"starts_at": "", "place": "", "capacity": "", "round_minutes": "60", "confirm_seconds": "120"}
    defaults |= {"played_here": "", "mode": "formula", "target": "100", "minutes": "30"}
    response = client.post(new, defaults | changes)
    assert response.status_code == 422 and folded(response)[0] is is_open


def test_a_careers_tournament_says_how_it_is_played(client, desk, new):
    client.force_login(desk.olga)
    form = FORM | {"system": "careers", "mode": "formula", "target": "120", "plan": "fixed"}
    client.post(new, form)
    made = Tournament.objects.get(name="Autumn Open")
    assert (made.mode, made.target, made.minutes) == ("formula", 120, None)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"name": ""}, "This field is required"),
        ({"system": "careers", "mode": ""}, "Choose how Careers is played"),
        ({"system": "careers", "mode": "formula", "target": "40"}, "at least 100"),
        ({"system": "office_job", "table_size": "7"}, "Office Job is played by 2 to 5"),
        ({"cut": ""}, "Say how many play on"),
        ({"cut": "5"}, "Take 4 or 7"),
        ({"plan": "career_poker"}, "is played with Career Poker"),
        ({"starts_at": "soon"}, "Give day and time"),
        ({"capacity": "some"}, "Enter a whole number"),
    ],
)
def test_a_refusal_stands_on_the_form_and_keeps_what_was_typed(client, desk, new, changes, words):
    client.force_login(desk.olga)
    response = client.post(new, FORM | changes)
    assert response.status_code == 422
    assert words in text(response)
    assert ("place", "Town hall") in inputs(response)
    assert not Tournament.objects.filter(place="Town hall").exists()


def test_rounds_are_shown_for_the_table_size_on_the_form(client, desk, new):
    client.force_login(desk.olga)
    page = text(client.get(f"{new}?table_size=5&capacity=40"))
    assert "Tables of 5: rounds by number" in page and "8 tables of 5" in page
    assert client.get(f"{new}?table_size=x&capacity=-1&shortfall=none&system=chess").status_code == 200


@pytest.mark.parametrize("page", ["new", "settings_page"])
def test_only_organisers_set_up(client, desk, page, request):
    url = request.getfixturevalue(page)
    assert reverse("account_login") in client.get(url).url
    for user in (desk.kit, desk.pia, desk.stranger):
        client.force_login(user)
        assert client.get(url).status_code == 403
        assert client.post(url, FORM).status_code == 403


def test_settings_are_shown_and_saved(client, desk, settings_page):
    client.force_login(desk.olga)
    shown = client.get(settings_page)
    assert ("name", "Spring Open") in inputs(shown) and ("capacity", "16") in inputs(shown)
    form = FORM | {"what": "setup", "name": "Spring Open", "self_registration": ""}
    assert client.post(settings_page, form).url == settings_page
    desk.tournament.refresh_from_db()
    assert (desk.tournament.place, desk.tournament.round_minutes) == ("Town hall", 50)
    assert not desk.tournament.self_registration


def test_too_few_places_are_refused_with_the_number_that_are_taken(client, desk, settings_page):
    entered(desk.tournament, 5, status=Entry.REGISTERED)
    client.force_login(desk.olga)
    response = client.post(settings_page, FORM | {"what": "setup", "capacity": "4"})
    assert response.status_code == 422 and "5 places are taken" in text(response)
    assert ("capacity", "4") in inputs(response)


def test_what_the_first_draw_fixed_cannot_be_typed_any_more(client, desk, settings_page):
    stage = desk.tournament.stages.get()
    Stage.objects.update(status=Stage.RUNNING)
    drawn = {"number": 1, "method": "swiss", "seed": "", "source": {}, "outcome": {}, "cost": {}}
    Draw.objects.create(tournament=desk.tournament, round=a_round(stage), **drawn)
    client.force_login(desk.olga)
    assert "Fixed by the first draw." in text(client.get(settings_page))
    client.post(settings_page, FORM | {"what": "setup", "table_size": "5", "place": "Library"})
    desk.tournament.refresh_from_db()
    assert (desk.tournament.table_size, desk.tournament.place) == (4, "Library")


def test_how_it_is_played_is_changed_before_the_start(client, desk, settings_page):
    client.force_login(desk.olga)
    client.post(settings_page, {"what": "plan", "plan": "swiss_and_cut", "rounds": "5", "cut": "4"})
    assert [(stage.name, stage.rounds, stage.cut) for stage in desk.tournament.stages.all()] == [
        ("Swiss", 5, None),
        ("Top 4", None, 4),
    ]
    refused = client.post(settings_page, {"what": "plan", "plan": "swiss_and_cut", "rounds": "5", "cut": "5"})
    assert refused.status_code == 422 and "Take 4 or 7" in text(refused)


def test_a_running_stage_gets_more_rounds_and_a_top_cut(client, desk, settings_page):
    Stage.objects.update(status=Stage.RUNNING, rounds=3)
    client.force_login(desk.olga)
    assert "What has started stays" in text(client.get(settings_page))
    client.post(settings_page, {"what": "rounds", "rounds": "4"})
    client.post(settings_page, {"what": "cut", "cut": "4"})
    assert [(stage.name, stage.rounds) for stage in desk.tournament.stages.all()] == [("Swiss", 4), ("Top 4", None)]
    client.post(settings_page, {"what": "cut", "cut": ""})
    assert desk.tournament.stages.count() == 1


def test_a_cancelled_tournament_cannot_be_changed(client, desk, settings_page):
    Tournament.objects.update(status="cancelled")
    client.force_login(desk.olga)
    assert "it can no longer be changed" in text(client.get(settings_page))


def test_cancelling_needs_a_reason(client, desk):
    url = reverse("tournament_cancel", args=[desk.tournament.slug])
    client.force_login(desk.olga)
    assert "can't be opened again" in text(client.get(url))
    assert client.post(url, {"reason": " "}).status_code == 422
    client.post(url, {"reason": "The hall is flooded."})
    desk.tournament.refresh_from_db()
    assert desk.tournament.status == "cancelled"
    client.force_login(desk.kit)
    assert client.get(url).status_code == 403
