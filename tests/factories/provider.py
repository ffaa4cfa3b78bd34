"""A provider elsewhere: a real OpenID Connect server on this machine, which may be made to lie or to be away."""

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Thread
from typing import Any

import jwt
import oidc_provider_mock
import requests
from cryptography.hazmat.primitives.asymmetric import rsa
from django.http import HttpResponse
from django.test import Client
from flask import Response, g, request
from werkzeug.serving import make_server

Json = dict[str, Any]


@dataclass
class Provider:
    """`lies` change an answer by the end of its address; `status`, where it is set, is the answer to everything."""

    url: str = ""
    lies: dict[str, Callable[[Json], Json]] = field(default_factory=dict)
    status: int = 0
    asked: list[str] = field(default_factory=list)

    def row(self, key: str = "oidc", kind: str = "openid_connect") -> Json:
        """What the settings say about it."""
        own = {"server_url": self.url, "oauth_pkce_enabled": True}
        name = "Discord" if kind == "discord" else "Club login"
        about = {"provider": kind, "provider_id": key, "name": name}
        return {**about, "client_id": "corner-office", "secret": "a-secret-of-ours", "settings": own}

    def knows(self, sub: str, **claims: Any) -> None:
        requests.put(f"{self.url}/users/{sub}", json=claims, timeout=5).raise_for_status()

    def resigns(self, key: rsa.RSAPrivateKey | None = None, **claims: Any) -> None:
        """Have its tokens say something else (None: nothing), signed by another key if there is one."""

        def lie(answer: Json) -> Json:
            body = {**jwt.decode(answer["id_token"], options={"verify_signature": False}), **claims}
            body = {name: value for name, value in body.items() if value is not None}
            own = g.oidc_provider_mock_storage.jwk.as_pem(is_private=True)
            return {**answer, "id_token": jwt.encode(body, key or own, "RS256")}

        self.lies["/oauth2/token"] = lie


@contextmanager
def a_provider() -> Iterator[Provider]:
    provider, app = Provider(), oidc_provider_mock.app()

    @app.after_request
    def lie(answer: Response) -> Response:
        provider.asked.append(request.path)
        for end, change in provider.lies.items():
            if request.path.endswith(end):
                answer.set_data(json.dumps(change(json.loads(answer.get_data()))))
        if provider.status:
            answer.status_code = provider.status
        return answer

    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    server = make_server("localhost", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    provider.url = f"http://localhost:{server.server_port}"
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def goes_there(client: Client, key: str = "oidc", **sent: str) -> str:
    """Press the button here; return the address of the provider to which the browser is led."""
    answer = client.post(f"/accounts/by/{key}/", sent)
    assert answer.status_code == 200, answer
    return answer["Refresh"].removeprefix("0; url=")


def says_yes(there: str, sub: str, **sent: str) -> str:
    """Press the button of the provider; return the address to which it leads back."""
    answer = requests.post(there, data={"sub": sub, **sent}, allow_redirects=False, timeout=5)
    return answer.headers["Location"]


def comes_by(client: Client, sub: str, key: str = "oidc", **more: Any) -> HttpResponse:
    """Go there, agree, and come back."""
    return client.get(says_yes(goes_there(client, key), sub), **more)
