"""What readers meet where every app that may be left out is, as JSON; for a process that has none of them."""

import json
import re
from io import StringIO
from typing import Any

import django
from django.core.management import call_command
from django.test import Client
from django.test.utils import setup_test_environment

CARD = re.compile(r'property="og:image"\s+content="([^"]*)"')
PEOPLE = ("player00", "organiser")


class Reader(Client):
    """Notes which pictures the pages name for previews of their links."""

    def __init__(self) -> None:
        super().__init__(raise_request_exception=False)
        self.cards: set[str] = set()

    def get(self, *args: Any, **kwargs: Any) -> Any:
        answer = super().get(*args, **kwargs)
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            self.cards |= set(CARD.findall(answer.content.decode()))
        return answer


def main() -> None:
    django.setup()
    setup_test_environment()
    from django.contrib.auth.models import User

    from league.core.operations.queries import queues
    from tests.factories.crawling import crawl

    call_command("load_sample", verbosity=0, stdout=StringIO())
    pages: list[int] = []
    ends: list[str] = []
    cards: set[str] = set()
    for name in PEOPLE:
        reader = Reader()
        reader.force_login(User.objects.get(username=name))
        seen, nowhere = crawl(reader, of_each_kind=1)
        pages.append(seen)
        ends += nowhere
        cards |= reader.cards
    paths = list(Client().get("/api/v1/schema/?format=json").json()["paths"])
    met = {"pages": pages, "ends": ends, "cards": sorted(cards), "paths": paths, "queues": list(queues())}
    print(json.dumps(met))


if __name__ == "__main__":
    main()
