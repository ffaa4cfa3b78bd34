"""Codes on seat cards and score sheets: whoever plays without an account takes the character over, once."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from characters.models import Character
from league.models import ClaimLink, Entry, LedgerEntry, Membership, Tournament
from league.people.services.guests import register_guest
from league.people.services.owners import undo_claim
from league.people.services.person_pages import introduce
from league.sheets.charts.score_sheets import SheetPaper, score_sheets
from league.tournaments.desk.charts.posters import SeatCard, seat_cards
from league.tournaments.desk.queries.papers import seat_cards_of, sheet_papers
from league.tournaments.entries.queries import claim_tokens
from tests.factories.pages import text
from tests.factories.tournaments import a_round, entered

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry(desk, tournament) -> Entry:
    guest = register_guest(league=desk.season.league, name="Zoe", edition_id="london", by=desk.olga)
    return Entry.objects.create(tournament=tournament, character=guest, number=99)


def address(entry: Entry) -> str:
    return f"/c/{claim_tokens([Entry.objects.select_related('character').get(pk=entry.pk)])[entry.pk]}/"


def test_whoever_scans_it_says_this_is_me_and_owns_the_character(client, stranger, desk, entry):
    where = address(entry)
    assert "This is me, stranger" in text(stranger.get(where))
    page = text(stranger.post(where, follow=True))
    assert "Zoe is yours now" in page and Character.objects.get().owner == desk.stranger
    assert Membership.objects.filter(user=desk.stranger, league=desk.season.league).exists()
    assert LedgerEntry.objects.filter(kind="owner_changed", by=desk.stranger).count() == 1
    client.force_login(desk.pia)
    assert client.post(where).status_code == 404


def test_without_an_account_one_is_sent_to_sign_up_and_back(client, entry):
    where = address(entry)
    assert f"/accounts/signup/?next={where}" in text(client.get(where))
    client.post(where)
    assert Character.objects.get().owner is None


def test_a_claim_that_was_undone_is_not_made_again_from_the_same_paper(client, stranger, desk, entry):
    where = address(entry)
    stranger.post(where)
    undo_claim(link=ClaimLink.objects.get(), by=desk.olga)
    assert stranger.get(where).status_code == 404
    assert address(entry) != where and stranger.get(address(entry)).status_code == 200


def test_a_paper_is_too_old_a_month_after_the_tournament(stranger, entry):
    where = address(entry)
    Tournament.objects.update(status="finished", finished_at=timezone.now() - timedelta(days=31))
    assert stranger.get(where).status_code == 410
    stranger.post(where)
    assert Character.objects.get().owner is None


@pytest.mark.parametrize("token", ["1-x", "x", "-", "1", "9" * 30 + "-x", "0-"])
def test_a_made_up_code_opens_nothing(stranger, entry, token):
    assert stranger.get(f"/c/{token}/").status_code == 404


def test_codes_are_not_tried_out(client, entry):
    answers = [client.get(f"/c/{entry.pk}-{number:016}/").status_code for number in range(31)]
    assert answers[-1] == 429 and set(answers[:-1]) == {404}


def test_the_code_stands_on_the_score_sheet_and_the_seat_card_of_a_guest_alone(client, desk, tournament, entry):
    ada, *_ = entered(tournament, 1, status=Entry.CHECKED_IN)
    played = a_round(tournament.stages.get(), [ada, entry])
    (sheet,) = sheet_papers(played, "https://club.example")
    assert sheet.claims == ("", f"https://club.example{address(entry)}")
    cards = seat_cards_of(played, "https://club.example")
    assert [(card.name, bool(card.claim)) for card in cards] == [(ada.character.name, False), ("Zoe", True)]
    introduce(user=ada.character.owner, called="Adda", pronouns="she/her", spoken="AH-da")
    cards = seat_cards_of(played, "https://club.example")
    assert [card.player for card in cards] == ["Adda, she/her", ""]
    client.force_login(desk.kit)
    for what in ("sheets", "cards"):
        page = f"/tournaments/{tournament.slug}/rounds/1/1/print/{what}"
        assert "this career is yours to keep" in text(client.get(f"{page}/"))
        assert client.get(f"{page}.pdf").content.startswith(b"%PDF")
    client.force_login(desk.pia)
    assert client.get(f"/tournaments/{tournament.slug}/rounds/1/1/print/cards/").status_code == 403


def test_the_papers_hold_very_long_names_and_many_seats():
    seats = tuple(f"{'Bartholomew ' * 12}{number}" for number in range(6))
    claims = tuple(f"https://club.example/c/{number}-{'x' * 16}/" for number in range(6))
    sheet = SheetPaper(1, "Open", "Careers", seats, (), claims=claims)
    assert score_sheets([sheet]).startswith(b"%PDF")
    cards = [SeatCard(name, "Table 1, seat 1", "Open", claim) for name, claim in zip(seats, claims, strict=True)]
    assert seat_cards(cards * 4).count(b"/Type /Page\n") == 3


def test_two_who_scan_the_same_paper_are_not_both_its_owner(desk, entry):
    from league.people.services.owners import claim_by_paper

    claim_by_paper(character=entry.character, digest=ClaimLink.digest_of("paper"), user=desk.stranger)
    with pytest.raises(ValidationError, match="already has an owner"):
        claim_by_paper(character=entry.character, digest=ClaimLink.digest_of("paper"), user=desk.pia)
