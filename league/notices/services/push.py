"""Web push (RFC 8030): notices shown by a browser that its reader chose.

A subscription is an address at some push service and the keys by which only the browser reads what we send (RFC 8291);
the service knows us by the key of this installation (RFC 8292). pywebpush encrypts and signs. The request is ours: it
goes through the SSRF guard, because the address is whatever a program said."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from functools import cache
from time import time
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _
from py_vapid import Vapid02, VapidException

from league.core.queries.languages import in_language_of
from league.core.services.installation_key import installation_key
from league.core.services.quotas import use_quota
from league.models import PushDelivery, PushEndpoint
from league.notices.queries.letters import worded
from league.notices.rules.notices import KINDS, shortened
from league.notices.services.outbound import Answer, check_address, post
from league.notices.services.outgoing import READ, give_up, mark_answered, send_due

MOST_ENDPOINTS = 10
MOST_PER_SWEEP = 20
GONE = (404, 410)
KEPT_FOR, KEPT_FOR_NOW = 2 * 24 * 3600, 3600  # seconds for which the service keeps it for a browser that is away
SIGNED_FOR = 12 * 3600  # a day is the most that RFC 8292 allows
LONGEST_TEXT = 300
ORDER_OF_P256 = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def push_public_key() -> str:
    """Return the key with which a browser subscribes."""
    public = _vapid_key(installation_key().private_bytes_raw()).public_key()
    return _base64(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def add_push_endpoint(*, user: User, subscription: object, browser: str) -> PushEndpoint:
    """Add a browser that shows notices from now on. The same one again replaces its earlier row, even if somebody else
    used it then. Raise ValidationError for an object that is not a subscription, or leads to a private address."""
    url, p256dh, auth = _checked(subscription)
    with transaction.atomic():
        use_quota("push_endpoints", by=user)
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        PushEndpoint.objects.filter(url=url).delete()
        if user.push_endpoints.count() >= MOST_ENDPOINTS:
            text = _("Up to {most_endpoints} browsers can show notices. Remove one that you do not use.")
            raise ValidationError(text.format(most_endpoints=MOST_ENDPOINTS))
        return PushEndpoint.objects.create(user=user, url=url, p256dh=p256dh, auth=auth, browser=browser[:100])


def end_push_endpoint(*, endpoint: PushEndpoint) -> None:
    """Remove the browser with all that waits for it."""
    endpoint.delete()


def send_pushes() -> int:
    waiting = PushDelivery.objects.select_related("endpoint", "notice__league", "notice__user__language_choice")
    return send_due(waiting, _send, most=MOST_PER_SWEEP)


def _send(delivery: PushDelivery) -> bool:
    if delivery.notice.read_at is not None:
        give_up(delivery, READ)
        return True
    answer = _post(delivery)
    if answer.status in GONE:
        end_push_endpoint(endpoint=delivery.endpoint)
    else:
        mark_answered(delivery, answer, others=delivery.endpoint.deliveries.all())
    return True


def _post(delivery: PushDelivery) -> Answer:
    endpoint, notice = delivery.endpoint, delivery.notice
    with in_language_of(notice.user, notice.league):
        subject, text = worded(notice)
    content = {
        "subject": subject,
        "text": shortened(text, LONGEST_TEXT),
        "link": reverse("notice_open", args=[notice.pk]),
        "key": notice.key,
    }
    from pywebpush import WebPusher  # brings an HTTP client of its own: a twentieth of what a start takes

    keys = {"p256dh": endpoint.p256dh, "auth": endpoint.auth}
    pusher = WebPusher({"endpoint": endpoint.url, "keys": keys})
    body: bytes = pusher.encode(json.dumps(content).encode(), "aes128gcm")["body"]
    seconds = KEPT_FOR_NOW if KINDS[notice.kind].now else KEPT_FOR
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(seconds),
        "Urgency": "high" if KINDS[notice.kind].now else "normal",
        **_signature(endpoint.url),
    }
    return post(endpoint.url, body, headers)


def _signature(url: str) -> dict[str, str]:
    service, site = urlsplit(url), urlsplit(settings.SITE_URL)
    contact_address = settings.SECURITY_CONTACT
    contact = contact_address if contact_address.startswith("mailto:") else f"mailto:postmaster@{site.hostname}"
    claims = {"aud": f"{service.scheme}://{service.netloc}", "exp": int(time()) + SIGNED_FOR, "sub": contact}
    signed: dict[str, str] = Vapid02(_vapid_key(installation_key().private_bytes_raw())).sign(claims)
    return signed


@cache
def _vapid_key(seed: bytes) -> ec.EllipticCurvePrivateKey:
    """Derive the key from the one with which the installation signs, so that there is one secret to keep."""
    derived = HKDF(hashes.SHA256(), 48, None, b"corner-office web push").derive(seed)
    return ec.derive_private_key(int.from_bytes(derived) % (ORDER_OF_P256 - 1) + 1, ec.SECP256R1())


def _checked(subscription: object) -> tuple[str, str, str]:
    content: dict[str, Any] = subscription if isinstance(subscription, dict) else {}
    keys = content.get("keys")
    of_keys = keys if isinstance(keys, dict) else {}
    values = content.get("endpoint"), of_keys.get("p256dh"), of_keys.get("auth")
    url, p256dh, auth = (value if isinstance(value, str) else "" for value in values)
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(p256dh))
        _signature(url)  # which refuses what is no plain host
        whole = len(_bytes(auth)) == 16 and 0 < len(url) <= 500 and _is_where_services_listen(url)
    except (ValueError, NotBase64, VapidException):
        whole = False
    if not whole:
        raise ValidationError(_("This is not a subscription made by a browser."))
    try:
        check_address(url)
    except TimeoutError:
        late = _("The push service of this browser could not be looked up in time. Try again.")
        raise ValidationError(late) from None
    return url, _base64(_bytes(p256dh)), _base64(_bytes(auth))


def _is_where_services_listen(url: str) -> bool:
    """Return whether an address is on HTTPS and its own port: with another port this site could be made to knock
    there."""
    parts = urlsplit(url)
    return settings.WEBHOOK_LOOPBACK or (parts.scheme == "https" and parts.port in (None, 443))


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def _base64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()
