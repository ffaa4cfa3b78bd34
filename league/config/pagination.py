from typing import Any

from django.core.exceptions import ValidationError
from django.db import DataError
from django.db.models import QuerySet
from rest_framework.exceptions import NotFound, ParseError
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request


class CursorPages(CursorPagination):
    """Every list of the API. A view sets `ordering`, a tuple of columns that ends in a unique one."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200

    def get_page_size(self, request: Request) -> int | None:
        sizes = request.query_params.getlist(self.page_size_query_param)
        if len(sizes) > 1:
            raise ParseError("Say page_size once.")
        if sizes and not (sizes[0].isascii() and sizes[0].isdigit() and int(sizes[0][:9])):
            raise ParseError("page_size must be a whole number, 1 or more.")
        return super().get_page_size(request)

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        parameters: list[dict[str, Any]] = super().get_schema_operation_parameters(view)
        for parameter in parameters:
            if parameter["name"] == self.page_size_query_param:
                parameter["schema"] |= {"minimum": 1}
                parameter["allowEmptyValue"] = False
        return parameters

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: Any) -> tuple[str, ...]:
        return tuple(view.ordering)

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        """Return the page. An invented cursor is no page, whatever the database thinks of its value: raise NotFound."""
        try:
            return super().paginate_queryset(queryset, request, view)
        except (ValueError, ValidationError, DataError) as error:
            if self.cursor_query_param not in request.query_params:
                raise
            raise NotFound(self.invalid_cursor_message) from error
