"""Sign in, sign up and connect by a provider elsewhere."""

from http import HTTPStatus
from typing import Any

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.account.utils import get_next_redirect_url
from allauth.core.ratelimit import consume_or_429
from allauth.socialaccount.models import SocialApp
from allauth.socialaccount.providers.base.constants import AuthProcess
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView
from allauth.socialaccount.views import SignupView
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.accounts.queries.providers import sign_in_providers, ways_in
from league.accounts.services.providers import ADAPTERS, ProviderAdapter, calmly, disconnect_provider
from league.core.forms import whole_number
from league.core.views.access import user_of


def _provider(request: HttpRequest, slug: str) -> tuple[Any, Any]:
    """Return the provider and what speaks with it. Raise Http404 for one that the site does not offer."""
    if slug not in sign_in_providers():
        raise Http404
    provider = ProviderAdapter(request).get_provider(request, slug)
    adapter_class = ADAPTERS[provider.id]
    adapter = adapter_class(request) if provider.id == slug else adapter_class(request, slug)
    provider.get_oauth2_adapter = lambda request: adapter
    return provider, adapter


@require_http_methods(["GET", "HEAD", "POST"])
def provider_start(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Ask first, then send the browser to the provider. The page that does so is not a redirect, because the policy for
    content lets none of our forms lead to another site."""
    provider, _adapter = _provider(request, slug)
    context = {"name": provider.name, "connects": request.user.is_authenticated}
    if request.method != "POST":
        return render(request, "socialaccount/login.html", context)
    refusal: HttpResponse | None = consume_or_429(request, action="login")
    if refusal:
        return refusal
    if request.user.is_authenticated:
        raise_if_reauthentication_required(request, app="allauth.socialaccount")
    process = AuthProcess.CONNECT if request.user.is_authenticated else AuthProcess.LOGIN
    with calmly(request, provider):
        there = provider.redirect(request, process, next_url=get_next_redirect_url(request)).url
        answer = render(request, "socialaccount/login_redirect.html", {**context, "there": there})
        answer["Refresh"] = f"0; url={there}"
    return answer


@require_safe
def provider_back(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Take the answer of the provider: sign in, lead on to the form of a new account, or connect."""
    provider, adapter = _provider(request, slug)
    with calmly(request, provider):
        answer: HttpResponse = OAuth2CallbackView.adapter_view(adapter)(request)
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
def provider_sign_up(request: HttpRequest) -> HttpResponseBase:
    refusal = consume_or_429(request, action="signup") if request.method == "POST" else None
    try:
        answer: HttpResponseBase = refusal or SignupView.as_view()(request)
    except SocialApp.DoesNotExist as error:  # the site has stopped offering the provider meanwhile
        raise Http404 from error
    return answer


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def ways_in_list(request: HttpRequest) -> HttpResponseBase:
    """List the accounts elsewhere that open this account. A refusal to end one is shown beside its button."""
    user, refused, refusal = user_of(request), whole_number(request.POST.get("end", "")) or 0, ""
    ways = ways_in(user)
    if not (ways or sign_in_providers()):
        raise Http404
    if request.method == "POST":
        raise_if_reauthentication_required(request, app="allauth.socialaccount")
        try:
            disconnect_provider(user=user, pk=refused)
        except ValidationError as error:
            refusal = error.messages[0]
        else:
            messages.success(request, _("Disconnected. You can no longer sign in with it."))
            return redirect("socialaccount_connections")
    context = {"ways": ways, "providers": sign_in_providers(), "refused": refused, "refusal": refusal}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refusal else HTTPStatus.OK
    return render(request, "socialaccount/connections.html", context, status=status)
