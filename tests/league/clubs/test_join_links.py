"""The reusable link of a league or a tournament: who gets in by it, until when, how many, and when it is ended."""

import re
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone

from characters.models import Character
from league.clubs.queries.joining import Door, shown_secret
from league.clubs.services.joining import end_join_link, join, make_join_link, set_joining, switch_join_link
from league.models import Entry, JoinLink, JoinRequest, LedgerEntry, Membership
from league.models.organisation import Joining
from league.people.services.guests import register_guest
from tests.factories.characters import a_character
from tests.factories.pages import text
from tests.factories.people import a_user
from tests.factories.seasons import a_season

pytestmark = pytest.mark.django_db


def a_link(desk, how: str = Joining.OPEN, **fields) -> JoinLink:
    return make_join_link(
        **{"league": desk.season.league, "how": how, "days": 7, "by": desk.olga, "tournament": None, **fields}
    )


def address(link: JoinLink) -> str:
    return f"/j/{shown_secret(link)}/"


def members() -> set[str]:
    return set(Membership.objects.values_list("user__username", flat=True))


def test_many_people_join_by_one_link(desk):
    link = a_link(desk)
    for name in ("una", "vic", "wim"):
        client = Client()
        client.force_login(a_user(name))
        assert client.post(address(link)).status_code == 302
    assert {"una", "vic", "wim"} <= members()
    link.refresh_from_db()
    assert link.uses == 3
    assert not Membership.objects.filter(user__username__in=("una", "vic", "wim")).exclude(role="player").exists()


def test_a_stranger_reads_what_it_is_and_who_runs_it_and_keeps_the_way_back(client, desk):
    link = a_link(desk)
    page = text(client.get(address(link)))
    assert desk.season.league.name in page and "olga" in page
    assert f"/accounts/signup/?next={address(link)}" in page and f"/accounts/login/?next={address(link)}" in page
    client.post(address(link), {"name": "Zoe"})
    assert members() == {"olga", "kit", "pia"}


def test_joining_a_tournament_joins_the_league_and_enters_in_the_same_step(stranger, desk):
    link = a_link(desk, tournament=desk.tournament)
    page = text(stranger.post(address(link), {"name": "Zoe"}, follow=True))
    zoe = Character.objects.get(name="Zoe")
    assert (zoe.owner, zoe.edition) == (desk.stranger, desk.tournament.edition)
    assert Entry.objects.get(character=zoe).status == Entry.REGISTERED
    assert "stranger" in members() and "Zoe is registered as number 1." in page


def test_somebody_with_a_character_enters_it_without_naming_another(stranger, desk):
    una = a_character(desk.season, "Una")
    Character.objects.filter(pk=una.pk).update(owner=desk.stranger)
    link = a_link(desk, tournament=desk.tournament)
    assert "Una" in text(stranger.get(address(link)))
    stranger.post(address(link))
    assert Entry.objects.get().character == una


def test_a_player_without_a_name_goes_on_to_the_registration(stranger, desk):
    link = a_link(desk, tournament=desk.tournament)
    answer = stranger.post(address(link), {"name": ""})
    assert answer["Location"] == f"/tournaments/{desk.tournament.slug}/register/"
    answer = stranger.post(address(a_link(desk)), {"name": "Zoe"})
    assert "stranger" in members() and not Character.objects.exists()


def test_joining_a_league_leads_to_the_character_with_the_name_typed(stranger, desk):
    answer = stranger.post(address(a_link(desk)), {"name": "Zoe W"})
    assert answer["Location"] == f"/characters/register/?league={desk.season.league.slug}&name=Zoe+W"


def test_the_name_typed_is_enough_for_a_character_of_the_edition_that_the_league_plays(stranger, desk, league):
    register_guest(league=league, name="Anna", edition_id="jazz_age", by=desk.olga)
    answer = stranger.post(address(a_link(desk)), {"name": "Zoe W"})
    form = stranger.get(answer["Location"]).context["form"]
    defaults = {name: form[name].value() for name in form.fields}
    stranger.post("/characters/register/", defaults | {"league": league.slug})
    zoe = Character.objects.get(name="Zoe W")
    assert (zoe.owner, zoe.edition) == (desk.stranger, "jazz_age")


def test_where_registration_is_closed_one_still_joins_the_league_and_reads_why(stranger, desk):
    desk.tournament.registration_open = False
    desk.tournament.save()
    link = a_link(desk, tournament=desk.tournament)
    page = text(stranger.post(address(link), {"name": "Zoe"}, follow=True))
    assert "stranger" in members() and "Registration is closed" in page
    assert not Entry.objects.exists()


@pytest.mark.parametrize("spoilt", ["ended", "too old", "used up"])
def test_a_link_that_is_over_lets_nobody_in_and_leads_on(stranger, desk, spoilt):
    link = a_link(desk, most_uses=1)
    if spoilt == "ended":
        end_join_link(link=link, by=desk.olga)
    elif spoilt == "too old":
        JoinLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    else:
        join(door=Door(link.league, None, link), user=a_user("una"))
    page = stranger.get(address(link))
    assert page.status_code == 410 and f"/leagues/{link.league.slug}/join/" in text(page)
    assert stranger.post(address(link)).status_code == 422
    assert "stranger" not in members()


def test_the_link_made_anew_ends_the_one_before(stranger, desk):
    first, second = a_link(desk), a_link(desk)
    assert address(first) != address(second)
    assert stranger.get(address(first)).status_code == 410
    assert stranger.get(address(second)).status_code == 200
    with pytest.raises(IntegrityError):
        JoinLink.objects.update(ended_at=None)


def test_league_and_tournament_have_a_link_each(desk):
    league, tournament = a_link(desk), a_link(desk, tournament=desk.tournament)
    assert JoinLink.objects.filter(ended_at=None).count() == 2
    assert address(league) != address(tournament)


def test_a_link_switched_to_invitation_lets_nobody_in_until_it_is_switched_back(stranger, desk):
    link = switch_join_link(link=a_link(desk), how=Joining.INVITATION, by=desk.olga)
    assert "by invitation only" in text(stranger.get(address(link)))
    assert stranger.post(address(link)).status_code == 422 and "stranger" not in members()
    switch_join_link(link=link, how=Joining.OPEN, by=desk.olga)
    stranger.post(address(link))
    assert "stranger" in members()


def test_only_the_digest_is_kept_and_the_site_can_still_show_the_link(client, desk, settings):
    link = a_link(desk)
    secret = shown_secret(link)
    assert secret and secret not in (link.digest, link.nonce)
    assert len(secret) == 24
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another key of this site"
    assert shown_secret(link) == secret
    settings.SECRET_KEY_FALLBACKS = []
    assert shown_secret(link) == ""
    assert client.get(f"/j/{secret}/").status_code == 200
    client.force_login(desk.olga)
    assert "earlier key" in text(client.get(f"/leagues/{desk.season.league.slug}/joining/"))


def test_secrets_are_not_tried_out(client, desk, settings):
    link = a_link(desk)
    answers = [client.get(f"/j/{number:024}/").status_code for number in range(31)]
    assert answers == [404] * 30 + [429]
    assert client.get(address(link)).status_code == 200


def test_a_member_who_follows_the_link_takes_no_place_on_it(client, desk):
    link = a_link(desk, most_uses=1)
    client.force_login(desk.pia)
    assert "You are a member" in text(client.get(address(link)))
    client.post(address(link))
    link.refresh_from_db()
    assert link.uses == 0


def test_a_hidden_league_has_no_door_for_strangers(stranger, desk, league):
    link = a_link(desk)
    league.hidden_at, league.hidden_why = timezone.now(), "A report."
    league.save()
    from league.core.queries.access import forget_leagues

    forget_leagues()
    assert stranger.get(address(link)).status_code == 404
    assert stranger.get(f"/leagues/{league.slug}/join/").status_code == 404
    forget_leagues()


def test_a_name_of_a_guest_is_not_made_twice_but_explained(stranger, desk):
    guest = a_character(desk.season, "Zoë O’Brien")
    Character.objects.filter(pk=guest.pk).update(owner=None)
    link = a_link(desk, tournament=desk.tournament)
    page = stranger.post(address(link), {"name": "zoe obrien"})
    assert page.status_code == 422 and "I am Zoë O’Brien" in text(page)
    assert "stranger" not in members() and Character.objects.count() == 1


@pytest.mark.parametrize("name", ["\u202eevil", "x" * 201, "Taken"])
def test_a_name_that_cannot_be_borne_changes_nothing(stranger, desk, name):
    a_character(a_season("autumn"), "Taken")
    link = a_link(desk, tournament=desk.tournament)
    assert stranger.post(address(link), {"name": name}).status_code == 422
    link.refresh_from_db()
    assert "stranger" not in members() and link.uses == 0


def test_every_change_of_a_link_is_in_the_ledger_without_its_secret(desk, league):
    link = a_link(desk)
    switch_join_link(link=link, how=Joining.APPROVAL, by=desk.olga)
    end_join_link(link=link, by=desk.olga)
    set_joining(league=league, how=Joining.OPEN, by=desk.olga)
    written = LedgerEntry.objects.filter(league=league, by=desk.olga).order_by("pk")
    assert list(written.values_list("kind", flat=True)) == [
        "join_link_made",
        "join_link_changed",
        "join_link_ended",
        "joining_changed",
    ]
    assert not any(shown_secret(link) in f"{row.text}{row.about}" for row in written)


@pytest.mark.parametrize("wrong", [{"how": "anyhow"}, {"days": 9999}, {"most_uses": 0}, {"most_uses": 10_001}])
def test_a_link_with_nonsense_is_refused(desk, wrong):
    with pytest.raises(ValidationError):
        a_link(desk, **wrong)
    assert not JoinLink.objects.exists()


def checked(response) -> list[tuple[str, str]]:
    """Return who gets in, as the radio buttons of the page have it."""
    return re.findall(r'type="radio" name="(switch|joining)" value="(\w+)"[^>]* checked', text(response))


def test_the_page_of_a_tournament_asks_of_its_link_alone(client, desk, tournament):
    client.force_login(desk.olga)
    page = f"/tournaments/{tournament.slug}/desk/joining/"
    assert "Who gets in<" not in text(client.get(page))
    client.post(page, {"make": 1, "how": "open", "days": 30, "most_uses": ""})
    client.post(page, {"switch": "approval", "joining": "invitation"})
    assert checked(client.get(page)) == [("switch", "approval")]
    tournament.season.league.refresh_from_db()
    assert tournament.season.league.joining == "approval"


def test_an_organiser_makes_shows_switches_and_ends_the_link_on_one_page(client, desk, league):
    client.force_login(desk.olga)
    page = f"/leagues/{league.slug}/joining/"
    assert "Make a link" in text(client.get(page))
    shown = text(client.post(page, {"make": 1, "how": "approval", "days": 30, "most_uses": ""}, follow=True))
    link = JoinLink.objects.get()
    assert address(link) in shown and "data:image/svg" in shown
    poster = text(client.get(f"/joining/{link.pk}/poster/"))
    assert address(link) in poster and "Scan to join" in poster
    assert checked(client.get(page)) == [("switch", "approval"), ("joining", "approval")]
    client.post(page, {"switch": "open", "joining": "invitation"})
    shown = client.get(page)
    assert checked(shown) == [("switch", "open"), ("joining", "invitation")] and shown.text.count(">Save<") == 1
    client.post(page, {"end": 1})
    link.refresh_from_db()
    league.refresh_from_db()
    assert link.how == "open" and link.ended_at and league.joining == "invitation"
    assert client.get(f"/joining/{link.pk}/poster/").status_code == 404


def test_a_bad_form_says_so_and_makes_no_link(client, desk, tournament):
    client.force_login(desk.olga)
    page = client.post(f"/tournaments/{tournament.slug}/desk/joining/", {"make": 1, "how": "open", "days": 5})
    assert page.status_code == 422 and not JoinLink.objects.exists()


def test_nobody_else_sees_the_link_or_its_poster(client, desk, league):
    link = a_link(desk)
    for user in (desk.kit, desk.pia, desk.stranger):
        client.force_login(user)
        for page in (f"/leagues/{league.slug}/joining/", f"/joining/{link.pk}/poster/"):
            assert client.get(page).status_code == 403
    assert not JoinRequest.objects.exists()
