"""A name that somebody bore and leaves behind."""

import pytest
from django.test import Client
from django.urls import reverse

from characters.models import Character, FormerName
from league.people.services.registration import change_papers, hide_name
from league.personal.services import forget_person
from tests.factories.friday_club import FridayClub, play_to_retirement
from tests.factories.pages import text

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
