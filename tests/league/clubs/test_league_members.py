from datetime import timedelta

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.clubs.services.leagues import invite
from league.models import Invitation, Membership
from tests.factories.friday_club import FridayClub


def url(club: FridayClub) -> str:
    return reverse("league_members", args=[club.league.slug])


def role_of(user) -> str | None:
    return Membership.objects.filter(user=user).values_list("role", flat=True).first()


def join_url(invitation: Invitation) -> str:
    return reverse("invitation_accept", args=[invitation.token])


def test_an_organiser_invites_and_sees_the_link(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    page = client.post(url(club), {"invite": "1", "role": "organiser"}, follow=True).content.decode()
    assert f'value="http://testserver{join_url(Invitation.objects.get())}"' in page


def test_a_revoked_link_no_longer_works(client: Client, club: FridayClub):
    invitation = invite(league=club.league, role="player", by=club.cleo)
    client.force_login(club.cleo)
    client.post(url(club), {"revoke": str(invitation.pk)})
    client.force_login(club.dev)
    assert client.get(join_url(invitation)).status_code == 410
    assert client.post(join_url(invitation)).status_code == 410
    assert role_of(club.dev) is None


def test_an_organiser_changes_a_role_and_removes_a_member(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    ada, bo = (Membership.objects.get(user=user).pk for user in (club.ada, club.bo))
    client.post(url(club), {"member": ada, "role": "score_keeper", "change": "1"})
    client.post(url(club), {"member": bo, "role": "player", "remove": "1"})
    assert (role_of(club.ada), role_of(club.bo)) == ("score_keeper", None)


def test_an_organiser_finds_a_member_by_a_part_of_the_name(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    page = client.get(url(club), {"q": " LE "})
    assert [member.user for member in page.context["page_obj"]] == [club.cleo]
    assert 'value="LE"' in page.content.decode()
    assert "Nobody of that name" in client.get(url(club), {"q": "%"}).content.decode()


def test_the_last_organiser_stays(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    cleo = Membership.objects.get(user=club.cleo).pk
    page = client.post(url(club), {"member": cleo, "remove": "1"}, follow=True).content.decode()
    assert "needs at least one organiser" in page
    assert role_of(club.cleo) == "organiser"


def test_members_of_another_league_are_out_of_reach(client: Client, club: FridayClub):
    from league.clubs.services.leagues import create_league

    other = create_league(name="Others", by=club.dev).memberships.get()
    client.force_login(club.cleo)
    assert client.post(url(club), {"member": other.pk, "remove": "1"}).status_code == 404


def test_somebody_without_an_account_signs_up_and_comes_back(client: Client, club: FridayClub):
    invitation = invite(league=club.league, role="player", by=club.cleo)
    page = client.get(join_url(invitation)).content.decode()
    assert f"{reverse('account_signup')}?next={join_url(invitation)}" in page
    response = client.post(
        f"{reverse('account_signup')}?next={join_url(invitation)}", {"username": "eve", "password1": "a-window-seat-1"}
    )
    assert response.url == join_url(invitation)
    client.post(join_url(invitation))
    assert Membership.objects.get(user__username="eve").role == "player"


def test_a_link_is_good_for_one_person(client: Client, club: FridayClub):
    invitation = invite(league=club.league, role="player", by=club.cleo)
    client.force_login(club.dev)
    assert "invites you as <strong>player</strong>" in client.get(join_url(invitation)).content.decode()
    client.post(join_url(invitation))
    assert role_of(club.dev) == "player"
    assert "already been used" in client.get(join_url(invitation)).content.decode()


def test_a_link_never_narrows_a_role(client: Client, club: FridayClub):
    invitation = invite(league=club.league, role="spectator", by=club.cleo)
    client.force_login(club.ada)
    client.post(join_url(invitation))
    assert role_of(club.ada) == "player"


def test_an_old_link_and_a_wrong_one_say_so(client: Client, club: FridayClub):
    invitation = invite(league=club.league, role="player", by=club.cleo)
    Invitation.objects.update(expires_at=timezone.now() - timedelta(days=1))
    assert "too old" in client.get(join_url(invitation)).content.decode()
    assert client.get(reverse("invitation_accept", args=["guess"])).status_code == 404


def test_many_members_stand_on_pages_and_a_change_stays_on_its_own(client: Client, club: FridayClub):
    users = User.objects.bulk_create(User(username=f"member{number:03}") for number in range(60))
    Membership.objects.bulk_create(Membership(league=club.league, user=user) for user in users)
    client.force_login(club.cleo)
    first, second = (client.get(f"{url(club)}?page={page}") for page in (1, 2))
    shown = [member.user.username for page in (first, second) for member in page.context["page_obj"]]
    assert len(first.context["page_obj"]) == 50 and len(set(shown)) == len(shown) == Membership.objects.count()
    last = Membership.objects.get(user=users[-1])
    change = {"member": last.pk, "role": "score_keeper", "change": "1"}
    assert client.post(f"{url(club)}?page=2", change).headers["Location"] == f"{url(club)}?page=2"
