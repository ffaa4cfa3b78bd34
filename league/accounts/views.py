"""The pages of an account that allauth has not."""

from typing import Any

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from league.accounts.forms import TokenForm
from league.accounts.queries import live_tokens
from league.accounts.services.tokens import create_token, end_all_tokens, end_token
from league.core.forms import whole_number
from league.core.rules.scopes import EXPLAINED
from league.core.views.access import add_refusal, user_of


def of_this_site(request: HttpRequest) -> dict[str, Any]:
    """What every page knows."""
    return {"sends_mail": settings.SENDS_MAIL}


@never_cache
@login_required
def token_list(request: HttpRequest) -> HttpResponseBase:
    """A new token is shown in the answer to the form that made it, and never again."""
    user = user_of(request)
    if "end" in request.POST:
        end_token(user=user, pk=whole_number(request.POST["end"]) or 0)
        messages.success(request, "That token has ended.")
        return redirect("token_list")
    if "end_all" in request.POST:
        end_all_tokens(user=user)
        messages.success(request, "All your tokens have ended.")
        return redirect("token_list")
    form, secret = TokenForm(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        raise_if_reauthentication_required(request, app="allauth.account")
        try:
            secret = create_token(user=user, **form.cleaned_data)
        except ValidationError as error:
            add_refusal(form, error)
        else:
            form = TokenForm()
    tokens = [(token, EXPLAINED[token.scope]) for token in live_tokens(user)]
    return render(request, "league/accounts/token_list.html", {"tokens": tokens, "form": form, "secret": secret})


@login_required
@require_POST
def session_end(request: HttpRequest, pk: int) -> HttpResponseBase:
    get_object_or_404(UserSession, user=user_of(request), pk=pk).end()
    messages.success(request, "That session has ended.")
    return redirect("usersessions_list")
