"""The language of a reader: their own choice, else that of the league, else what is at hand, else English.

What is stored, signed or compared is English for every reader; only what is shown or sent is in their language.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpRequest
from django.utils import translation

from league.core.queries.addresses import place_of_request
from league.models import League

ENGLISH: str = settings.LANGUAGE_CODE
COOKIE = "language"  # of this browser, for readers without an account
_SPOKEN, _SECONDS = "league_languages", 5  # another process learns so late that a league speaks another one


def offered() -> dict[str, str]:
    """Return each language in its own name, by its code."""
    return dict(settings.LANGUAGES)


def chosen_by(user: Any) -> str:
    """Return the language of the account; "" without a choice. No query for a user loaded by `SignIn.get_user`."""
    try:
        language: str = user.language_choice.language
    except (AttributeError, ObjectDoesNotExist):  # a stranger; nobody at all; somebody who leaves it to the browser
        return ""
    return language if language in offered() else ""


def spoken_at(request: HttpRequest) -> str:
    """Return the language of the league whose page is asked for, or "". No query as long as no league has a
    language."""
    languages: dict[int, str] | None = cache.get(_SPOKEN)
    if languages is None:
        languages = dict(League.objects.exclude(language="").order_by().values_list("pk", "language"))
        cache.set(_SPOKEN, languages, _SECONDS)
    place = place_of_request(request) if languages else None
    language = languages.get(place.league, "") if languages and place else ""
    return language if language in offered() else ""


def forget_spoken() -> None:
    """Forget the languages of leagues, after a change of one."""
    cache.delete(_SPOKEN)


def language_of(request: HttpRequest) -> str:
    """Return the language of the page that answers this request."""
    if settings.SESSION_COOKIE_NAME in request.COOKIES and (chosen := chosen_by(request.user)):
        return chosen
    cookie = request.COOKIES.get(COOKIE, "")
    if cookie in offered():
        return cookie
    return spoken_at(request) or translation.get_language_from_request(request)


@contextmanager
def in_language_of(user: Any, league: League | None = None) -> Iterator[None]:
    """Use the language of a letter or a notice to this person, which `league` sends: their choice, else the league's,
    else English. For many people load them with `select_related("language_choice")`."""
    spoken = league.language if league is not None and league.language in offered() else ""
    with translation.override(chosen_by(user) or spoken or ENGLISH):
        yield
