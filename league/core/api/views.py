"""The base of every view of the API.

A POST may be sent twice.

The same request with the same Idempotency-Key gets the first answer again, no matter what has happened since. That is
so for every POST by derivation, and `league.core.api.schema.Schema` documents it; only asking for a token is not such a
view: it has no signed-in user who could own a key, its answer is a secret that is kept nowhere else in plain, and it is
the same however often it is asked for.
"""

from collections.abc import Callable
from functools import partial
from json import loads
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import override
from rest_framework import generics, views
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from league.core.api.fields import columns_of
from league.core.queries.access import refuse_closed, refuse_hidden, visible_to
from league.core.rules.scopes import ORGANISE, READ, covers
from league.core.services.idempotency import Answer, answer_once, digest_of, sent_key


class WithinScope(BasePermission):
    def has_permission(self, request: Request, view: Any) -> bool:
        scope = getattr(request.auth, "scope", None)
        needed = READ if request.method in SAFE_METHODS else view.scope
        self.message = f"Your token has the scope {scope!r}; this takes {needed!r}."
        return scope is None or covers(scope, needed)


def read(form: Serializer[Any]) -> dict[str, Any]:
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)


def signed_in(request: Request) -> User:
    user: User = request.user  # type: ignore[assignment]
    return user


M = TypeVar("M", bound=Model)
Post = Callable[..., Response]


class ApiView(views.APIView):
    post: Post
    scope = ORGANISE  # that a token needs to change something here

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer in English, whatever the language of the account: programs read it, and an answer is stored for
        repeated requests."""
        with override(settings.LANGUAGE_CODE):
            return super().dispatch(request, *args, **kwargs)

    def get_permissions(self) -> list[Any]:
        return [*super().get_permissions(), WithinScope()]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse addresses in hidden leagues, and changes in closed ones, once the user is known and before the method
        is looked up; let a POST run once."""
        super().initial(request, *args, **kwargs)
        refuse_hidden(request._request, request.user)
        if request.method not in SAFE_METHODS:
            refuse_closed(request._request, request.user)
        if request.method == "POST" and hasattr(self, "post"):
            self.post = partial(_post_once, self.post)


class ApiList(ApiView, generics.GenericAPIView[M]):
    """The same for a resource in pages. `league` is the path of lookups from a row to its league."""

    league = ""

    def filter_queryset(self, queryset: QuerySet[M, Any]) -> QuerySet[M, Any]:
        rows = super().filter_queryset(queryset)
        return rows.filter(visible_to(self.request.user, self.league)) if self.league else rows

    def listed(self, rows: QuerySet[M, Any] | None = None, **context: Any) -> Response:
        """Return the requested page by the serializer of the view: of these rows, else of its queryset the columns that
        the serializer reads."""
        row: Any = self.get_serializer_class()
        if rows is None:
            rows = self.filter_queryset(self.get_queryset()).values("pk", *columns_of(row))
        page: Any = self.paginate_queryset(rows)
        return self.get_paginated_response(row(page, many=True, context=context).data)


def _post_once(post: Post, request: Request, *args: Any, **kwargs: Any) -> Response:
    key = sent_key(request.headers)
    if not key:
        return post(request, *args, **kwargs)
    first: list[Response] = []

    def act() -> Answer:
        response = post(request, *args, **kwargs)
        first.append(response)
        return response.status_code, loads(JSONRenderer().render(response.data))

    digest = digest_of({"path": request.get_full_path(), "body": request.data})
    (code, body), _ = answer_once(user=signed_in(request), key=key, digest=digest, act=act)
    return first[0] if first else Response(body, code)
