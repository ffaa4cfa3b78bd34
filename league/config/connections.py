"""Connections to PostgreSQL as the site's pool keeps them."""

import select
from typing import Any

from psycopg import Connection, Cursor
from psycopg.pq import TransactionStatus


class Watched(Connection[Any]):
    """Before a connection leaves the pool, the pool asks the server an empty question on it, and every request of the
    site would wait for that answer. A server that ends a connection says so, or closes it: either can be read. So
    while nothing can be read from an idle connection, the empty question is not sent."""

    def execute(self, query: Any, *args: Any, **kwargs: Any) -> Cursor[Any]:
        return self.cursor() if query == "" and self._is_quiet() else super().execute(query, *args, **kwargs)

    def _is_quiet(self) -> bool:
        if self.closed or self.pgconn.transaction_status != TransactionStatus.IDLE:
            return False
        watch = select.poll()
        watch.register(self.fileno(), select.POLLIN | select.POLLPRI)  # poll reports a broken connection in any case
        return not watch.poll(0)
