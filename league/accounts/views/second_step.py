"""The second step of a sign-in: required before the admin, offered to organisers."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.accounts.queries import must_add_second_step
from league.accounts.services.second_step import decline_second_step
from league.core.views.access import user_of


def before_the_admin(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: where it is required, nobody opens the admin by a password alone."""

    def middleware(request: HttpRequest) -> HttpResponse:
        inside = request.path_info.startswith(reverse("admin:index"))
        if inside and request.user.is_authenticated and must_add_second_step(user_of(request)):
            messages.warning(request, _("The admin opens once your account has a second step. Choose one of these."))
            return redirect("mfa_index")
        return get_response(request)

    return middleware


@login_required
@require_POST
def second_step_decline(request: HttpRequest) -> HttpResponseBase:
    decline_second_step(user=user_of(request))
    messages.success(request, _("You are not asked again. Your account page has it under “Two steps”."))
    return redirect("home")
