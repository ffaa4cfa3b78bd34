"""Describe the fields of an order that programs read."""

from typing import Annotated, TypedDict

from characters.rules.facts import stamp
from league.core.rules.records import Moment, OneOf
from league.lab.models import Order

STATUSES = [(status, status) for status in Order.STATUSES]


class OrderRow(TypedDict):
    id: int
    method: str
    status: Annotated[str, OneOf(STATUSES)]
    error: Annotated[str, "Why it stopped or failed; empty else."]
    asked_at: Moment
    finished_at: Moment | None


def order_row(order: Order) -> OrderRow:
    return {
        "id": order.pk,
        "method": order.method,
        "status": order.status,
        "error": order.error,
        "asked_at": stamp(order.asked_at),
        "finished_at": stamp(order.finished_at) if order.finished_at else None,
    }
