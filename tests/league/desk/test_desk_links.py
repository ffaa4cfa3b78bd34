"""An organiser gets from the desk to every page of the work, and back, by following links."""

import re

import pytest
from django.test import Client
from django.urls import resolve, reverse

from league.models import Membership
from league.tournaments.desk.services.rounds import start_round
from tests.factories.draws import begun, published

WORK = {
    "tournament_desk",
    "desk_check_in",
    "desk_entries",
    "entry_add",
    "entry_edit",
    "entry_import",
    "tournament_settings",
    "tournament_cancel",
    "tournament_log",
    "round_manage",
    "referee_desk",
    "table_rule",
    "round_detail",
    "print_round",
    "print_round_pdf",
    "webhook_list",
}


@pytest.fixture
def started(db):
    """A tournament of four whose first round is being played."""
    tournament = begun(4)
    start_round(round=published(tournament))
    return tournament


def links(client: Client, address: str) -> tuple[str, set[str]]:
    """Where an address ends up, and where that page leads within the league; a PDF leads nowhere."""
    page = client.get(address, follow=True)
    assert page.status_code == 200, address
    here = page.request["PATH_INFO"]
    if not page.headers["Content-Type"].startswith("text/html"):
        return here, set()
    return here, set(re.findall(r'<a\b[^>]*?href="(/(?!static/)[^"#?]*)', page.content.decode()))


def test_every_page_of_the_work_is_reached_from_the_desk_and_leads_back(started, django_user_model):
    olga = django_user_model.objects.create(username="olga")
    Membership.objects.create(league=started.season.league, user=olga, role="organiser")
    client = Client()
    client.force_login(olga)
    desk = reverse("tournament_desk", args=[started.slug])
    known = dict([links(client, desk)])
    for _ in range(3):
        near = set().union(*known.values()) - set(known)
        known |= dict(links(client, link) for link in near if resolve(link).url_name in WORK | {"round_draw"})
    assert {resolve(link).url_name for link in known} >= WORK
    # Webhooks belong to the league, and their page leads to it.
    ours = {link: leads for link, leads in known.items() if leads and resolve(link).url_name != "webhook_list"}
    for link, leads in ours.items():
        assert desk in leads or any(desk in ours.get(near, ()) for near in leads), link
