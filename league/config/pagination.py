from rest_framework.pagination import CursorPagination


class CursorPages(CursorPagination):
    """Every list of the API. A view sets `ordering` to an order that ends in a unique column."""

    ordering = "-pk"
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200
