"""Phones at a table, as the test client plays them."""

import json
import re
from ipaddress import ip_address
from itertools import count

from django.test import Client

from league.models import Table
from league.tournaments.tables.queries.links import table_path

ADDRESSES = count(1)


def a_network_address() -> str:
    """Another one each time."""
    return str(ip_address("10.0.0.0") + next(ADDRESSES))


def a_phone(table: Table, number: int = 0, *, address: str = "") -> Client:
    """A phone that has opened the link and, with a number, said who it is. Each has its own network address unless one
    is given."""
    phone = Client(REMOTE_ADDR=address or a_network_address())
    phone.get(table_path(table))
    if number:
        phone.post(table_path(table), {"go": "claim", "seat": number})
    return phone


def look(phone, table: Table, tag: str = "") -> tuple[str, str, int]:
    """What the phone is shown, its version and the status; figures that are new with every answer are left out."""
    answer = phone.get(table_path(table) + "state/", headers={"If-None-Match": tag} if tag else {})
    text = re.sub(r'(name="(csrfmiddlewaretoken|key)"\s+value=)"[^"]*"', r"\1", answer.text)
    return text, answer.headers.get("ETag", ""), answer.status_code


def send_report(phone: Client, table: Table, body: object, *, key: str = "of-the-phone", path: str = ""):
    return phone.post(
        (path or table_path(table)) + "report/",
        body if isinstance(body, str) else json.dumps(body),
        content_type="application/json",
        headers={"Idempotency-Key": key} if key else {},
    )
