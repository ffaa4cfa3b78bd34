"""`Authorization: Token <token>`."""

from django.contrib.auth.models import User
from rest_framework.authentication import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from league.accounts.services.tokens import use_token
from league.models import ApiToken


class TokenSignIn(TokenAuthentication):
    def authenticate_credentials(self, key: str) -> tuple[User, ApiToken]:
        token = use_token(key)
        if token is None:
            raise AuthenticationFailed("This token is unknown, has expired, or ended with a change of the password.")
        return token.user, token
