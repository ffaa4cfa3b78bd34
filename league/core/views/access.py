"""The person who asks: strangers are sent to sign in, and what they typed outlasts that and an outdated token."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, cast

from allauth.core.internal import ratelimit
from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve
from django.views.csrf import csrf_failure as plain_page

from characters.models import Character
from league.core.views.live import Request

_KEPT = "kept_form"
_MOST_KEPT = 100_000
# Secrets that open nothing, from one address, so that nobody guesses. A right one is never counted.
WRONG_SECRETS = {"join_link": "30/m/ip"}


def user_of(request: HttpRequest) -> User:
    """Return the signed-in person, behind `login_required`."""
    return cast(User, request.user)


def sign_in_and_return(request: HttpRequest) -> HttpResponseBase:
    """Redirect to the sign-in page and back; a form that was sent meanwhile is kept in the session."""
    keep_form(request)
    return redirect_to_login(request.get_full_path())


def keep_form(request: HttpRequest) -> None:
    """Remember a posted form in the session, to be shown again."""
    if request.method == "POST":
        keep_for(request, request.path, request.POST)


def keep_for(request: HttpRequest, path: str, data: QueryDict) -> None:
    """Remember in the session what to show in the form at this address."""
    form = data.urlencode()
    if form and len(form) <= _MOST_KEPT:
        request.session[_KEPT] = {"path": path, "form": form}


def kept_form(request: HttpRequest) -> QueryDict | None:
    """Return the form that was sent to this address before signing in."""
    stored = request.session.get(_KEPT)
    return QueryDict(stored["form"]) if stored and stored["path"] == request.path else None


def forget_kept_form(request: HttpRequest) -> None:
    request.session.pop(_KEPT, None)


def refuse_unless(allowed: bool, why: str) -> None:
    """Raise PermissionDenied with the sentence that says who to ask, unless it is allowed."""
    if not allowed:
        raise PermissionDenied(why)


def add_refusal(form: forms.Form, error: ValidationError) -> None:
    """Put a service's reasons beside the fields that they are about; the rest above the form."""
    if hasattr(error, "error_dict"):
        for name, reasons in error.message_dict.items():
            form.add_error(name if name in form.fields else None, cast(Any, reasons))
    else:
        form.add_error(None, error)


def refuse_guessing(request: HttpRequest) -> HttpResponse | None:
    """Refuse an address that has sent too many secrets that open nothing; to be called for such a secret."""
    if ratelimit.consume(request, app="league", action="join_link", config=WRONG_SECRETS, limit_get=True):
        return None
    return render(request, "429.html", status=429)


class _Refusals(AbstractContextManager[None]):
    """Go on after a block in which a service refused, once the refusal was told."""

    def __init__(self, tell: Callable[[ValidationError], None]) -> None:
        self.tell = tell

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if isinstance(error, ValidationError):
            self.tell(error)
            return True
        return False


def refusals_on(form: forms.Form) -> _Refusals:
    """Turn a refusal within the block into errors of the form."""
    return _Refusals(lambda error: add_refusal(form, error))


def refusals_told(request: HttpRequest, level: int = messages.ERROR) -> _Refusals:
    """Say a refusal within the block on the next page."""
    return _Refusals(lambda error: messages.add_message(request, level, " ".join(error.messages)))


def own_characters(request: Request) -> set[int]:
    """Return ids of the reader's characters, to mark their rows."""
    if not request.user.is_authenticated:
        return set()
    return set(Character.objects.filter(owner=request.user).order_by().values_list("pk", flat=True))


KEEPING = ("result_enter", "game_correct")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """Answer an outdated token: keep what was typed, and show it again under a new token."""
    try:
        page = resolve(request.path_info).url_name
    except Resolver404:
        page = None
    if page in KEEPING and request.user.is_authenticated:
        keep_form(request)
        return redirect(request.path)
    return plain_page(request, reason=reason)
