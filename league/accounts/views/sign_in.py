"""Pages of an account: sessions, tokens, the language and the second step; and what every page shows of its reader."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.logout import logout
from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.middleware import get_user
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.functional import SimpleLazyObject
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from league.accounts.forms import LanguageForm, TokenForm, UserNameForm
from league.accounts.queries.accounts import account_news, has_second_step, live_tokens, needs_second_step, sessions_of
from league.accounts.queries.providers import sign_in_providers, ways_in, ways_to_end
from league.accounts.rules import USER_NAME_KEPT, USER_NAME_STAYS
from league.accounts.services.addresses import try_address_again
from league.accounts.services.browsers import answer_notices, end_everything, end_sessions
from league.accounts.services.languages import choose_language, refuse_language_unless_offered
from league.accounts.services.second_step import MFA, decline_second_step
from league.accounts.services.tokens import create_token, end_all_tokens, end_token
from league.accounts.services.user_names import change_user_name
from league.core.forms import whole_number
from league.core.queries.access import lacks_second_step
from league.core.queries.languages import COOKIE, chosen_by, offered
from league.core.rules.scopes import EXPLAINED
from league.core.views.access import add_refusal, refusals_on, user_of

A_YEAR = timedelta(days=365)


@never_cache
@login_required
def session_list(request: HttpRequest) -> HttpResponseBase:
    user = user_of(request)
    if request.method == "POST":
        ended = end_sessions(user=user, except_session=request.session.session_key)
        text = ngettext("{count} other session ended.", "{count} other sessions ended.", ended)
        messages.success(request, text.format(count=ended))
        return redirect("usersessions_list")
    context = {"sessions": sessions_of(user), "token_count": live_tokens(user).count()}
    return render(request, "usersessions/usersession_list.html", context)


@login_required
@require_POST
def session_end(request: HttpRequest, pk: int) -> HttpResponseBase:
    get_object_or_404(UserSession, user=user_of(request), pk=pk).end()
    messages.success(request, _("That session has ended."))
    return redirect("usersessions_list")


@never_cache
@login_required
def end_all(request: HttpRequest) -> HttpResponseBase:
    """Ask first, then end every session and token, this one too, and every way in by a provider but the last."""
    user = user_of(request)
    if request.method == "POST":
        end_everything(user=user)
        logout(request)
        messages.success(request, _("Every session and every token has ended. Sign in, and change your password."))
        return redirect("account_login")
    ends = ways_to_end(user)
    stays = [way for way in ways_in(user) if way not in ends]
    context = {"sessions": sessions_of(user), "tokens": live_tokens(user), "ends": ends, "stays": stays}
    return render(request, "league/accounts/end_all.html", context)


@login_required
@require_POST
def sign_ins_seen(request: HttpRequest) -> HttpResponseBase:
    answer_notices(user=user_of(request))
    messages.success(request, _("Good. That browser is known from now on."))
    return redirect("home")


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
        with refusals_on(form):
            secret = create_token(user=user, **form.cleaned_data)
            form = TokenForm()
    tokens = [(token, EXPLAINED[token.scope]) for token in live_tokens(user)]
    return render(request, "league/accounts/token_list.html", {"tokens": tokens, "form": form, "secret": secret})


@login_required
@require_POST
def address_again(request: HttpRequest) -> HttpResponseBase:
    try_address_again(user=user_of(request))
    messages.success(request, _("Letters go to your address again. If it still refuses them, we will tell you here."))
    return redirect("account_email")


@never_cache
@login_required
def user_name_change(request: HttpRequest) -> HttpResponseBase:
    user, form = user_of(request), UserNameForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        raise_if_reauthentication_required(request, app="allauth.account")
        with refusals_on(form):
            change_user_name(user=user, name=form.cleaned_data["name"])
            text = _("Your user name is {name} now. You sign in with it from now on.")
            messages.success(request, text.format(name=form.cleaned_data["name"].strip()))
            return redirect("user_name_change")
    context = {"form": form, "kept_days": USER_NAME_KEPT.days, "stays_days": USER_NAME_STAYS.days}
    return render(request, "league/accounts/user_name.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def language_choose(request: HttpRequest) -> HttpResponseBase:
    """Choose the language. A person's choice goes with the account, and everybody's with the browser, so that a page
    that is read without signing in speaks it too."""
    if request.method != "POST":
        cookie = request.COOKIES.get(COOKIE, "")
        return _language_page(request, LanguageForm(initial={"language": chosen_by(request.user) or cookie}))
    language = request.POST.get("language", "")
    try:
        if request.user.is_authenticated:
            choose_language(user=user_of(request), language=language)
        else:
            refuse_language_unless_offered(language)
    except ValidationError as error:
        form = LanguageForm({}, initial={"language": chosen_by(request.user)})
        add_refusal(form, error)
        return _language_page(request, form)
    if language:
        with translation.override(language):
            messages.success(request, _("This site speaks {language} to you now.").format(language=offered()[language]))
    else:
        messages.success(request, _("The language is now the league's or your browser's."))
    return _remembered(redirect(_page_before(request)), language)


def _language_page(request: HttpRequest, form: LanguageForm) -> HttpResponse:
    layout = "manage" if request.user.is_authenticated and not settings.HALL_HOSTS else "base"
    context = {"form": form, "layout": f"allauth/layouts/{layout}.html"}
    return render(request, "league/accounts/language.html", context, status=422 if form.errors else 200)


def _page_before(request: HttpRequest) -> str:
    page = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure()):
        return page
    return "language_choose"


def _remembered(response: HttpResponseBase, language: str) -> HttpResponseBase:
    if language:
        secure = settings.SESSION_COOKIE_SECURE
        response.set_cookie(COOKIE, language, max_age=A_YEAR, secure=secure, httponly=True, samesite="Lax")
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
    return response


class StaffBySecondStep:
    """Middleware: if it is required, nobody acts as staff by a password alone. Staff who have not passed a second
    step are led on to one from the admin, and from every other page that is refused to them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.user = SimpleLazyObject(lambda: _signed_in(request))  # type: ignore[assignment]
        if _is_guarded(request) and lacks_second_step(request.user):
            return _lead_on(request)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        is_page = request.method == "GET" and "HX-Request" not in request.headers
        if is_page and isinstance(error, PermissionDenied) and lacks_second_step(request.user):
            return _lead_on(request)
        return None


def _signed_in(request: HttpRequest) -> User | AnonymousUser:
    user = get_user(request)
    if isinstance(user, User) and needs_second_step(user):
        passed = any(record["method"] == MFA for record in get_authentication_records(request, user))
        user.passed_second_step = passed and has_second_step(user)  # type: ignore[attr-defined]
    return user


def _is_guarded(request: HttpRequest) -> bool:
    """Return whether a second step is needed: for the admin, and for the pages that change a second step, once there is
    one."""
    path = request.path_info
    if path.startswith(reverse("admin:index")):
        return True
    steps, doors = reverse("mfa_index"), (reverse("mfa_reauthenticate"), reverse("mfa_reauthenticate_webauthn"))
    return (
        path.startswith(steps)
        and path not in doors
        and request.user.is_authenticated
        and has_second_step(user_of(request))
    )


def _lead_on(request: HttpRequest) -> HttpResponse:
    if has_second_step(user_of(request)):
        messages.warning(request, _("You act as staff of this site once you have passed your second step."))
        come_back = urlencode({"next": request.get_full_path()}) if request.method == "GET" else ""
        return redirect(f"{reverse('mfa_reauthenticate')}?{come_back}")
    text = _("You act as staff of this site once your account has a second step. Choose one of these.")
    messages.warning(request, text)
    return redirect("mfa_index")


@login_required
@require_POST
def second_step_decline(request: HttpRequest) -> HttpResponseBase:
    decline_second_step(user=user_of(request))
    messages.success(request, _("You won't be asked again. It is on your account page under “Two steps”."))
    return redirect("home")


def of_this_site(request: HttpRequest) -> dict[str, Any]:
    """Return what every page may show. `account_news` is read by the pages that show it, and costs the others
    nothing."""
    return {
        "sends_mail": settings.SENDS_MAIL,
        "sign_in_providers": sign_in_providers(),
        "languages": settings.LANGUAGES,
        "site_href": settings.SITE_URL,
        "security_contact": settings.SECURITY_CONTACT,
        "account_news": SimpleLazyObject(lambda: account_news(request.user) if request.user.is_authenticated else None),
    }
