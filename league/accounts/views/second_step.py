"""The second step of a sign-in: required before anybody acts as staff, offered to organisers."""

from collections.abc import Callable

from allauth.account.authentication import get_authentication_records
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.middleware import get_user
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.accounts.queries import has_second_step, needs_second_step
from league.accounts.services.second_step import MFA, decline_second_step
from league.core.queries.access import lacks_second_step
from league.core.views.access import user_of


class StaffBySecondStep:
    """Middleware: where it is required, nobody acts as staff by a password alone. Staff who have not passed a second
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
    messages.warning(
        request, _("You act as staff of this site once your account has a second step. Choose one of these.")
    )
    return redirect("mfa_index")


@login_required
@require_POST
def second_step_decline(request: HttpRequest) -> HttpResponseBase:
    decline_second_step(user=user_of(request))
    messages.success(request, _("You are not asked again. Your account page has it under “Two steps”."))
    return redirect("home")
