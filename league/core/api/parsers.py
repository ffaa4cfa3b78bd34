"""JSON bodies. What no database can hold or no stack can walk is refused here, before anybody else meets it."""

import json
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser

from league.core.rules.csv_text import refuse_unstorable

LARGEST_BODY = 1_000_000


class TooLarge(APIException):
    status_code = 413
    default_code = "too_large"
    default_detail = f"The body is too large; {LARGEST_BODY:,} bytes are the most."


class CarefulJSONParser(JSONParser):
    """JSON objects of a sensible size, without NUL characters, lone surrogates or numbers beyond counting."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        body = stream.read(LARGEST_BODY + 1)
        if len(body) > LARGEST_BODY:
            raise TooLarge
        try:
            content = json.loads(body.decode("utf-8-sig"), parse_constant=_refuse)
            refuse_unstorable(content)
        except RecursionError as error:
            raise ParseError("The JSON is nested too deeply.") from error
        except ValueError as error:
            raise ParseError(f"The body is not JSON that can be read: {error}") from error
        if not isinstance(content, dict):
            raise ParseError("The body must be a JSON object.")
        return content


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not a number.")
