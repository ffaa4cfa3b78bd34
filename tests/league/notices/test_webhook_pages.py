import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from league.models import MailNotice, Membership, Webhook, WebhookDelivery
from league.notices.services.outbox import tell_events
from league.notices.services.webhooks import send_test, send_webhooks
from tests.factories.friday_club import FridayClub
from tests.factories.notices import a_webhook, happened
from tests.factories.pages import text
from tests.factories.receiver import a_receiver
from tests.factories.tournaments import a_tournament

GOOD = {"url": "https://8.8.8.8/hook", "style": "signed", "kinds": ["finished", "round_published"]}


def all_of(club: FridayClub) -> str:
    return reverse("webhook_list", args=[club.league.slug])


def page_of(hook: Webhook) -> str:
    return reverse("webhook_detail", args=[hook.league.slug, hook.pk])


@pytest.fixture
def hook(club: FridayClub) -> Webhook:
    return a_webhook(club.league, "https://hooks.example/very/secret", secret="between-us")


@pytest.fixture
def organiser(client: Client, club: FridayClub) -> Client:
    client.force_login(club.cleo)
    return client


def test_the_workshop_leads_organisers_to_the_webhooks(client: Client, club: FridayClub):
    workshop = f"{club.league.get_absolute_url()}workshop/"
    assert all_of(club) not in text(client.get(workshop))
    client.force_login(club.cleo)
    assert all_of(club) in text(client.get(workshop))
    assert "No webhook yet" in text(client.get(all_of(club)))


@pytest.mark.parametrize("role", ["score_keeper", "player", "spectator", None])
def test_webhooks_are_for_organisers(client: Client, club: FridayClub, hook: Webhook, role: str | None):
    for url in (all_of(club), page_of(hook)):
        assert reverse("account_login") in client.get(url).url
    Membership.objects.filter(user=club.ada).delete()
    if role:
        Membership.objects.create(league=club.league, user=club.ada, role=role)
    client.force_login(club.ada)
    for url in (all_of(club), page_of(hook)):
        assert client.get(url).status_code == 403
        assert client.post(url, GOOD | {"delete": "1"}).status_code == 403
    assert Webhook.objects.get() == hook


def test_the_organiser_of_another_league_does_not_reach_it(client: Client, club: FridayClub, hook: Webhook):
    other = a_tournament().season.league
    Membership.objects.create(league=other, user=club.dev, role="organiser")
    client.force_login(club.dev)
    assert client.get(page_of(hook)).status_code == 403
    assert client.get(reverse("webhook_detail", args=[other.slug, hook.pk])).status_code == 404


def test_an_organiser_adds_a_webhook_and_is_shown_its_secret(organiser: Client, club: FridayClub):
    page = text(organiser.post(all_of(club), GOOD, follow=True))
    made = Webhook.objects.get()
    assert (made.url, made.style, made.created_by) == (GOOD["url"], "signed", club.cleo)
    assert made.kinds == ["round_published", "finished"]
    assert made.secret in page and "Send a test" in page


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"url": ""}, "Enter the address"),
        ({"url": "https://127.0.0.1/"}, "is not on the public internet"),
        ({"url": "gopher://8.8.8.8/"}, "must begin with https://"),
        ({"style": "smoke"}, "Select a valid choice"),
        ({"kinds": []}, "Choose at least one kind"),
        ({"kinds": ["edited"]}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_sent_to_is_refused_beside_its_field(
    organiser: Client, club: FridayClub, hook, changes, sentence
):
    response = organiser.post(all_of(club), GOOD | changes)
    assert response.status_code == 422 and sentence in text(response)
    response = organiser.post(page_of(hook), GOOD | changes | {"change": "1"})
    assert response.status_code == 422 and sentence in text(response)
    hook.refresh_from_db()
    assert hook.url == "https://hooks.example/very/secret"


def test_the_list_shows_where_it_goes_and_not_the_secret_part(organiser: Client, club: FridayClub, hook: Webhook):
    page = text(organiser.get(all_of(club)))
    assert "hooks.example" in page and "very/secret" not in page and "between-us" not in page
    hook.style = Webhook.DISCORD
    hook.save()
    assert "between-us" not in text(organiser.get(page_of(hook)))


def test_an_organiser_changes_what_it_is_told(organiser: Client, hook: Webhook):
    organiser.post(page_of(hook), GOOD | {"change": "1"})
    hook.refresh_from_db()
    assert (hook.url, hook.kinds) == (GOOD["url"], ["round_published", "finished"])


def test_a_test_waits_and_then_shows_the_answer(organiser: Client, hook: Webhook, settings):
    settings.WEBHOOK_LOOPBACK = True
    with a_receiver(answers=[418, 200]) as receiver:
        Webhook.objects.update(url=receiver.url)
        page = text(organiser.post(page_of(hook), {"test": "1"}, follow=True))
        assert "A test of this webhook, sent by cleo" in page and 'hx-trigger="every 2s"' in page
        send_webhooks()
        page = text(organiser.get(page_of(hook)))
        assert (
            "The receiver answered 418." in page
            and "Next try at" in page
            and "Last one failed" in page
            and 'hx-trigger="every' not in page
        )
        WebhookDelivery.objects.update(status="failed")
        delivery = WebhookDelivery.objects.get()
        organiser.post(page_of(hook), {"again": delivery.pk})
        send_webhooks()
        assert "Arrived" in text(organiser.get(page_of(hook)))


def test_a_second_test_is_refused_while_one_waits(organiser: Client, hook: Webhook, club: FridayClub):
    send_test(webhook=hook, by=club.cleo)
    assert "A test is already waiting" in text(organiser.post(page_of(hook), {"test": "1"}, follow=True))
    assert WebhookDelivery.objects.count() == 1


def test_an_organiser_switches_it_off_and_on_and_gets_a_new_secret(organiser: Client, hook: Webhook):
    assert "Switched off" in text(organiser.post(page_of(hook), {"switch": "off"}, follow=True))
    organiser.post(page_of(hook), {"switch": "on"})
    organiser.post(page_of(hook), {"rotate": "1"})
    hook.refresh_from_db()
    assert hook.active and hook.secret != "between-us"


def test_an_organiser_deletes_it_after_being_asked(organiser: Client, club: FridayClub, hook: Webhook):
    assert 'data-confirm="delete"' in text(organiser.get(page_of(hook)))
    assert organiser.post(page_of(hook), {"delete": "1"}).url == all_of(club)
    assert not Webhook.objects.exists()


def test_a_button_that_is_none_changes_nothing(organiser: Client, hook: Webhook):
    assert "has no such button" in text(organiser.post(page_of(hook), {"explode": "1"}, follow=True))
    assert organiser.post(page_of(hook), {"again": "77"}).status_code == 404
    assert organiser.post(all_of_hook(hook), {"again": "x"}).status_code == 404


def all_of_hook(hook: Webhook) -> str:
    return reverse("webhook_list", args=[hook.league.slug])


def test_mail_that_did_not_arrive_is_listed_and_sent_again(organiser: Client, club: FridayClub):
    tournament = a_tournament(club.season)
    lost = MailNotice.objects.create(
        user=club.bo, tournament=tournament, key="1", subject="Table 7", status="failed", tries=6, error="Mailbox full"
    )
    MailNotice.objects.create(user=club.ada, tournament=tournament, key="1", subject="Unwanted", status="failed")
    page = text(organiser.get(all_of(club)))
    assert "Table 7" in page and "Mailbox full" in page and "Unwanted" not in page
    organiser.post(all_of(club), {"again": lost.pk})
    lost.refresh_from_db()
    assert (lost.status, lost.tries, lost.error) == ("waiting", 0, "")


def test_mail_of_another_league_is_out_of_reach(organiser: Client, club: FridayClub):
    lost = MailNotice.objects.create(
        user=club.bo, tournament=a_tournament(), key="1", subject="Table 7", status="failed", tries=6
    )
    assert "Table 7" not in text(organiser.get(all_of(club)))
    assert organiser.post(all_of(club), {"again": lost.pk}).status_code == 404


def test_the_queries_do_not_grow_with_webhooks_and_deliveries(
    organiser: Client, club: FridayClub, hook: Webhook, queries
):
    tournament = a_tournament(club.season)
    happened(tournament, "finished")
    tell_events()
    before = queries(organiser, all_of(club)), queries(organiser, page_of(hook))
    for number in range(5):
        a_webhook(club.league)
        happened(tournament, "round_ended", round=number)
        user = User.objects.create(username=f"reader-{number}")
        MailNotice.objects.create(
            user=user, tournament=tournament, key="1", subject="Table 7", status="failed", tries=6, error="full"
        )
    tell_events()
    after = queries(organiser, all_of(club)), queries(organiser, page_of(hook))
    assert after == (
        before[0] + 2,
        before[1],
    )  # the mail that did not arrive, and the zone in which its times are shown
