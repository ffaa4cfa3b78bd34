"""Forms that make something make it once, however often an impatient finger sends them."""

from collections.abc import Callable
from functools import wraps
from secrets import token_urlsafe
from typing import Concatenate, ParamSpec

from django import template
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.core.services.idempotency import KEY_LENGTH, answer_once
from league.core.views.access import user_of

register = template.Library()
FIELD, SEE_OTHER = "once", 303
Given = ParamSpec("Given")
View = Callable[Concatenate[HttpRequest, Given], HttpResponseBase]


class _NothingMade(Exception):
    def __init__(self, response: HttpResponseBase) -> None:
        self.response = response


@register.simple_tag
def once() -> SafeString:
    """Return the hidden field by which `makes_once` knows this form again."""
    return format_html('<input type="hidden" name="{}" value="{}">', FIELD, token_urlsafe(16))


def makes_once(view: View[Given]) -> View[Given]:
    """Let a view answer a form sent before as it did then: by leading to what was made.

    What the view writes and the note that it was sent share a transaction, rolled back by an answer that leads nowhere.
    """

    @wraps(view)
    def answered_once(request: HttpRequest, /, *args: Given.args, **kwargs: Given.kwargs) -> HttpResponseBase:
        token = request.POST.get(FIELD, "").replace("\0", "")[: KEY_LENGTH - 5] if request.method == "POST" else ""
        if not token or not request.user.is_authenticated:
            return view(request, *args, **kwargs)
        made: list[HttpResponseBase] = []

        def make() -> tuple[int, dict[str, str]]:
            response = view(request, *args, **kwargs)
            if "Location" not in response.headers:
                raise _NothingMade(response)
            made.append(response)
            return SEE_OTHER, {"location": response.headers["Location"]}

        try:
            (_, answer), _fresh = answer_once(user=user_of(request), key=f"page {token}", digest="", act=make)
        except _NothingMade as refused:
            return refused.response
        return made[-1] if made else redirect(answer["location"])

    return answered_once
