"""Stop an order, or let it go on."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _

from league.core.views.access import user_of
from league.lab.models import Order
from league.lab.services.orders import resume_order, stop_order
from league.lab.tasks import work_soon


def change_order(request: HttpRequest, order: Order) -> None:
    """Do what the button says, and tell the person the result."""
    try:
        if "stop" in request.POST:
            stop_order(order=order)
            messages.success(request, _("This is stopped. What was done is kept."))
        else:
            resume_order(order=order, by=user_of(request))
            work_soon()
    except ValidationError as error:
        messages.warning(request, " ".join(error.messages))
