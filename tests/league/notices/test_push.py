"""Web push to a receiver of the tests' own: encrypted for one browser, signed by this installation, once, and only to
addresses that may be sent to."""

import json
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from datetime import timedelta

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from py_vapid import Vapid02

from league.models import Notice, NoticeWish, PushDelivery, PushEndpoint
from league.notices.services.outbox import tell_events
from league.notices.services.outgoing import forget_old
from league.notices.services.push import MOST_ENDPOINTS, add_push_endpoint, push_public_key, send_pushes
from league.notices.services.wishes import mark_read
from tests.factories.browsers import Browser, decrypted
from tests.factories.notices import happened
from tests.factories.pages import text
from tests.factories.people import with_mail
from tests.factories.receiver import Receiver, a_receiver
from tests.factories.tournaments import a_tournament, entered

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def loopback(settings) -> None:
    settings.WEBHOOK_LOOPBACK = True


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with a_receiver(answers=[201]) as found:
        yield found


@pytest.fixture
def ada() -> User:
    (entry,) = entered(a_tournament(), 1)
    with_mail(entry)
    return User.objects.get()


def subscribed(user: User, url: str) -> Browser:
    browser = Browser(url)
    add_push_endpoint(user=user, subscription=browser.subscription, browser="Firefox on Linux")
    return browser


def move_up(owner: User) -> Notice:
    entry = owner.characters.get().entries.get()
    happened(entry.tournament, "moved_up", entries=[entry.pk])
    tell_events()
    return Notice.objects.latest("pk")


def test_a_notice_reaches_the_browser_and_nobody_else_can_read_it(ada, receiver):
    browser = subscribed(ada, receiver.url)
    notice = move_up(ada)
    assert (send_pushes(), send_pushes()) == (1, 0)
    (got,) = receiver.got
    assert browser.read(got.body) == {
        "subject": "A place in Spring Open for Ada",
        "text": " ".join(notice.text.split()),
        "link": f"/inbox/{notice.pk}/",
        "key": notice.key,
    }
    assert b"Spring Open" not in got.body
    assert (got.headers["Content-Encoding"], got.headers["TTL"]) == ("aes128gcm", "172800")
    assert PushDelivery.objects.get().status == "sent"


def test_the_push_service_can_tell_that_it_was_us(ada, receiver):
    subscribed(ada, receiver.url)
    move_up(ada)
    send_pushes()
    said = receiver.got[0].headers["Authorization"]
    assert Vapid02.verify(said)
    token, key = (part.partition("=")[2] for part in said.removeprefix("vapid ").split(","))
    claims = json.loads(urlsafe_b64decode(token.split(".")[1] + "=="))
    assert key == push_public_key()
    assert receiver.url.startswith(claims["aud"])
    assert 0 < claims["exp"] - timezone.now().timestamp() <= 24 * 3600


def test_the_reading_of_the_tests_is_that_of_rfc_8291():
    """The example of its appendix A."""

    def said(words: str) -> bytes:
        return urlsafe_b64decode(words + "=" * (-len(words) % 4))

    key = ec.derive_private_key(int.from_bytes(said("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")), ec.SECP256R1())
    body = said(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95b"
        "Qpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert decrypted(body, key=key, auth=said("BTBZMqHH6r4Tts7J_aSIgg")) == b"When I grow up, I want to be a watermelon"


@pytest.mark.parametrize("status", [404, 410])
def test_an_address_that_is_gone_ends_itself(ada, receiver, status: int):
    receiver.answers = [status]
    subscribed(ada, receiver.url)
    move_up(ada)
    assert send_pushes() == 1
    assert not PushEndpoint.objects.exists() and not PushDelivery.objects.exists()
    assert Notice.objects.count() == 1


def test_a_service_that_is_down_is_tried_again_later(ada, receiver):
    receiver.answers = [503, 201]
    subscribed(ada, receiver.url)
    move_up(ada)
    send_pushes()
    delivery = PushDelivery.objects.get()
    assert (delivery.status, delivery.tries) == ("waiting", 1)
    assert delivery.next_try_at > timezone.now()
    PushDelivery.objects.update(next_try_at=timezone.now())
    send_pushes()
    assert PushDelivery.objects.get().status == "sent"


def test_what_was_read_before_is_not_pushed(ada, receiver):
    subscribed(ada, receiver.url)
    mark_read(notice=move_up(ada))
    send_pushes()
    assert receiver.got == []
    assert PushDelivery.objects.get().status == "failed"


def test_a_kind_that_is_not_wanted_is_not_pushed(ada, receiver):
    subscribed(ada, receiver.url)
    NoticeWish.objects.create(user=ada, ways={"entry": ["mail"]})
    move_up(ada)
    assert not PushDelivery.objects.exists()


def test_no_subscription_leads_into_a_private_network(ada, settings):
    settings.WEBHOOK_LOOPBACK = False
    with pytest.raises(ValidationError, match="not on the public internet"):
        subscribed(ada, "https://169.254.169.254/latest/")
    assert not PushEndpoint.objects.exists()


@pytest.mark.parametrize(
    "url", ["https://8.8.8.8:8443/1", "https://8.8.8.8:22/1", "http://8.8.8.8/1", "http://8.8.8.8:443/"]
)
def test_a_push_service_listens_where_https_does_and_nowhere_else(ada, settings, url):
    settings.WEBHOOK_LOOPBACK = False
    with pytest.raises(ValidationError, match="not a subscription"):
        subscribed(ada, url)
    subscribed(ada, "https://8.8.8.8:443/1")
    assert PushEndpoint.objects.get().url == "https://8.8.8.8:443/1"


def test_a_name_that_leads_elsewhere_later_is_not_sent_to(ada, receiver, settings):
    subscribed(ada, receiver.url)
    settings.WEBHOOK_LOOPBACK = False
    move_up(ada)
    send_pushes()
    assert receiver.got == []
    assert "not on the public internet" in PushDelivery.objects.get().error


@pytest.mark.parametrize(
    "said",
    [
        None,
        [],
        {"endpoint": 1},
        {"endpoint": "https://push.example/1", "keys": {"p256dh": "x", "auth": "y"}},
        {"endpoint": "https://push.example/1", "keys": {"p256dh": "AAAA" * 22, "auth": "AAAA" * 5}},
    ],
)
def test_what_is_no_subscription_is_refused(ada, said):
    with pytest.raises(ValidationError, match="not a subscription"):
        add_push_endpoint(user=ada, subscription=said, browser="")


def test_a_person_has_so_many_browsers_and_the_same_one_again_is_none_more(ada, receiver):
    for number in range(MOST_ENDPOINTS):
        subscribed(ada, f"{receiver.url}&{number}")
    with pytest.raises(ValidationError, match="Up to 10 browsers"):
        subscribed(ada, receiver.url)
    subscribed(ada, f"{receiver.url}&0")
    assert PushEndpoint.objects.count() == MOST_ENDPOINTS


def test_a_browser_belongs_to_who_used_it_last(ada, receiver):
    subscribed(ada, receiver.url)
    subscribed(User.objects.create(username="bo"), receiver.url)
    assert PushEndpoint.objects.get().user.username == "bo"


def test_the_page_takes_a_subscription_and_ends_it(ada, receiver, client: Client):
    client.force_login(ada)
    said = Browser(receiver.url).subscription
    answer = client.post(
        reverse("push_add"), said, content_type="application/json", headers={"User-Agent": "Firefox/140 (Linux)"}
    )
    assert answer.status_code == 200
    page = text(client.get(reverse("notices_wish")))
    assert "Firefox on Linux" in page and push_public_key() in page
    client.post(reverse("push_end", args=[PushEndpoint.objects.get().pk]))
    assert not PushEndpoint.objects.exists()


@pytest.mark.parametrize(("body", "status"), [("[" * 3000, 400), ("{}", 422), ("{" + " " * 5000 + "}", 400)])
def test_nonsense_is_refused_with_a_sentence(ada, client: Client, body: str, status: int):
    client.force_login(ada)
    answer = client.post(reverse("push_add"), body, content_type="application/json")
    assert answer.status_code == status and answer.json()["detail"]


def test_nobody_ends_the_browser_of_somebody_else(ada, receiver, client: Client):
    subscribed(ada, receiver.url)
    client.force_login(User.objects.create(username="bo"))
    assert client.post(reverse("push_end", args=[PushEndpoint.objects.get().pk])).status_code == 404
    assert PushEndpoint.objects.exists()


def test_old_notices_go_with_what_was_sent(ada, receiver):
    subscribed(ada, receiver.url)
    move_up(ada)
    Notice.objects.update(created_at=timezone.now() - timedelta(days=91))
    forget_old()
    assert not Notice.objects.exists() and not PushDelivery.objects.exists()
