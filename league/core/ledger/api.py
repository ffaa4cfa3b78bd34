"""Heads, for everybody who wants to keep them elsewhere."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.core.api.fields import StampField
from league.core.api.schema import example
from league.core.api.views import ApiList
from league.models import SignedHead


@example(
    {
        "id": 12,
        "made_at": "2026-01-02T10:00:00Z",
        "tree_size": 61,
        "tree_root": "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
        "key": "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "signature": "0" * 128,
        "installation": "https://league.example",
        "format": "corner-office-head/1",
    }
)
class HeadRow(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    made_at = StampField()
    tree_size = serializers.IntegerField(help_text="How many chains it covers.")
    tree_root = serializers.CharField(
        help_text="Root of the hash tree of RFC 6962 over the ends of all chains, in hexadecimal."
    )
    key = serializers.CharField(source="statement.key", help_text="Public key (Ed25519), in hexadecimal.")
    signature = serializers.CharField(
        source="statement.signature", help_text="Over the canonical JSON of the statement."
    )
    installation = serializers.CharField(source="statement.installation")
    format = serializers.CharField(source="statement.format")


class HeadList(ApiList[SignedHead]):
    ordering = ("-pk",)
    queryset = SignedHead.objects.all()
    serializer_class = HeadRow

    @extend_schema(
        tags=["heads"],
        summary="List signed heads",
        description=(
            "Statements over the ends of every chain: facts, decisions and draws; the newest first. The whole file of "
            "one, with all ends, is at `/heads/{id}.json`. Kept elsewhere, it proves that nothing before it was "
            "altered or lost since."
        ),
        responses=HeadRow(many=True),
    )
    def get(self, request: Request) -> Response:
        return self.listed(self.filter_queryset(self.get_queryset()))
