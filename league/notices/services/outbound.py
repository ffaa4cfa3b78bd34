"""Outbound HTTP to URLs that users gave us, with an SSRF guard.

The name is resolved once, every address behind it is checked, and the connection goes to an address that was checked,
both when the URL is saved and each time it is used. Redirects are not followed, only the head of the answer is read,
and the whole exchange has `SECONDS`.
"""

import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPMessage, HTTPSConnection, parse_headers
from io import BytesIO
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from league.notices.rules.webhooks import is_public

SECONDS = 3.0
LONGEST_HEAD = 16_384
USER_AGENT = "Corner-Office/1 (webhook)"


@dataclass(frozen=True, slots=True)
class Answer:
    """`status` 0: there was none. `wait`: the seconds for which the receiver wants to be left alone."""

    status: int
    error: str = ""
    wait: int = 0


def check_address(url: str) -> None:
    """Raise ValidationError with a sentence for an address that must not or cannot be sent to."""
    parts = _parts(url)
    _resolved(parts, monotonic() + SECONDS)


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Return what the receiver answers to this body. Every error is an answer too."""
    until = monotonic() + SECONDS
    try:
        parts = _parts(url)
        return _exchange(parts, _resolved(parts, until), body, headers, until)
    except ValidationError as refusal:
        return Answer(0, " ".join(refusal.messages))
    except TimeoutError:
        return Answer(0, f"No answer within {SECONDS:.0f} seconds.")
    except (OSError, HTTPException, ValueError) as error:
        return Answer(0, f"No connection: {error}."[:300])


def _parts(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ValidationError(_("This is not an address. It looks like https://example.org/hook.")) from None
    if parts.scheme not in (("https", "http") if settings.LOCAL else ("https",)):
        raise ValidationError(_("The address must begin with https://."))
    if not parts.hostname or port == 0 or not url.isascii() or any(sign <= " " for sign in url):
        raise ValidationError(_("This is not an address. It looks like https://example.org/hook."))
    if parts.username is not None or parts.password is not None:
        raise ValidationError(
            _("Leave user name and password out of the address; the signature proves who the sender is.")
        )
    return parts


def _resolved(parts: SplitResult, until: float) -> tuple[str, int]:
    """Return address and port to connect to. A name that leads to several places must lead nowhere private."""
    host, port = str(parts.hostname), parts.port or (443 if parts.scheme == "https" else 80)
    addresses = [str(where[4][0]) for where in _looked_up(host, port, until)]
    if not addresses:
        raise ValidationError(_("There is no host {host}, or it cannot be found now.").format(host=host))
    if not settings.WEBHOOK_LOOPBACK and not all(is_public(address) for address in addresses):
        text = _("{host} is not on the public internet. Webhooks go to public addresses only.")
        raise ValidationError(text.format(host=host))
    return addresses[0], port


def _looked_up(host: str, port: int, until: float) -> list[tuple[object, object, object, str, tuple[object, ...]]]:
    """Look up a host in a thread, because a lookup takes no time limit; one that outlives the limit ends on its own."""
    box: SimpleQueue[list[tuple[object, object, object, str, tuple[object, ...]]]] = SimpleQueue()

    def look_up() -> None:
        try:
            box.put([*socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)])
        except (OSError, UnicodeError):
            box.put([])

    Thread(target=look_up, daemon=True).start()
    try:
        return box.get(timeout=_left(until))
    except Empty:
        raise TimeoutError from None


def _exchange(
    parts: SplitResult, where: tuple[str, int], body: bytes, headers: Mapping[str, str], until: float
) -> Answer:
    secure = parts.scheme == "https"
    connection = (HTTPSConnection if secure else HTTPConnection)(str(parts.hostname), parts.port)
    connection.sock = socket.create_connection(where, timeout=_left(until))
    try:
        if secure:
            connection.sock.settimeout(_left(until))
            connection.sock = ssl.create_default_context().wrap_socket(connection.sock, server_hostname=parts.hostname)
        connection.sock.settimeout(_left(until))
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", target, body, {"User-Agent": USER_AGENT, "Connection": "close", **headers})
        return _answer(*_head(connection.sock, until))
    finally:
        connection.close()


def _head(sock: socket.socket, until: float) -> tuple[int, HTTPMessage]:
    """Return status and headers. They are read here and not by http.client, which lets every byte take its own time."""
    read = b""
    while b"\r\n\r\n" not in read:
        if len(read) > LONGEST_HEAD:
            raise HTTPException("the answer has no end")
        sock.settimeout(_left(until))
        more = sock.recv(4096)
        if not more:
            raise HTTPException("the answer broke off")
        read += more
    line, _, rest = read.partition(b"\r\n")
    words = line.split(None, 2)
    if len(words) < 2 or not words[0].startswith(b"HTTP/1.") or not (words[1].isdigit() and len(words[1]) == 3):
        raise HTTPException("the answer is not HTTP")
    return int(words[1]), parse_headers(BytesIO(rest))


def _answer(status: int, headers: HTTPMessage) -> Answer:
    if 200 <= status < 300:
        return Answer(status)
    wait = str(headers.get("Retry-After", "")).partition(".")[0]
    patience = int(wait) + 1 if wait.isascii() and wait.isdecimal() and len(wait) < 6 else 0
    if 300 <= status < 400:
        return Answer(status, "The address sends us elsewhere, and webhooks do not follow. Enter the new address.")
    return Answer(status, f"The receiver answered {status}.", patience)


def _left(until: float) -> float:
    left = until - monotonic()
    if left <= 0:
        raise TimeoutError
    return left
