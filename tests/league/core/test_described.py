from typing import Annotated, Any, NotRequired, TypedDict

import pytest

from league.core.api.described import described
from league.core.rules.records import Moment
from tests.factories.document import DOCUMENT


class Seat(TypedDict):
    seat: int


class Table(TypedDict):
    """A table."""

    name: Annotated[str | None, "As the players say it."]
    over_at: Moment | None
    seats: Annotated[list[Seat], "In order."]
    first: Seat | None
    counts: dict[str, int]
    texts: list[str]
    more: NotRequired[dict[str, Any]]


def test_a_record_becomes_the_serializer_of_its_name_and_fields():
    made = described(Table)
    fields = made().fields
    assert (made.__name__, made.__doc__, list(fields)) == ("Table", "A table.", list(Table.__annotations__))
    kinds = {name: type(field).__name__ for name, field in fields.items()}
    assert kinds == {
        "name": "CharField",
        "over_at": "DateTimeField",
        "seats": "ListSerializer",
        "first": "Seat",
        "counts": "DictField",
        "texts": "ListField",
        "more": "DictField",
    }
    assert {name for name, field in fields.items() if field.allow_null} == {"name", "over_at", "first"}
    assert [name for name, field in fields.items() if not field.required] == ["more"]
    assert (fields["name"].help_text, fields["seats"].help_text) == ("As the players say it.", "In order.")


def test_a_record_is_described_once():
    assert described(Table) is described(Table)


def test_a_type_that_json_does_not_have_is_refused():
    class Odd(TypedDict):
        what: complex

    with pytest.raises(TypeError, match="complex"):
        described(Odd)


def test_operations_on_webhooks_say_that_they_are_for_organisers():
    here = {path: item for path, item in DOCUMENT["paths"].items() if "/webhooks/" in path}
    operations = [one for item in here.values() for verb, one in item.items() if verb in ("get", "post", "delete")]
    assert len(operations) == 3
    assert all("403" in one["responses"] for one in operations)


def test_a_body_says_that_it_has_a_seat_at_least():
    schemas = DOCUMENT["components"]["schemas"]
    assert schemas["ReportInput"]["properties"]["seats"]["minItems"] == 1
    assert schemas["ReportInput"]["properties"]["seats"]["maxItems"] >= 6
    assert "minItems" not in schemas["GameRow"]["properties"]["seats"]
