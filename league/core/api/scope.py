"""The rights of a token. A session has no scope: people may do what they may do."""

from typing import Any

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from league.core.rules.scopes import READ, covers


class WithinScope(BasePermission):
    def has_permission(self, request: Request, view: Any) -> bool:
        scope = getattr(request.auth, "scope", None)
        needed = READ if request.method in SAFE_METHODS else view.scope
        self.message = f"Your token has the scope {scope!r}; this takes {needed!r}."
        return scope is None or covers(scope, needed)
