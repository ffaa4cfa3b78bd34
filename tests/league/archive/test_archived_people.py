"""The people of an imported archive: text with a mark wherever they are shown, and never an account."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from games.models import Decision, Sheet
from games.services.review import review_waiting
from league.accounts.services.farewell import forget_person
from league.clubs.services.leagues import create_league
from league.core.ledger.services.heads import chain_waiting
from league.models import Draw, LedgerEntry, Membership, Round, Ruling, Tournament
from league.results.services.games import correct_game, void_game
from league.tournaments.archive.queries.archived_names import archives_with_name_of
from league.tournaments.archive.rules.archive import write_archive
from league.tournaments.archive.services.import_tournament import import_tournament
from league.tournaments.tables.services.rulings import rescind_ruling
from tests.factories.archives import an_archive, archive_of
from tests.factories.careers import differences
from tests.factories.compass_sheets import sheet_of_cards

pytestmark = pytest.mark.django_db
SAID = "otto, according to the archive"


@pytest.fixture
def made() -> Tournament:
    """Imported by Mallory, while somebody signs in as otto here."""
    archive = an_archive()
    User.objects.create(username="otto", is_superuser=True)
    return imported(archive, User.objects.create(username="mallory"))


def imported(archive: dict[str, Any], by: User) -> Tournament:
    made = import_tournament(league=create_league(name="Elsewhere", by=by), data=write_archive(archive), by=by)[1]
    assert made is not None
    return Tournament.objects.select_related("season__league").get(pk=made.pk)


def proved() -> bool:
    while review_waiting():
        pass
    chain_waiting()
    return differences() == []


def corrected(made: Tournament) -> Sheet:
    return Sheet.objects.filter(game__table__round__stage__tournament=made, version=2).get()


def test_pages_show_the_names_of_an_archive_as_text_with_a_mark(client: Client, made):
    client.force_login(User.objects.get(username="mallory"))
    played = Round.objects.get(stage__tournament=made, number=1)
    game = corrected(made).game
    pages = {
        "game": reverse("game_detail", args=[game.pk]),
        "draws": reverse("draw_list", args=[made.slug]),
        "round": reverse("round_manage", args=[made.slug, 1, played.number]),
        "rulings": reverse("referee_desk", args=[made.slug]),
        "log": reverse("tournament_log", args=[made.slug]),
        "ledger": reverse("league_ledger", args=[made.season.league.slug]),
    }
    for name, page in pages.items():
        text = client.get(page).content.decode()
        assert SAID in text, name
        assert not re.search(r"\botto\b(?!, according to the archive)", text), name
        assert not any("otto" in link for link in re.findall(r"<a\b.*?</a>", text, re.S)), name


def test_programs_read_the_names_of_an_archive_with_a_mark(client: Client, made):
    game = corrected(made).game
    detail = client.get(f"/api/v1/games/{game.pk}/").json()
    assert [sheet["submitted_by"] for sheet in detail["sheets"]][1] == SAID
    assert {decision["by"] for decision in detail["decisions"]} <= {SAID, None}
    events = client.get(f"/api/v1/tournaments/{made.slug}/events/").json()["results"]
    assert {(event["by"], event["imported"]) for event in events} <= {(SAID, True), (None, True)}
    [ruling] = client.get(f"/api/v1/tournaments/{made.slug}/rulings/").json()["results"]
    assert ruling["by"] == SAID


def test_the_log_of_a_game_has_the_same_names_and_the_ledger_no_other_lines(made):
    game = corrected(made).game
    assert Decision.objects.get(game=game, kind="corrected").by_name == "otto"
    assert not LedgerEntry.objects.filter(game=game).exists()
    assert proved()


def test_what_is_done_here_afterwards_is_the_deed_of_an_account(made):
    mallory = User.objects.get(username="mallory")
    sheet = corrected(made)
    game = sheet.game.season_game
    correct_game(
        season_game=game,
        sheet=sheet_of_cards(sheet.game.table, [9, 11, 10, 3]),
        reason="Again",
        source=Sheet.WEB,
        by=mallory,
    )
    void_game(season_game=game, reason="Never mind", by=mallory)
    sheet.refresh_from_db()
    assert (sheet.who_submitted, sheet.who_closed) == (SAID, "mallory")
    assert proved()


def test_a_name_without_a_deed_stands_in_nobodys_way():
    archive = an_archive()
    archive["rulings"][0]["rescinded_by"] = "olga"
    mallory = User.objects.create(username="mallory")
    ruling = Ruling.objects.get(tournament=imported(archive, mallory))
    assert ruling.who_rescinded == "olga, according to the archive"
    rescind_ruling(ruling=ruling, reason="Not late", by=mallory)
    ruling.refresh_from_db()
    assert ruling.who_rescinded == "mallory"


def test_nobody_is_an_account_and_a_name_of_an_archive(made):
    draw = Draw.objects.filter(tournament=made).first()
    with pytest.raises(IntegrityError), transaction.atomic():
        Draw.objects.filter(pk=draw.pk).update(made_by=User.objects.get(username="otto"))


def test_own_data_says_which_archives_have_the_name_and_leaving_takes_it_out_of_the_own_leagues(made):
    otto = User.objects.get(username="otto")
    assert [row["slug"] for row in archives_with_name_of(otto)] == [made.slug]
    forget_person(user=User.objects.create(username="olga"), label="former member")
    forget_person(user=User.objects.get(pk=otto.pk), label="former member")
    assert archive_of(made)["archived_names"] == ["otto"]
    other = User.objects.create(username="otto")
    Membership.objects.create(league=made.season.league, user=other)
    forget_person(user=other, label="former member")
    assert archive_of(made)["archived_names"] == [f"former-member-{other.pk}"]
    assert proved()
