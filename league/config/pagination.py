"""Pages of every list of the API, which go on after a row and not after a number of rows.

A cursor holds what the columns of `ordering` say of the last row that was shown, all of them, and the last one is
unique. So a row that stays where it is appears exactly once, whatever is added, removed or moved meanwhile.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from django.core import signing
from django.db.models import F, Field, Model, Q
from django.db.models.expressions import OrderBy
from rest_framework.exceptions import NotFound, ParseError
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.utils.urls import remove_query_param, replace_query_param


class Column(NamedTuple):
    """A column of `ordering`: its path of lookups, the field that it ends in, and whether it goes down. Rows without a
    value come last."""

    path: str
    field: Field[Any, Any]
    descending: bool

    def ordered(self, *, backwards: bool) -> OrderBy | str:
        if not self.field.null:
            return self.path if self.descending == backwards else f"-{self.path}"
        nulls = {"nulls_first": True} if backwards else {"nulls_last": True}
        column = F(self.path)
        return column.asc(**nulls) if self.descending == backwards else column.desc(**nulls)

    def equals(self, value: object) -> Q:
        return Q(**{f"{self.path}__isnull": True}) if value is None else Q(**{self.path: value})

    def beyond(self, value: object, *, backwards: bool) -> Q | None:
        """Return the condition for rows that this column puts behind the value; None if there can be none."""
        if value is None:
            return Q(**{f"{self.path}__isnull": False}) if backwards else None
        return self._on_that_side(value, "", backwards=backwards)

    def not_before(self, value: object, *, backwards: bool) -> Q:
        """Return the condition for rows that this column does not put before the value."""
        if value is None:
            return Q() if backwards else self.equals(None)
        return self._on_that_side(value, "e", backwards=backwards)

    def _on_that_side(self, value: object, or_equal: str, *, backwards: bool) -> Q:
        side = "gt" if self.descending == backwards else "lt"
        condition = Q(**{f"{self.path}__{side}{or_equal}": value})
        if self.field.null and not backwards:
            condition |= Q(**{f"{self.path}__isnull": True})
        return condition

    def value_in(self, row: Any) -> object:
        """Return what a row says here, as a cursor holds it."""
        if isinstance(row, Mapping):
            value = row[self.path]
        else:
            *way, _ = self.path.split("__")
            value = getattr(reduce(getattr, way, row), self.field.attname)
        return value if value is None or isinstance(value, (int, float, str)) else str(value)


class Cursor(NamedTuple):
    backwards: bool
    values: list[Any]


def columns_of(model: type[Model], ordering: Sequence[str]) -> list[Column]:
    """Return the columns by which rows of the model are ordered."""
    columns = []
    for name in ordering:
        path = name.removeprefix("-")
        *way, last = path.split("__")
        owner: Any = model
        for step in way:
            owner = owner._meta.get_field(step).related_model
        field = owner._meta.pk if last == "pk" else owner._meta.get_field(last)
        columns.append(Column(path, field, name.startswith("-")))
    return columns


class CursorPages(CursorPagination):
    """A view sets `ordering`, a tuple of columns that ends in a unique one."""

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

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any]:
        """Return the page. Raise NotFound for a cursor that was not made here, or not for this order."""
        self.address = request.build_absolute_uri()
        self.columns = columns_of(queryset.model, view.ordering)
        self.salt = f"cursor of {queryset.model._meta.label} by {','.join(view.ordering)}"
        size, cursor = self.get_page_size(request) or self.page_size, self._sent(request)
        backwards = cursor is not None and cursor.backwards
        rows = queryset.order_by(*(column.ordered(backwards=backwards) for column in self.columns))
        if cursor is not None and cursor.values:
            rows = rows.filter(self._behind(cursor))
        several = list(rows[: size + 1])
        self.page, is_more = several[:size], len(several) > size
        if backwards:
            self.page.reverse()
        self.ends = [[column.value_in(row) for column in self.columns] for row in self.page[:1] + self.page[-1:]]
        self.has_next = bool(cursor and cursor.values) if backwards else is_more
        self.has_previous = is_more if backwards else cursor is not None
        return self.page

    def _behind(self, cursor: Cursor) -> Q:
        """Return the condition for rows that come after the cursor's, in its direction."""
        behind, level = [], Q()
        for column, value in zip(self.columns, cursor.values, strict=True):
            beyond = column.beyond(value, backwards=cursor.backwards)
            behind += [] if beyond is None else [level & beyond]
            level &= column.equals(value)
        # The first part follows from the second, and tells the database where to begin.
        begin = self.columns[0].not_before(cursor.values[0], backwards=cursor.backwards)
        return begin & reduce(or_, behind)

    def _sent(self, request: Request) -> Cursor | None:
        encoded = request.query_params.get(self.cursor_query_param)
        if encoded is None:
            return None
        try:
            backwards, values = signing.loads(encoded, salt=self.salt)
        except (signing.BadSignature, ValueError) as error:
            raise NotFound(self.invalid_cursor_message) from error
        return Cursor(backwards, values)

    def get_next_link(self) -> str | None:
        if not self.has_next:
            return None
        return self._link(backwards=False, values=self.ends[-1]) if self.ends else self._first_page()

    def get_previous_link(self) -> str | None:
        if not self.has_previous:
            return None
        return self._link(backwards=True, values=self.ends[0] if self.ends else [])

    def _first_page(self) -> str:
        return remove_query_param(self.address, self.cursor_query_param)

    def _link(self, *, backwards: bool, values: list[Any]) -> str:
        """Return the address of the page beyond the row with these values; without any, of the last page."""
        cursor = signing.dumps([backwards, values], salt=self.salt)
        return replace_query_param(self.address, self.cursor_query_param, cursor)
