"""Signing in by a provider elsewhere: Discord, Google, or any that speaks OpenID Connect.

allauth does the work. Two rules are ours: that a provider vouches for an address never suffices to open an account, and
of a provider's answer only the number and the name of the person are kept. A provider's answer may be wrong in any way,
so it is checked here, and every error becomes one calm page.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from time import monotonic
from typing import Any

import jwt
import requests
import structlog
from allauth.account.adapter import get_adapter as get_account_adapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount import signals
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialLogin, SocialToken
from allauth.socialaccount.providers.base.constants import AuthError, AuthProcess
from allauth.socialaccount.providers.discord.views import DiscordOAuth2Adapter
from allauth.socialaccount.providers.oauth2.client import OAuth2Client, OAuth2Error
from allauth.socialaccount.providers.oauth2.views import OAuth2Adapter
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.forms import Form
from django.http import HttpRequest
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from urllib3.exceptions import HTTPError as BrokenAnswer

from engine.translatable import said
from league.accounts.queries.accounts import who_may_sign_in
from league.accounts.queries.providers import is_last_way_in, ways_to_end
from league.core.ledger.services import record
from league.core.rules.bounds import MISSHAPEN

log = structlog.get_logger(__name__)
SECONDS = 3.0  # for each answer of a provider
LARGEST_ANSWER = 200_000
CLOCKS_DIFFER = 60  # seconds
SIGNED_BY = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]


class BoundedSession(requests.Session):
    """A session in which every answer is small, whole within seconds, and neither an error nor a redirect."""

    def request(self, method: str | bytes, url: str | bytes, *args: Any, **more: Any) -> requests.Response:
        more |= {"timeout": SECONDS, "stream": True, "allow_redirects": False}
        answer = super().request(method, url, *args, **more)  # type: ignore[arg-type]
        until, content = monotonic() + SECONDS, b""
        with answer:
            if answer.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
                raise requests.ConnectionError("the provider has failed")
            if answer.status_code not in (HTTPStatus.OK, HTTPStatus.CREATED):
                raise requests.HTTPError("the provider refuses")
            try:
                while piece := answer.raw.read1(65_536, decode_content=True):
                    content += piece
                    if len(content) > LARGEST_ANSWER or monotonic() > until:
                        raise requests.Timeout("the answer has no end")
            except BrokenAnswer as error:
                raise requests.ConnectionError("the answer broke off") from error
        answer._content = content
        return answer


class OurAddress(OAuth2Adapter):  # type: ignore[misc]
    """A provider comes back to one of our addresses."""

    def get_callback_url(self, request: HttpRequest, app: SocialApp) -> str:
        return str(request.build_absolute_uri(reverse("provider_back", args=[app.provider_id])))


class Discord(OurAddress, DiscordOAuth2Adapter):  # type: ignore[misc]
    pass


class ClientWithNonce(OAuth2Client):  # type: ignore[misc]
    def get_redirect_url(self, authorization_url: str, scope: list[str], extra_params: dict[str, str]) -> str:
        extra_params["nonce"] = _nonce(self.state)
        return str(super().get_redirect_url(authorization_url, scope, extra_params))


class OpenIDConnect(OurAddress, OpenIDConnectOAuth2Adapter):  # type: ignore[misc]
    """allauth trusts the TLS connection and asks for no nonce. Here signature, issuer, audience, time and nonce of
    every token are checked, and what `userinfo` adds must be about the same person."""

    client_class = ClientWithNonce

    def complete_login(self, request: HttpRequest, app: SocialApp, token: SocialToken, **kwargs: Any) -> SocialLogin:
        claims = self._claims(app, kwargs["response"]["id_token"])
        if claims.get("nonce") != _nonce(request.GET["state"]):
            raise OAuth2Error("another nonce")
        if "userinfo_endpoint" in self.openid_config:
            about = self._fetch_user_info(token.token)
            if about["sub"] != claims["sub"]:
                raise OAuth2Error("userinfo about somebody else")
            claims |= about
        # The number of a person means something only beside its issuer, which an operator may replace.
        uid = hashlib.sha256(f"{claims['iss']} {claims['sub']}".encode()).hexdigest()
        return self.get_provider().sociallogin_from_response(request, {"userinfo": {**claims, "sub": uid}})

    def _claims(self, app: SocialApp, token: str) -> dict[str, Any]:
        """Return what the token says, if its provider signed it for us just now."""
        config, kid = self.openid_config, jwt.get_unverified_header(token).get("kid")
        if config["issuer"].rstrip("/") != app.settings["server_url"]:
            raise OAuth2Error("another issuer")
        with BoundedSession() as session:
            keys = jwt.PyJWKSet.from_dict(session.get(config["jwks_uri"]).json()).keys
        (key,) = [key for key in keys if kid in (None, key.key_id)]
        claims: dict[str, Any] = jwt.decode(
            token,
            key,
            algorithms=SIGNED_BY,
            issuer=config["issuer"],
            audience=app.client_id,
            leeway=CLOCKS_DIFFER,
            options={"require": ["iss", "sub", "aud", "exp", "iat"]},
        )
        return claims


def _nonce(state: str) -> str:
    """Return what a token must repeat: it follows from the state, which only the browser that began has."""
    return salted_hmac("league.accounts.nonce", state, algorithm="sha256").hexdigest()


class ProviderAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """Answer what allauth asks: which providers there are, who may come in, and what is kept of their answers."""

    def list_apps(self, request: HttpRequest, provider: str = "", client_id: str = "") -> list[SocialApp]:
        """Return what the environment names, and nothing from the database."""
        return [
            SocialApp(**row)
            for row in settings.SIGN_IN_PROVIDERS
            if provider in ("", row["provider_id"], row["provider"]) and client_id in ("", None, row["client_id"])
        ]

    def get_requests_session(self) -> requests.Session:
        return BoundedSession()

    def populate_user(self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]) -> User:
        """Keep the name by which the person knows that account, and addresses that the provider vouches for."""
        vouched = [address for address in sociallogin.email_addresses if address.verified is True]
        sociallogin.email_addresses = vouched[:1]
        name = str(data.get("username") or data.get("name") or "")[:100]
        sociallogin.account.extra_data = {"name": name}
        user: User = sociallogin.user
        user.username = name[:150]
        user.email = vouched[0].email if vouched else ""
        return user

    def get_signup_form_initial_data(self, sociallogin: SocialLogin) -> dict[str, str]:
        """Offer the name from elsewhere if it can be a user name here."""
        try:
            return {"username": get_account_adapter().clean_username(sociallogin.user.username)}
        except ValidationError:
            return {}

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        if sociallogin.state.get("process") != AuthProcess.LOGIN:
            if request.user.is_authenticated:
                request.user.refresh_from_db()  # allauth saves the whole row, and the provider took its time
            return
        name = sociallogin.provider.name
        if sociallogin.is_existing:
            if not who_may_sign_in().filter(pk=sociallogin.user.pk).exists():
                raise ImmediateHttpResponse(calm_page(request, name, "closed", HTTPStatus.FORBIDDEN))
            return
        addresses = [address.email.lower() for address in sociallogin.email_addresses]
        if EmailAddress.objects.filter(email__in=addresses, verified=True).exists():
            text = _(
                "{provider} says that {email} is yours, and an account here has that address. Sign in to it as before, "
                "then connect {provider} on the page that follows."
            )
            messages.info(request, text.format(provider=name, email=addresses[0]))
            there = urlencode({"next": reverse("socialaccount_connections")})
            raise ImmediateHttpResponse(redirect(f"{reverse('account_login')}?{there}"))

    def save_user(self, request: HttpRequest, sociallogin: SocialLogin, form: Form | None = None) -> User:
        """Make the account, its way in and its address together, unless somebody else has just taken one of them."""
        try:
            with transaction.atomic():
                user: User = super().save_user(request, sociallogin, form)
        except IntegrityError as error:
            self.on_authentication_error(request, sociallogin.provider, exception=error)
            raise
        return user

    def on_authentication_error(
        self,
        request: HttpRequest,
        provider: Any,
        error: str = AuthError.UNKNOWN,
        exception: Exception | None = None,
        extra_context: dict[str, Any] | None = None,
    ) -> None:
        if error == AuthError.CANCELLED:
            text = _("You did not go on with {provider}. Nothing has changed.")
            messages.info(request, text.format(provider=provider.name))
            page = "socialaccount_connections" if request.user.is_authenticated else "account_login"
            raise ImmediateHttpResponse(redirect(page))
        away = isinstance(exception, requests.ConnectionError | requests.Timeout)
        # The text of an exception may hold what the provider sent, and with it secrets.
        log.warning("provider_failed", provider=provider.app.provider_id, error=type(exception).__name__, away=away)
        status = HTTPStatus.SERVICE_UNAVAILABLE if away else HTTPStatus.BAD_REQUEST
        raise ImmediateHttpResponse(calm_page(request, provider.name, "away" if away else "refused", status))


def calm_page(request: HttpRequest, name: str, why: str, status: HTTPStatus) -> Any:
    """Return the page that says what went wrong with a provider, and what to do."""
    answer = render(request, "socialaccount/authentication_error.html", {"name": name, "why": why}, status=status)
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        answer["Retry-After"] = "60"
    return answer


@contextmanager
def calmly(request: HttpRequest, provider: Any) -> Iterator[None]:
    """Answer with that page if allauth lets an exception through."""
    try:
        yield
    except (requests.RequestException, OAuth2Error, jwt.PyJWTError, IntegrityError, *MISSHAPEN) as error:
        ProviderAdapter(request).on_authentication_error(request, provider, exception=error)


ADAPTERS: dict[str, type[OAuth2Adapter]] = {"discord": Discord, "openid_connect": OpenIDConnect}


@transaction.atomic
def disconnect_provider(*, user: User, pk: int) -> None:
    """End signing in by this account elsewhere. Raise ValidationError if it is the last way in."""
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    way = SocialAccount.objects.filter(user=user, pk=pk).first()
    if way is None:
        return
    if is_last_way_in(user, way):
        raise ValidationError(_("This is your only way in. Choose a password first, or connect another provider."))
    _disconnect(user, way)


@transaction.atomic
def disconnect_all_providers(*, user: User) -> None:
    """End signing in by every account elsewhere, except the oldest one if it is the last way in."""
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    for way, _provider in ways_to_end(user):
        _disconnect(user, way)


def _disconnect(user: User, way: SocialAccount) -> None:
    way.delete()
    signals.social_account_removed.send(sender=SocialAccount, request=None, socialaccount=way)
    record(kind="sign_in_changed", text=said("An account was disconnected from a provider elsewhere."), by=user)


def watch_providers() -> None:
    """Connect to the signal of allauth about accounts connected elsewhere; to be called once."""
    signals.social_account_added.connect(_record)


def _record(sociallogin: SocialLogin, **more: Any) -> None:
    record(kind="sign_in_changed", text=said("An account was connected to a provider elsewhere."), by=sociallogin.user)
