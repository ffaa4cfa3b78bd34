"""Choosing the language: at the foot of every page, or among the settings of an account."""

from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.accounts.forms import LanguageForm
from league.accounts.services.languages import choose_language, refuse_language_unless_offered
from league.core.queries.languages import COOKIE, chosen_by, offered
from league.core.views.access import add_refusal, user_of

A_YEAR = timedelta(days=365)


@require_http_methods(["GET", "HEAD", "POST"])
def language_choose(request: HttpRequest) -> HttpResponseBase:
    """Choose the language. A person's choice goes with the account, and everybody's with the browser, so that a page
    that is read without signing in speaks it too."""
    if request.method != "POST":
        cookie = request.COOKIES.get(COOKIE, "")
        return _page(request, LanguageForm(initial={"language": chosen_by(request.user) or cookie}))
    language = request.POST.get("language", "")
    try:
        if request.user.is_authenticated:
            choose_language(user=user_of(request), language=language)
        else:
            refuse_language_unless_offered(language)
    except ValidationError as error:
        form = LanguageForm({}, initial={"language": chosen_by(request.user)})
        add_refusal(form, error)
        return _page(request, form)
    if language:
        with translation.override(language):
            messages.success(request, _("This site speaks {language} to you now.").format(language=offered()[language]))
    else:
        messages.success(request, _("The language is that of the league or of your browser now."))
    return _kept(redirect(_back(request)), language)


def _page(request: HttpRequest, form: LanguageForm) -> HttpResponse:
    layout = "manage" if request.user.is_authenticated else "base"
    context = {"form": form, "layout": f"allauth/layouts/{layout}.html"}
    return render(request, "league/accounts/language.html", context, status=422 if form.errors else 200)


def _back(request: HttpRequest) -> str:
    page = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure()):
        return page
    return "language_choose"


def _kept(response: HttpResponseBase, language: str) -> HttpResponseBase:
    if language:
        secure = settings.SESSION_COOKIE_SECURE
        response.set_cookie(COOKIE, language, max_age=A_YEAR, secure=secure, httponly=True, samesite="Lax")
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
    return response
