"""Tokens: how a program signs in."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import permissions, serializers, status
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from league.accounts.rules import LONGEST_DAYS, USUAL_DAYS
from league.accounts.services.passwords import LockedError, known_by_password
from league.accounts.services.second_step import require_code
from league.accounts.services.tokens import create_token, end_all_tokens, end_token
from league.core.api.schema import answer, question
from league.core.api.views import read, signed_in
from league.core.rules.scopes import ORGANISE, SCOPES
from league.models import ApiToken


class TokenDetail(serializers.Serializer[Any]):
    token = serializers.CharField()


class TokenInput(serializers.Serializer[Any]):
    username = serializers.CharField(help_text="User name or e-mail address.")
    password = serializers.CharField(trim_whitespace=False)
    code = serializers.CharField(
        max_length=20, default="", allow_blank=True, help_text="Of the authenticator app, or a recovery code."
    )
    name = serializers.CharField(max_length=60, default="From the API", help_text="To know it by on your account page.")
    scope = serializers.ChoiceField(choices=SCOPES, default=ORGANISE, help_text="How far it reaches.")
    days = serializers.IntegerField(min_value=1, max_value=LONGEST_DAYS, default=USUAL_DAYS, help_text="How long.")


class TokenView(APIView):
    throttle_classes = (ScopedRateThrottle,)
    throttle_scope = "token"

    def get_authenticators(self) -> list[BaseAuthentication]:
        """Read no sign-in if a token is asked for, so that an old or broken one does not stand in the way."""
        return [] if self.request is not None and self.request.method == "POST" else super().get_authenticators()

    def get_permissions(self) -> list[permissions.BasePermission]:
        return [permissions.AllowAny() if self.request.method == "POST" else permissions.IsAuthenticated()]

    @extend_schema(
        tags=["token"],
        summary="Get a token",
        description=(
            "Exchanges user name (or e-mail address) and password for a token. Send it with every request as "
            "`Authorization: Token <token>`. It is said once and can't be read again; you may have several, each with "
            "its `scope`: `read`, `report` (games and tables) or `organise` (everything). It lasts 90 days unless you "
            "say otherwise, and ends with a change of your password. An account with a second step needs `code` as "
            "well. A token holds the roles of its owner in leagues, and never what the staff of the site may do beyond "
            "them (but on a local installation): that takes a browser and a second step. Wrong passwords are counted "
            "together with those of the sign-in page."
        ),
        request=TokenInput,
        responses={200: TokenDetail},
        examples=[
            question({"username": "ada", "password": "correct horse battery staple", "scope": "report"}),
            answer({"token": "sW1yTfCkq0v4cWqg1mYxFf0V3mGJ6b2hJtE0o9yQd7A"}),
        ],
    )
    def post(self, request: Request) -> Response:
        answers = read(TokenInput(data=request.data))
        try:
            user = known_by_password(request._request, login=answers.pop("username"), password=answers.pop("password"))
        except LockedError as error:
            raise Throttled(detail="Too many wrong passwords. Try again in some minutes.") from error
        if user is None:
            refusal = {api_settings.NON_FIELD_ERRORS_KEY: ["Unable to log in with provided credentials."]}
            raise serializers.ValidationError(refusal, code="authorization")
        require_code(user=user, code=answers.pop("code"))
        return Response({"token": create_token(user=user, **answers)}, headers={"Cache-Control": "no-store"})

    @extend_schema(
        tags=["token"],
        summary="End this token",
        description="The one that is sent; with a session, all of yours. Ask for a new one whenever you like.",
        request=None,
        responses={204: None},
    )
    def delete(self, request: Request) -> Response:
        user = signed_in(request)
        if isinstance(request.auth, ApiToken):
            end_token(user=user, pk=request.auth.pk)
        else:
            end_all_tokens(user=user)
        return Response(status=status.HTTP_204_NO_CONTENT)
