"""The fields of an order that programs read."""

from typing import Any

from rest_framework.serializers import CharField, ChoiceField, IntegerField, Serializer

from league.core.api.fields import StampField
from league.lab.models import Order

STATUSES = [(status, status) for status in Order.STATUSES]


class OrderRow(Serializer[Any]):
    id = IntegerField()
    method = CharField()
    status = ChoiceField(STATUSES)
    error = CharField(help_text="Why it stopped or failed; empty else.")
    asked_at = StampField()
    finished_at = StampField(allow_null=True)
