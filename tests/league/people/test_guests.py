"""People without an account by name: one, or a pasted list with a preview."""

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from characters.models import Character
from characters.services.registration import change_programs
from league.models import ClaimLink, Season
from league.people.rules.characters import dealt_programs, guest_lines
from league.people.services.guests import register_guest, register_guests
from league.people.services.owners import claim_by_paper, undo_claim
from tests.factories.characters import a_character, hire
from tests.factories.games import played
from tests.factories.pages import text
from tests.factories.people import a_member, a_user, an_organiser
from tests.factories.seasons import a_season
from tests.factories.sheets import at

pytestmark = pytest.mark.django_db
PAGE = "/characters/register/guests/"


@pytest.fixture
def season() -> Season:
    return a_season()


@pytest.fixture
def olga(season) -> User:
    return an_organiser(season)


@pytest.fixture
def at_desk(client, olga):
    client.force_login(olga)
    return client


def form(season: Season, names: str, **more: object) -> dict[str, object]:
    return {"league": season.league.slug, "edition": "london", "names": names, **more}


def test_a_pasted_list_is_shown_first_and_kept_only_then(at_desk, season):
    a_character(season, "Ada")
    a_character(a_season("autumn"), "Bo")
    page = text(at_desk.post(PAGE, form(season, "ada\n\nBo\n Zoe  W ; Ann\n")))
    assert "Register 2?" in page and "is left out" in page and "a number is added" in page
    assert Character.objects.count() == 2
    at_desk.post(PAGE, form(season, "ada\n\nBo\n Zoe  W ; Ann\n", sure=1))
    made = Character.objects.filter(owner=None).order_by("name_key")
    assert [(one.name, one.owner_label) for one in made] == [("Bo 2", "Bo"), ("Zoe W", "Ann")]


def test_a_name_that_stands_twice_in_the_list_is_said_to_get_a_number(at_desk, season):
    page = text(at_desk.post(PAGE, form(season, "Zoe\nBo\nzoe")))
    assert "Register 3?" in page
    assert page.count("somebody else in this list has that name: a number is added") == 1
    at_desk.post(PAGE, form(season, "Zoe\nBo\nzoe", sure=1))
    assert sorted(Character.objects.values_list("name", flat=True)) == ["Bo", "Zoe", "zoe 2"]


def test_one_line_is_one_character(at_desk, season):
    page = text(at_desk.post(PAGE, form(season, "Zoe", sure=1), follow=True))
    assert "Zoe is registered." in page and "without an account" in page


def test_the_same_list_again_makes_nobody_twice(season, olga):
    lines = guest_lines("Zoe\nBo; Ann")
    for expected in (2, 0):
        made = register_guests(league=season.league, lines=lines, edition_id="london", by=olga)
        assert len(made) == expected


@pytest.mark.parametrize("names", ["Zoe\n\u202eevil", "Zoe\n" + "x" * 201, "Zoe\n; Ann", "Zoe\nBo; " + "x" * 151])
def test_a_line_that_cannot_be_read_is_named_and_nobody_is_registered(at_desk, season, names):
    page = at_desk.post(PAGE, form(season, names))
    assert page.status_code == 422 and "line 2" in text(page)
    assert at_desk.post(PAGE, form(season, names, sure=1)).status_code == 422
    assert not Character.objects.exists()


@pytest.mark.parametrize("names", ["", " \n \n", "\n".join(f"Guest {number}" for number in range(301))])
def test_nobody_and_too_many_are_refused(at_desk, season, names):
    assert at_desk.post(PAGE, form(season, names, sure=1)).status_code == 422
    assert not Character.objects.exists()


def test_only_organisers_register_guests_and_in_their_own_league_alone(client, season, olga):
    client.force_login(a_member(season, "pia"))
    assert client.get(PAGE).status_code == 403
    client.force_login(olga)
    elsewhere = a_season("autumn")
    assert client.post(PAGE, form(elsewhere, "Zoe", sure=1)).status_code == 422
    assert not Character.objects.exists()


def test_the_preview_asks_the_database_as_often_for_a_long_list(at_desk, season, django_assert_max_num_queries):
    names = "\n".join(f"Guest {number}" for number in range(200))
    with django_assert_max_num_queries(16):
        at_desk.post(PAGE, form(season, names))


def test_programs_are_dealt_by_name_and_every_program_comes_up():
    dealt = [dealt_programs(f"Guest {number}", "london") for number in range(300)]
    assert dealt[0] == dealt_programs("guest 0", "london") and all(one != other for one, other in dealt)
    assert len({one for one, _ in dealt}) == len({other for _, other in dealt}) > 5


@pytest.mark.rule("careers R101")
def test_the_limit_of_characters_counts_people_and_not_labels(season, olga):
    hire(season, "Mine", owner=olga)
    for name in ("Ann", "Ben", "Cat"):
        register_guest(league=season.league, name=name, label="olga", edition_id="london", by=olga)
    assert Character.objects.filter(owner=None).count() == 3


@pytest.mark.rule("careers R101")
def test_a_claim_by_paper_counts_as_a_character_of_the_person_and_can_be_undone(season, olga):
    guest = register_guest(league=season.league, name="Ann", edition_id="london", by=olga)
    bo = hire(season, "Bo")
    with pytest.raises(ValidationError, match="R101"):
        claim_by_paper(character=guest, digest=ClaimLink.digest_of("paper"), user=bo.owner)
    una = a_user("una")
    claim_by_paper(character=guest, digest=ClaimLink.digest_of("paper"), user=una)
    assert Character.objects.get(pk=guest.pk).owner == una
    undo_claim(link=ClaimLink.objects.get(), by=olga)
    with pytest.raises(ValidationError):
        claim_by_paper(character=guest, digest=ClaimLink.digest_of("paper"), user=una)
    assert Character.objects.get(pk=guest.pk).owner is None


def test_programs_that_were_dealt_are_chosen_anew_until_the_first_game_counts(at_desk, season, olga):
    zoe = register_guest(league=season.league, name="Zoe", edition_id="london", by=olga)
    papers = {"name": "Zoe", "title": "Counsel", "specialty": "law", "side_interest": "journalism"}
    assert 'name="specialty"' in text(at_desk.get(f"/characters/{zoe.slug}/edit/"))
    at_desk.post(f"/characters/{zoe.slug}/edit/", papers)
    zoe.refresh_from_db()
    assert (zoe.specialty, zoe.side_interest, zoe.primary_company) == ("law", "journalism", "lister_bacon")
    page = at_desk.post(f"/characters/{zoe.slug}/edit/", papers | {"side_interest": "law"})
    assert page.status_code == 422 and "must differ" in text(page)
    played(season, "g1", at(zoe, 110), at(hire(season, "Bo"), 10))
    assert 'name="specialty"' not in text(at_desk.get(f"/characters/{zoe.slug}/edit/"))
    with pytest.raises(ValidationError, match="can no longer change"):
        change_programs(character=zoe, specialty="journalism", side_interest="law")
