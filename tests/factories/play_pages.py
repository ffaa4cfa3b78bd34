"""A table's page as somebody reads it with htmx."""

import re

from django.test import Client

PART = re.compile(r'data-part="([^":]+):([^"]+)"( hx-preserve)?')


class PageOfTable:
    """The page of somebody who reads it with htmx, and what of it is there already."""

    def __init__(self, reader: Client, address: str):
        self.reader, self.address, self.held = reader, address, dict[str, str]()

    def asks(self) -> bytes:
        """The answer to a page that goes on showing what it says."""
        held = " ".join(f"{name}:{mark}" for name, mark in self.held.items())
        headers = {"HX-Request": "true", "X-Board": "kept", "X-Parts": held}
        answer = self.reader.get(self.address, headers=headers).content
        found = PART.findall(answer.decode())
        assert all(self.held[name] == mark for name, mark, kept in found if kept), "left out, and the page has it not"
        self.held = {name: mark for name, mark, _kept in found}
        return answer
