from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.response import Response

from tests.league.api.club import Club, a_club


@pytest.fixture
def club(db: None) -> Club:
    return a_club()


@pytest.fixture
def problems() -> Callable[[Response], dict[Any, str]]:
    """The sentences of a refusal by their place in the body."""

    def read(response: Response) -> dict[Any, str]:
        found: dict[Any, str] = {}
        for error in response.json()["errors"]:
            found[error["attr"]] = " ".join(filter(None, (found.get(error["attr"]), error["detail"])))
        return found

    return read
