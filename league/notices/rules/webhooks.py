"""Webhooks: what is sent, the signature by which a receiver knows us, and the SSRF guard: is this IP address public?"""

import hashlib
import hmac
import re
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any

from engine.translatable import said

_LINKS = (
    (re.compile(r"://"), " "),
    (re.compile(r"(?i)\bwww\."), "www "),
    (re.compile(r"(?<=\w)\.(?=[^\W\d_]{2})"), ". "),
)
_GLOBAL_UNICAST = IPv6Network("2000::/3")
_TRANSLATED = IPv6Network("64:ff9b::/96")


def without_links(text: str) -> str:
    """Return text in which no mail program finds a link: what others wrote stays readable, as words. An address such as
    `https:

    example.org/sign-in` becomes `https example. org/sign-in`.
    """
    for pattern, words in _LINKS:
        text = pattern.sub(words, text)
    return text


def is_public(address: str) -> bool:
    """Return whether an IP address belongs to the public internet. An IPv4 address inside an IPv6 one is judged itself.
    Raise ValueError for text that is not an IP address."""
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address):
        inner = _inner(ip)
        if inner is None:
            return ip in _GLOBAL_UNICAST and ip.is_global
        ip = inner
    return ip.is_global and not ip.is_multicast


def _inner(address: IPv6Address) -> IPv4Address | None:
    if address in _TRANSLATED:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour


# The kinds of events, in the words of the page. Missing on purpose: `edited` names people who are kept apart, and
# `seat_spoken_for` is for the owner of that seat alone.
KINDS: Mapping[str, str] = {
    "created": said("A tournament is set up"),
    "cancelled": said("A tournament is cancelled"),
    "registered": said("Somebody registers"),
    "moved_up": said("Somebody moves up from the waiting list"),
    "checked_in": said("Somebody checks in"),
    "dropped": said("Somebody drops out"),
    "reinstated": said("Somebody comes back"),
    "stage_started": said("A stage starts"),
    "round_published": said("A round is published"),
    "draw_changed": said("Seats of a published round are changed"),
    "drawn": said("A published round is drawn again"),
    "round_started": said("The clock of a round starts"),
    "clock_changed": said("The clock is paused, resumed or extended"),
    "round_ended": said("A round ends"),
    "result_reported": said("A result is reported"),
    "result_confirmed": said("A result is confirmed"),
    "referee_called": said("A referee is called"),
    "ruled": said("A referee rules"),
    "corrected": said("A result is corrected"),
    "stage_ended": said("A stage ends"),
    "finished": said("A tournament is finished"),
    "turn": said("It is somebody’s turn in a game that is played here, and they are away"),
}
USUAL = ("round_published", "round_started", "round_ended", "result_confirmed", "finished", "cancelled")
TEST = "test"

DISCORD_LENGTH = 2000  # code units of UTF-16, the narrower of the two ways to count
_SUPPRESS_EMBEDS = 4
_MARKDOWN = re.compile(r"([\\*_~`|\[\]()<>#@:])")


def signature(secret: str, body: bytes, *, at: int) -> str:
    """Return the header that proves a body ours: HMAC-SHA256 over the second `at`, a dot and the body. With the time in
    it, a body that somebody has recorded cannot be sent again later."""
    proof = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256)
    return f"t={at},v1={proof.hexdigest()}"


def discord_message(payload: Mapping[str, Any]) -> dict[str, Any]:
    """Return a payload as Discord takes it. Names are shown as they are written, and mention nobody."""
    page = payload["tournament"] or payload.get("play")
    head = f"**{escaped(page['name'])}** " if page else ""
    tail = f"\n<{page['url']}>" if page else ""
    text = _shortened(str(payload["text"]), DISCORD_LENGTH - _units(head) - _units(tail))
    return {"content": f"{head}{text}{tail}", "allowed_mentions": {"parse": []}, "flags": _SUPPRESS_EMBEDS}


def escaped(text: str) -> str:
    """Return text on one line in which Discord finds no markdown and no link."""
    return _MARKDOWN.sub(r"\\\1", " ".join(text.split()))


def _shortened(text: str, most: int) -> str:
    """Return `text` escaped, its end left out if that is longer than `most`."""
    whole = escaped(text)
    if _units(whole) <= most:
        return whole
    signs = re.findall(r"\\.|.", whole)
    while _units("".join(signs)) > most - 1:
        signs.pop()
    return "".join(signs) + "…"


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
