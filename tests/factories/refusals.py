"""What a service answers to somebody whom it refuses."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError


def refusal(act: Callable[..., Any], *arguments: Any, **more: Any) -> str:
    with pytest.raises(ValidationError) as refused:
        act(*arguments, **more)
    return " ".join(refused.value.messages)
