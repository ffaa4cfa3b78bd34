"""What readers meet where every app that may be left out is, as JSON; for a process that has none of them."""

import json
import re
from io import StringIO

import django
from django.core.management import call_command
from django.test import Client
from django.test.utils import setup_test_environment

CARD = re.compile(r'property="og:image"\s+content="([^"]*)"')
PEOPLE = ("player00", "organiser")


def main() -> None:
    django.setup()
    setup_test_environment()
    from django.contrib.auth.models import User

    from league.core.operations.queries import queues
    from tests.inspector.looks import led_on, wrongs
    from tests.inspector.visits import Reader, Visitor
    from tests.inspector.walk import walk

    call_command("load_sample", verbosity=0, stdout=StringIO())
    pages: list[int] = []
    ends: list[str] = []
    cards: set[str] = set()
    for name in PEOPLE:
        client = Client(raise_request_exception=False)
        client.force_login(User.objects.get(username=name))
        visits = list(walk(Visitor(Reader(name), client), of_each_kind=1))
        pages.append(sum(visit.page is not None for visit in visits))
        ends += [wrong for visit in visits for wrong in wrongs(visit, [led_on])]
        cards |= {card for visit in visits if visit.page for card in CARD.findall(visit.text)}
    run = "/leagues/the-corner-office-league/run/"
    pages_of_photos = [client.get(page).content.decode() for page in (run, "/play/sheets/")]
    switches_on = ["opencv-python-headless" in page for page in pages_of_photos]
    paths = list(Client().get("/api/v1/schema/?format=json").json()["paths"])
    met = {"pages": pages, "ends": ends, "cards": sorted(cards), "paths": paths}
    met |= {"queues": list(queues()), "switches_on": switches_on}
    print(json.dumps(met))


if __name__ == "__main__":
    main()
