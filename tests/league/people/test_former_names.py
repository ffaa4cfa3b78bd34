"""A name that somebody bore and leaves behind."""

import pytest
from django.test import Client
from django.urls import reverse

from characters.models import Character, FormerName
from league.accounts.services.farewell import forget_person
from league.models import LedgerEntry, MailNotice, Notice
from league.notices.services.outbox import tell_events
from league.people.services.registration import change_papers, hide_name
from league.tournaments.entries.services.entries import register_entry, withdraw_entry
from tests.factories.friday_club import FridayClub, play_to_retirement
from tests.factories.pages import text
from tests.factories.tournaments import a_tournament

DEAD, NEW = "Ada Overtime", "Zora Quits"


@pytest.fixture
def zora(club: FridayClub) -> Character:
    """Ada Overtime, who has played and is called Zora Quits now."""
    play_to_retirement(club, club.overtime)
    return change_papers(character=club.overtime, name=NEW, title="Counsel", c_level_title="", by=club.ada)


def saying(character: Character) -> list[str]:
    """Return the addresses about the character whose answers to a stranger say the former name."""
    game = character.seats.first().sheet.game_id
    tabs = [reverse(f"character_{tab}", args=[character.slug]) for tab in ("detail", "career", "memos", "numbers")]
    games = [f"/games/{game}/", f"/api/v1/games/{game}/", "/api/v1/games/"]
    of_character = [f"/api/v1/characters/{character.slug}/", reverse("passport", args=[character.slug])]
    answers = {address: Client().get(address) for address in (*tabs, *games, *of_character)}
    assert {answer.status_code for answer in answers.values()} == {200}
    return [address for address, answer in answers.items() if "Overtime" in answer.content.decode()]


def finding(name: str) -> list[str]:
    """Return the searches for a name that find the character."""
    searches = [f"/search/?q={name}", f"/characters/?q={name}", f"/api/v1/characters/?name={name}"]
    return [address for address in searches if NEW in Client().get(address).content.decode()]


def test_a_former_name_is_readable_and_findable_until_it_is_hidden(club: FridayClub, zora: Character):
    assert reverse("character_detail", args=[zora.slug]) in saying(zora)
    assert len(finding(DEAD)) == 2 and len(finding(NEW)) == 3


@pytest.mark.parametrize("who", ["ada", "cleo"])
def test_owner_and_organiser_hide_it_after_a_question_and_no_page_says_it(club: FridayClub, zora: Character, who: str):
    client, former = Client(), FormerName.objects.get()
    client.force_login(getattr(club, who))
    address = reverse("former_name", args=[zora.slug, former.pk])
    assert address in text(client.get(reverse("character_edit", args=[zora.slug])))
    assert DEAD in text(client.get(address)) and FormerName.objects.shown().exists()
    client.post(address)
    old = zora.slug
    zora.refresh_from_db()
    assert saying(zora) == [] and finding(DEAD) == [] and len(finding(NEW)) == 3
    assert zora.slug == "zora-quits" and Client().get(f"/characters/{old}/").status_code == 404
    assert (DEAD in text(client.get(reverse("character_edit", args=[zora.slug])))) == (who == "cleo")


def test_nobody_else_hides_it(club: FridayClub, zora: Character):
    client, former = Client(), FormerName.objects.get()
    client.force_login(club.bo)
    assert client.post(reverse("former_name", args=[zora.slug, former.pk])).status_code == 403
    assert FormerName.objects.shown().exists()


def test_files_that_say_a_hidden_name_still_mean_the_character(club: FridayClub, zora: Character, run, tmp_path):
    hide_name(former=FormerName.objects.get(), by=club.ada)
    file = tmp_path / "characters.csv"
    file.write_text(f"name,owner,edition,specialty,side_interest,title\n{DEAD},ada,london,law,journalism,Counsel\n")
    before = Character.objects.count()
    run("import_characters", str(file))
    assert Character.objects.count() == before


def test_it_goes_with_the_account(club: FridayClub, zora: Character):
    forget_person(user=club.ada, label="former member 1")
    zora.refresh_from_db()
    assert not FormerName.objects.exists() and saying(zora) == [] and finding(DEAD) == []


def test_logs_archives_and_what_is_not_sent_yet_say_the_present_name(club: FridayClub):
    ada = club.overtime
    tournament = a_tournament(season=club.season)
    entry = register_entry(tournament=tournament, character=ada, by=club.cleo)
    tell_events()
    withdraw_entry(entry=entry, by=club.cleo)
    zora = change_papers(character=ada, name=NEW, title="Counsel", c_level_title="", by=club.ada)
    letter = MailNotice.objects.create(user=club.ada, key="x", subject=f"{DEAD}: a place", text=f"For {DEAD}.")
    waiting = Notice.objects.filter(text__contains=DEAD) | Notice.objects.filter(subject__contains=DEAD)
    assert waiting.exists()
    stored = dict(LedgerEntry.objects.values_list("pk", "text"))
    organiser = Client()
    organiser.force_login(club.cleo)
    desk = f"/tournaments/{tournament.slug}/desk/"
    pages = [desk, f"{desk}log/", "/leagues/friday-club/ledger/"]
    pages += [f"/api/v1/tournaments/{tournament.slug}/events/", f"/tournaments/{tournament.slug}/archive.json"]

    def who_says(name: str) -> list[bool]:
        answers = [organiser.get(page) for page in pages]
        assert {answer.status_code for answer in answers} == {200}
        return [name in answer.getvalue().decode() for answer in answers]

    assert all(who_says(DEAD))
    hide_name(former=FormerName.objects.get(), by=club.ada)
    assert not any(who_says(DEAD)) and all(who_says(zora.name)) and not waiting.exists()
    letter.refresh_from_db()
    assert (letter.subject, letter.text) == (f"{NEW}: a place", f"For {NEW}.")
    assert NEW in str([notice.words for notice in Notice.objects.all()])
    assert stored.items() <= dict(LedgerEntry.objects.values_list("pk", "text")).items(), "what is signed stays"
