"""Tokens: how a program signs in."""

from typing import TypedDict

from django.contrib.auth.models import User
from drf_spectacular.utils import extend_schema
from rest_framework import permissions, status
from rest_framework.authentication import BaseAuthentication
from rest_framework.authtoken.models import Token
from rest_framework.authtoken.serializers import AuthTokenSerializer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from league.core.api.described import described
from league.core.api.schema import answer, question


class TokenDetail(TypedDict):
    token: str


class TokenView(APIView):
    throttle_classes = (ScopedRateThrottle,)
    throttle_scope = "token"

    def get_authenticators(self) -> list[BaseAuthentication]:
        """Asking for a token takes no sign-in, so an old or broken one does not stand in the way."""
        return [] if self.request is not None and self.request.method == "POST" else super().get_authenticators()

    def get_permissions(self) -> list[permissions.BasePermission]:
        return [permissions.AllowAny() if self.request.method == "POST" else permissions.IsAuthenticated()]

    @extend_schema(
        tags=["token"],
        summary="Get your token",
        description=(
            "Exchanges user name (or e-mail address) and password for a token. Send it with every request as "
            "`Authorization: Token <token>`. You have one token; asking again gives the same one."
        ),
        request=AuthTokenSerializer,
        responses={200: described(TokenDetail)},
        examples=[
            question({"username": "ada", "password": "correct horse battery staple"}),
            answer({"token": "9944b09199c62bcf9418ad846dd0e4bbdfc6ee4b"}),
        ],
    )
    def post(self, request: Request) -> Response:
        form = AuthTokenSerializer(data=request.data, context={"request": request._request})
        form.is_valid(raise_exception=True)
        user: User = form.validated_data["user"]
        token, _ = Token.objects.get_or_create(user=user)
        return Response({"token": token.key})

    @extend_schema(
        tags=["token"],
        summary="End your token",
        description="Whoever still has the token is signed out. Ask for a new one whenever you like.",
        request=None,
        responses={204: None},
    )
    def delete(self, request: Request) -> Response:
        Token.objects.filter(user=request.user.pk).delete()
        return Response(status=status.HTTP_204_NO_CONTENT)
