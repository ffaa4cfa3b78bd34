"""Heads, for everybody who wants to keep them elsewhere."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from league.core.api.described import described
from league.core.api.schema import answer
from league.core.api.views import ApiList
from league.core.ledger.queries.pages import HeadRow, head_row
from league.models import SignedHead

ROW = {
    "id": 12,
    "made_at": "2026-01-02T10:00:00Z",
    "tree_size": 61,
    "tree_root": "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    "key": "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    "signature": "0" * 128,
    "installation": "https://league.example",
    "format": "corner-office-head/1",
}


class HeadList(ApiList[SignedHead]):
    ordering = ("-pk",)
    queryset = SignedHead.objects.all()
    serializer_class = described(HeadRow)

    @extend_schema(
        tags=["heads"],
        summary="List signed heads",
        description=(
            "Statements over the ends of every chain: facts, decisions and draws; the newest first. The whole file of "
            "one, with all ends, is at `/heads/{id}.json`. Kept elsewhere, it proves that nothing before it was "
            "altered or lost since."
        ),
        responses=described(HeadRow)(many=True),
        examples=[answer(ROW)],
    )
    def get(self, request: Request) -> Response:
        return self.in_pages(self.filter_queryset(self.get_queryset()), head_row)
