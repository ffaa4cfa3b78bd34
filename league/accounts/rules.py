"""Browsers as a person would name them, passwords that everybody would try first, how long tokens last and what
remains of an account."""

from collections.abc import Iterable
from datetime import timedelta
from ipaddress import IPv6Address, ip_address, ip_network

USUAL_DAYS = 90  # that a token lasts
LONGEST_DAYS = 365
COOL_OFF = timedelta(days=7)
TRY_AGAIN = timedelta(days=1)
FILE_KEPT = timedelta(days=3)
USER_NAME_KEPT = timedelta(days=365)  # for its former bearer alone
USER_NAME_STAYS = timedelta(days=30)  # before it may be another one
UNKNOWN = "An unknown browser"
# The first match counts: each browser also claims to be those below it.
_BROWSERS = (
    (("Edg/", "EdgA/", "EdgiOS/"), "Edge"),
    (("OPR/", "Opera"), "Opera"),
    (("SamsungBrowser/",), "Samsung Internet"),
    (("Vivaldi/",), "Vivaldi"),
    (("Firefox/", "FxiOS/"), "Firefox"),
    (("Chrome/", "CriOS/", "Chromium/"), "Chrome"),
    (("Safari/",), "Safari"),
    (("curl/",), "curl"),
    (("python-", "Python/"), "A Python program"),
)
_SYSTEMS = (
    (("Android",), "Android"),
    (("iPhone",), "iPhone"),
    (("iPad",), "iPad"),
    (("Windows",), "Windows"),
    (("CrOS",), "ChromeOS"),
    (("Mac OS X", "Macintosh"), "Mac"),
    (("Linux", "X11"), "Linux"),
)


def browser_name(user_agent: str) -> str:
    """Return a name such as `Firefox on Android`, without versions: an update is not another browser.

    A browser may claim anything: this is for people to recognise their own, not a proof.
    """
    browser, system = _first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent)
    if browser and system:
        return f"{browser} on {system}"
    return browser or (f"A browser on {system}" if system else UNKNOWN)


def network_of_address(address: str) -> str:
    """Return the network that an IP address lies in, about as large as one provider's: /16, or /32 of IPv6. A phone
    that gets another address of its provider is where it was. "" for text that is not an address."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    bits = 32 if isinstance(ip, IPv6Address) else 16
    return str(ip_network(f"{ip}/{bits}", strict=False))


def _first(table: tuple[tuple[tuple[str, ...], str], ...], text: str) -> str:
    return next((name for marks, name in table if any(mark in text for mark in marks)), "")


PRODUCT = "Corner Office"


def names_the_site(password: str, hosts: Iterable[str]) -> bool:
    """Return whether nothing but the name of the product or of a host is left of a password without digits, spaces and
    signs.

    A password that has neither letters nor such a name in it does not concern this rule.
    """
    letters = _letters(password)
    return bool(letters) and letters in {_letters(name) for name in (PRODUCT, *hosts)}


def _letters(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalpha())


def former_name(number: int) -> str:
    """Return the user name of the account with this number once its person is gone."""
    return f"former-member-{number}"


def former_label(number: int) -> str:
    """Return what the league then calls the player of a character. Numbered: two who are gone are still two."""
    return f"former member {number}"
