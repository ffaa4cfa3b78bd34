"""What one person does within a day is bounded, whichever way it comes; the staff can allow a league more."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.clubs.services.leagues import create_season, invite
from league.core.rules.quotas import MOST, fits, hour_with_room, quotas, room_again
from league.core.services.quotas import QuotaError, forget_old_uses, use_quota
from league.core.services.uploads import run_waiting_import, upload_file
from league.lab.models import Experiment
from league.lab.services.lab import Setup, order_experiment
from league.lab.services.orders import stop_order
from league.models import FileImport, Invitation, League, QuotaUse
from league.people.services.registration import import_characters
from tests.factories.files import CHARACTERS, character_row, csv_file
from tests.factories.founding import founding
from tests.factories.friday_club import FridayClub
from tests.factories.people import a_user
from tests.factories.races import at_once, refused
from tests.factories.thursday_club import ThursdayClub

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def hours(*uses: tuple[int, int]) -> list[tuple[datetime, int]]:
    return [(NOON + timedelta(hours=hour), amount) for hour, amount in uses]


def test_there_is_room_again_when_the_oldest_hours_are_a_day_old():
    used = hours((0, 3), (5, 2))
    assert fits(used, amount=1, most=6) and not fits(used, amount=2, most=6)
    assert room_again(used, amount=3, most=6) == NOON + timedelta(hours=24)
    assert room_again(used, amount=6, most=6) == NOON + timedelta(hours=29)
    assert room_again(used, amount=7, most=6) is None


def test_letters_go_out_in_the_first_hour_with_room():
    used = dict(hours((-3, 60), (0, 30)))
    assert hour_with_room(used, NOON, amount=10, most=100) == NOON
    assert hour_with_room(used, NOON, amount=20, most=100) == NOON + timedelta(hours=21)
    assert hour_with_room(used, NOON, amount=500, most=100) == NOON + timedelta(hours=24)


def test_a_club_with_400_players_meets_no_quota():
    assert all(quotas()[kind].most >= 800 for kind in ("characters", "invitations", "claim_links"))
    assert quotas()["letters"].most_of_a_new_one >= 400 * 10


def used_up(user: User, kind: str, *, hours_ago: int = 1) -> None:
    hour = timezone.now().replace(minute=0, second=0, microsecond=0) - timedelta(hours=hours_ago)
    QuotaUse.objects.update_or_create(user=user, kind=kind, hour=hour, defaults={"amount": quotas()[kind].most})


@pytest.mark.parametrize(
    ("kind", "page", "form"),
    [
        ("leagues", "/leagues/new/", founding(name="One more")),
        ("seasons", "/leagues/friday-club/seasons/new/", {"name": "One more"}),
        ("invitations", "/leagues/friday-club/members/", {"invite": "1", "role": "player"}),
        (
            "characters",
            "/characters/register/",
            {
                **{"name": "One More", "edition": "london", "specialty": "law", "side_interest": "journalism"},
                **{"title": "Counsel", "owner": ""},
            },
        ),
        (
            "webhooks",
            "/leagues/friday-club/webhooks/",
            {"url": "https://8.8.8.8/", "style": "signed", "kinds": ["finished"]},
        ),
        (
            "orders",
            "/lab/new/?game=careers",
            {"a_seats": "2", "a_bots": "random", "a_target": "20", "kind": "wins", "who": "1", "most": "10"},
        ),
    ],
)
def test_a_form_says_when_it_is_possible_again_and_changes_nothing(
    client: Client, club: FridayClub, kind: str, page: str, form: dict
):
    if kind == "characters":
        form = form | {"league": club.league.slug}
    used_up(club.cleo, kind)
    client.force_login(club.cleo)
    refused_page = client.post(page, form, follow=True)
    said = MOST[kind].format(most=quotas()[kind].most)
    assert said in refused_page.content.decode(), refused_page.content.decode()
    assert "You can do it again on " in refused_page.content.decode()
    QuotaUse.objects.all().delete()
    assert said not in client.post(page, form, follow=True).content.decode()
    assert QuotaUse.objects.filter(kind=kind).exists()


def test_the_api_answers_429_with_the_time_to_wait(thursday: ThursdayClub):
    otto = User.objects.get(username="otto")
    body = {"name": "Eve", "edition": "london", "specialty": "law", "side_interest": "journalism", "title": "Counsel"}
    used_up(otto, "characters", hours_ago=20)
    answer = thursday.client("otto").post("/api/v1/characters/", body | {"owner": ""}, format="json")
    assert answer.status_code == 429 and answer.json()["errors"][0]["code"] == "quota"
    assert "No more than 1,200 characters" in answer.json()["errors"][0]["detail"]
    assert 3 * 3600 <= int(answer["Retry-After"]) <= 4 * 3600
    used_up(otto, "webhooks")
    hook = {"url": "https://8.8.8.8/", "kinds": ["finished"]}
    assert (
        thursday.client("otto").post("/api/v1/leagues/thursday-club/webhooks/", hook, format="json").status_code == 429
    )


def test_more_in_one_go_than_a_day_holds_is_no_matter_of_time(club: FridayClub):
    with pytest.raises(QuotaError, match="Smaller parts than 2,000 at once") as found:
        use_quota("characters", by=club.cleo, amount=2000)
    assert found.value.again_at is None


def test_an_order_is_resumed_so_often_within_a_day(client: Client, club: FridayClub):
    made = order_experiment(system="careers", a=Setup(2, ("random",)), most=10, by=club.cleo)
    QuotaUse.objects.all().delete()
    stop_order(order=made)
    used_up(club.cleo, "orders")
    client.force_login(club.cleo)
    resume = reverse("experiment_change", args=[made.pk])
    said = MOST["orders"].format(most=quotas()["orders"].most)
    assert said in client.post(resume, follow=True).content.decode()
    made.refresh_from_db()
    assert made.status == Experiment.STOPPED
    QuotaUse.objects.all().delete()
    client.post(resume)
    made.refresh_from_db()
    assert made.status == Experiment.RUNNING and QuotaUse.objects.get().kind == "orders"


def a_file(*names: str) -> bytes:
    return csv_file(CHARACTERS, [character_row(name, owner="") for name in names])


def test_a_file_of_400_players_passes_and_one_beyond_the_day_is_refused_whole(club: FridayClub):
    import_characters(league=club.league, data=a_file(*(f"Player {n}" for n in range(400))), by=club.cleo)
    used_up(club.cleo, "characters")
    upload_file(league=club.league, kind="characters", name="more.csv", content=a_file("Late"), by=club.cleo)
    assert run_waiting_import()
    upload = FileImport.objects.get()
    assert upload.status == FileImport.REFUSED and "No more than 1,200 characters" in upload.summary
    assert not club.league.enrolments.filter(character__name="Late").exists()


def test_seasons_of_a_results_file_count_too(club: FridayClub):
    used_up(club.cleo, "seasons")
    with pytest.raises(QuotaError):
        create_season(league=club.league, name="Another", by=club.cleo)
    create_season(league=club.league, name="By a command")


def test_files_are_bounded_themselves(club: FridayClub):
    used_up(club.cleo, "imports")
    with pytest.raises(ValidationError, match="No more than 200 files"):
        upload_file(league=club.league, kind="characters", name="a.csv", content=a_file("Late"), by=club.cleo)
    assert not FileImport.objects.exists()


def test_the_staff_has_no_quota_and_may_allow_a_league_more(client: Client, club: FridayClub):
    used_up(club.cleo, "invitations")
    root = User.objects.create(username="root", is_staff=True, is_superuser=True)
    invite(league=club.league, role="player", by=root)
    client.force_login(root)
    page = client.get(reverse("admin:league_league_change", args=[club.league.pk])).content.decode()
    assert 'name="quota_factor"' in page
    League.objects.filter(pk=club.league.pk).update(quota_factor=2)
    invite(league=League.objects.get(pk=club.league.pk), role="player", by=club.cleo)
    assert Invitation.objects.count() == 2


def test_what_was_rolled_back_was_not_done(club: FridayClub):
    QuotaUse.objects.all().delete()
    with pytest.raises(ValidationError):
        create_season(league=club.league, name=club.season.name, by=club.cleo)
    assert not QuotaUse.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_at_the_same_moment_one_is_the_last():
    user, league = a_user("cleo"), League.objects.create(name="Club", slug="club")
    used_up(user, "invitations")
    QuotaUse.objects.update(amount=quotas()["invitations"].most - 1)
    answers = at_once(*[lambda: invite(league=league, role="player", by=user)] * 2)
    assert [type(one) for one in refused(answers)] == [QuotaError]
    assert Invitation.objects.count() == 1


def test_uses_of_the_day_before_yesterday_are_forgotten(club: FridayClub):
    used_up(club.cleo, "invitations", hours_ago=25)
    invite(league=club.league, role="player", by=club.cleo)
    used_up(club.cleo, "tokens", hours_ago=60)
    forget_old_uses()
    assert not QuotaUse.objects.filter(kind="tokens").exists()
