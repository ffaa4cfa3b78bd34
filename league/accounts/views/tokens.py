"""Tokens for programs, made and ended by their owner."""

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from league.accounts.forms import TokenForm
from league.accounts.queries import live_tokens
from league.accounts.services.tokens import create_token, end_all_tokens, end_token
from league.core.forms import whole_number
from league.core.rules.scopes import EXPLAINED
from league.core.views.access import add_refusal, user_of


@never_cache
@login_required
def token_list(request: HttpRequest) -> HttpResponseBase:
    """List the tokens. A new one is shown in the answer to the form that made it, and never again."""
    user = user_of(request)
    if "end" in request.POST:
        end_token(user=user, pk=whole_number(request.POST["end"]) or 0)
        messages.success(request, _("That token has ended."))
        return redirect("token_list")
    if "end_all" in request.POST:
        end_all_tokens(user=user)
        messages.success(request, _("All your tokens have ended."))
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
