"""The sessions of a person, and their end."""

from allauth.account.internal.flows.logout import logout
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from league.accounts.queries import live_tokens, session_lines
from league.accounts.services.browsers import answer_notices, end_everything
from league.core.views.access import user_of


@never_cache
@login_required
def session_list(request: HttpRequest) -> HttpResponseBase:
    user = user_of(request)
    if request.method == "POST":
        ended = end_everything(user=user, except_session=request.session.session_key, tokens=False)
        text = ngettext("{count} other session ended.", "{count} other sessions ended.", ended)
        messages.success(request, text.format(count=ended))
        return redirect("usersessions_list")
    sessions = session_lines(UserSession.objects.purge_and_list(user))
    context = {"sessions": sessions, "token_count": live_tokens(user).count()}
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
    """Ask first, then end every session and token, this one too."""
    user = user_of(request)
    if request.method == "POST":
        end_everything(user=user)
        logout(request)
        messages.success(request, _("Every session and every token has ended. Sign in, and change your password."))
        return redirect("account_login")
    context = {
        "sessions": session_lines(UserSession.objects.purge_and_list(user)),
        "tokens": live_tokens(user),
    }
    return render(request, "league/accounts/end_all.html", context)


@login_required
@require_POST
def sign_ins_seen(request: HttpRequest) -> HttpResponseBase:
    answer_notices(user=user_of(request))
    messages.success(request, _("Good. That browser is known from now on."))
    return redirect("home")
