import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from characters.models import Career, CareerEvent, Fact
from games.models import Sheet, SheetSeat
from games.services.review import review_waiting
from league.models import Draw, Entry, FileImport, LedgerEntry, Result, Round, Ruling, Table, Tournament, Webhook
from league.tournaments.entries.services.tournament_log import log_event
from league.tournaments.tables.services.rulings import give_warning
from tests.factories.families import family
from tests.factories.friday_club import FridayClub, friday_game
from tests.factories.reports import says
from tests.factories.tables import a_table
from tests.factories.tampering import past_triggers

OURS = [model for model in admin.site._registry if model._meta.app_label in ("characters", "games", "league")]


@pytest.fixture
def root(client: Client, club: FridayClub) -> Client:
    friday_game(club)
    review_waiting()
    table = a_table()
    says(table, 1)
    give_warning(entry=Entry.objects.latest("pk"), round=table.round, reason="Loud", by=club.cleo)
    log_event(tournament=table.round.stage.tournament, kind="created", text="Announced.")
    Webhook.objects.create(league=club.league, url="https://example.org/hook", created_by=club.cleo)
    client.force_login(User.objects.create(username="root", is_staff=True, is_superuser=True))
    return client


@pytest.mark.parametrize("model", family(OURS, usual=6))
def test_every_list_and_page_opens(root: Client, model):
    base = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    searched = "?q=1" if admin.site._registry[model].search_fields else ""
    assert root.get(reverse(f"{base}_changelist") + searched).status_code == 200
    for row in model.objects.all()[:1]:
        assert root.get(reverse(f"{base}_change", args=[row.pk])).status_code == 200


READ = [Fact, CareerEvent, Career, Sheet, Result, FileImport, Tournament, Entry, Draw, Table, Ruling, LedgerEntry]


@pytest.mark.parametrize("model", READ, ids=lambda m: m.__name__)
def test_history_is_for_reading(root: Client, model):
    base = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    assert root.get(reverse(f"{base}_add")).status_code == 403
    row = model.objects.first()
    if row is not None:
        assert root.post(reverse(f"{base}_change", args=[row.pk]), {}).status_code == 403
        assert root.post(reverse(f"{base}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
        assert model.objects.filter(pk=row.pk).exists()


def test_the_seats_of_a_sheet_are_shown_and_not_changed(root: Client):
    sheet = Sheet.objects.earliest("pk")
    page = root.get(reverse("admin:games_sheet_change", args=[sheet.pk])).content.decode()
    assert "Bo Bigdesk" in page and "_save" not in page
    assert SheetSeat.objects.filter(sheet=sheet).count() == 2


def test_no_page_shows_a_secret(root: Client):
    tournament, hook = Tournament.objects.get(), Webhook.objects.get()
    for row, secret in ((tournament, tournament.draw_secret), (hook, hook.secret), (hook, hook.url)):
        page = root.get(reverse(f"admin:league_{row._meta.model_name}_change", args=[row.pk]))
        assert page.status_code == 200 and secret not in page.content.decode()


@pytest.mark.parametrize(
    ("model", "person"),
    [(Sheet, "submitted_by"), (Round, "ended_by"), (Ruling, "by"), (LedgerEntry, "by")],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_a_list_names_people_whom_an_archive_names_and_says_that_it_does(root: Client, model, person):
    row = model.objects.earliest("pk")
    with past_triggers():
        model.objects.filter(pk=row.pk).update(**{person: None, f"{person}_name": "olga"})
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    page = root.get(address).content.decode()
    assert "olga, according to the archive" in page
    assert root.get(f"{address}?o=1.2.3.4.5.6").status_code == 200


def test_the_page_of_a_game_names_them_too(root: Client):
    sheet = Sheet.objects.earliest("pk")
    Sheet.objects.filter(pk=sheet.pk).update(submitted_by=None, submitted_by_name="olga")
    page = root.get(reverse("admin:games_game_change", args=[sheet.game_id])).content.decode()
    assert "olga, according to the archive" in page
