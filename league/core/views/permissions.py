"""Say what a page may ask of the visitor's device: nothing, unless its view allows the camera."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from django.http import HttpResponseBase

HEADER = "Permissions-Policy"
NOT_USED = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
P = ParamSpec("P")


def with_camera(view: Callable[P, HttpResponseBase]) -> Callable[P, HttpResponseBase]:
    """Let the pages of a view ask for the camera."""

    @wraps(view)
    def allowed(*args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        response = view(*args, **kwargs)
        response.headers[HEADER] = NOT_USED.replace("camera=()", "camera=(self)")
        return response

    return allowed
