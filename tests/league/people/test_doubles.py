"""Characters that may be one person are proposed with the reason, and never those of whom something says otherwise."""

from random import Random
from time import process_time
from urllib.parse import quote

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from characters.models import Character
from characters.rules.names import alike, search_key
from characters.services.registration import rename_character
from league.clubs.services.leagues import create_league
from league.core.services.uploads import remember_names, run_waiting_import
from league.models import FileImport, TwoPeople
from league.people.queries.doubles import MOST_SHOWN, doubles
from league.people.services.guests import register_guest
from league.tournaments.entries.services.check_in import walk_in
from tests.factories.friday_club import FridayClub
from tests.factories.games import played
from tests.factories.imports import answer
from tests.factories.pages import text
from tests.factories.people import a_member, a_user
from tests.factories.sheets import at
from tests.factories.tables import tables_of
from tests.factories.tournaments import a_tournament, entered


@pytest.fixture
def page(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    return f"/leagues/{club.league.slug}/doubles/"


def a_guest(club: FridayClub, name: str) -> Character:
    return register_guest(league=club.league, name=name, edition_id="london")


def pairs(club: FridayClub) -> list[tuple[str, str, str]]:
    return [(double.first.name, double.second.name, double.why.split()[0]) for double in doubles(club.league)]


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        ("Zoë O'Brien", "zoe obrien", "spelling"),
        ("Jean-Luc Roy", "JeanLuc  Roy", "spelling"),
        ("Smith, John", "John Smith", "order"),
        ("Lena Krol", "Lena Król", "spelling"),
        ("Lena Krol", "Lena Kral", "slip"),
        ("Lena Krol", "Lena Kroll", "slip"),
        ("Lena Krol", "Lena Korl", "slip"),
        ("Tom", "Tim", ""),
        ("Lena Krol", "Lina Kral", ""),
        ("Player 1", "Player 2", ""),
        ("Anna", "Anna Smith", ""),
    ],
)
def test_names_are_alike_by_letters_by_words_or_but_for_one_slip(first, second, why):
    expected = [(1, 2, why)] if why else []
    assert list(alike([(1, search_key(first)), (2, search_key(second))])) == expected


def test_ten_thousand_names_are_compared_within_seconds_even_if_all_are_alike():
    draw = Random(7)
    names = ["".join(draw.choice("abcdefghijklmnop") for _ in range(draw.randint(6, 14))) for _ in range(9_000)]
    names += [f"Anna {letter}son" for letter in "abcdefghij"] * 100 + ["Zoe Zimmer", "Zoe Zimmre"]
    started = process_time()
    found = [(names[one], names[other]) for one, other, _why in alike(enumerate(map(search_key, names)))]
    assert ("Zoe Zimmer", "Zoe Zimmre") in found and process_time() - started < 5


def test_the_page_gives_the_reason_and_leads_to_the_merge(client: Client, club: FridayClub, page):
    zoe, other = a_guest(club, "Zoë O'Brien"), a_guest(club, "Obrien Zoe")
    a_guest(club, "Zoe Brown")
    shown = text(client.get(page))
    assert "The same words in another order." in shown and "Zoe Brown" not in shown
    merge = f"/characters/{quote(zoe.slug)}/merge/?with={quote(other.slug)}"
    assert merge in shown and client.get(merge).status_code == 200
    rename_character(character=other, name="Ozzy")
    assert "No two names here look like one person." in text(client.get(page))


def test_who_is_called_as_another_one_was_or_as_files_call_another_one_is_proposed(club: FridayClub):
    rename_character(character=club.overtime, name="Ada Byron")
    a_guest(club, "ada overtime")
    remember_names(club.league, {"Bob": club.bigdesk.pk})
    a_guest(club, "Bob")
    assert {(one, other) for one, other, _why in pairs(club)} == {("Ada Byron", "ada overtime"), ("Bo Bigdesk", "Bob")}
    assert "Files use “Bob” for Bo Bigdesk." in {double.why for double in doubles(club.league)}


def test_who_sat_at_one_table_is_not_proposed(club: FridayClub):
    twins = [a_guest(club, name) for name in ("Lena Krol", "Lena Kral")]
    assert len(pairs(club)) == 1
    played(club.season, "7", at(twins[0], 120), at(twins[1]))
    assert pairs(club) == []


def test_who_played_in_one_round_is_not_proposed(club: FridayClub):
    tournament = a_tournament(club.season)
    entries = entered(tournament, 4)
    for entry, name in zip(entries, ("Lena Krol", "Lena Kral"), strict=False):
        who = {"name": name, "name_key": name.lower(), "search_key": search_key(name), "owner": None}
        Character.objects.filter(pk=entry.character_id).update(**who)
    assert ("Lena Krol", "Lena Kral", "One") in pairs(club)
    tables_of(tournament, entries[::2], entries[1::2])
    assert ("Lena Krol", "Lena Kral", "One") not in pairs(club)


def test_characters_of_two_accounts_are_not_proposed(club: FridayClub):
    Character.objects.filter(pk=club.bigdesk.pk).update(search_key=search_key("Ada Overtimes"))
    assert pairs(club) == []
    Character.objects.filter(pk=club.bigdesk.pk).update(owner=None)
    assert len(pairs(club)) == 1


def test_two_people_are_not_proposed_again_until_it_is_taken_back(client: Client, club: FridayClub, page):
    pks = [a_guest(club, name).pk for name in ("Lena Krol", "Lena Kral")]
    said = client.post(page, {"two": f"{pks[1]}-{pks[0]}"}, follow=True)
    assert "Pairs that are two people" in text(said) and "See the merge" not in text(said)
    assert ">1 pair</p>" in text(said)
    client.post(page, {"two": f"{pks[0]}-{pks[1]}"})
    two = TwoPeople.objects.get()
    assert (two.first_id, two.second_id, two.said_by) == (*pks, club.cleo)
    back = text(client.post(page, {"back": two.pk}, follow=True))
    assert "See the merge" in back and "Pairs that are two people" not in back


def test_only_organisers_see_the_page_and_nobody_decides_about_other_leagues(client: Client, club: FridayClub, page):
    elsewhere = register_guest(
        league=create_league(name="Elsewhere", by=a_user("emil")), name="Ada Overtimes", edition_id="london"
    )
    for body in ({"two": f"{club.overtime.pk}-{elsewhere.pk}"}, {"two": "1"}, {"two": f"{club.overtime.pk}-x"}, {}):
        assert "Choose two characters" in text(client.post(page, body, follow=True))
    assert client.post(page, {"back": "1"}).status_code == 404
    client.force_login(club.ada)
    assert client.get(page).status_code == 403
    assert client.post(page, {"two": f"{club.overtime.pk}-{club.bigdesk.pk}"}).status_code == 403
    assert not TwoPeople.objects.exists()


def test_a_page_proposes_a_bounded_number_with_a_flat_number_of_queries(
    club: FridayClub, django_assert_max_num_queries
):
    for number in range(MOST_SHOWN + 5):
        letter = chr(ord("a") + number)
        for name in (f"Lena Krol {letter * 9}", f"Lena Król {letter * 9}"):
            register_guest(league=club.league, name=name, edition_id="london")
    with django_assert_max_num_queries(20):
        assert len(pairs(club)) == MOST_SHOWN


# The doors: who is asked there, and answers that it is somebody else, is not asked again


def told_apart() -> list[tuple[str, str]]:
    return list(TwoPeople.objects.values_list("first__name", "second__name"))


def test_a_list_of_names_shows_who_may_be_meant_before_anybody_is_registered(client: Client, club: FridayClub, page):
    a_guest(club, "Lena Krol")
    sent = {"league": club.league.slug, "edition": "london", "names": "Lena Kral\nTom Fry"}
    shown = text(client.post("/characters/register/guests/", sent))
    assert shown.count("if that is who you mean, take the line out") == 1 and "<bdi>Lena Krol</bdi>" in shown
    client.post("/characters/register/guests/", sent | {"sure": "1"})
    assert told_apart() == [("Lena Krol", "Lena Kral")] and pairs(club) == []


def test_who_registers_with_nearly_the_name_of_a_guest_is_asked_once(client: Client, club: FridayClub):
    lena = a_guest(club, "Lena Krol")
    client.force_login(a_member(club.season, "lena"))
    papers = {"league": club.league.slug, "name": "Lena Kral", "edition": "london", "title": "Counsel"}
    papers |= {"specialty": "law", "side_interest": "journalism"}
    asked = text(client.post("/characters/register/", papers))
    assert f"?guest={lena.slug}" in asked and not Character.objects.filter(name="Lena Kral").exists()
    client.post("/characters/register/", papers | {"another": "1"})
    assert told_apart() == [("Lena Krol", "Lena Kral")] and Character.objects.filter(name="Lena Kral").exists()


def test_nobody_is_asked_about_characters_that_have_an_account(client: Client, club: FridayClub):
    client.force_login(a_member(club.season, "lena"))
    papers = {"league": club.league.slug, "name": "Ada Overtimes", "edition": "london", "title": "Counsel"}
    client.post("/characters/register/", papers | {"specialty": "law", "side_interest": "journalism"})
    assert Character.objects.filter(name="Ada Overtimes").exists() and not told_apart()


def test_who_is_somebody_else_at_the_check_in_or_in_a_file_is_not_proposed(client: Client, club: FridayClub, page):
    a_guest(club, "Lena Krol")
    walk_in(tournament=a_tournament(club.season), name="Lena Kral", another=True, by=club.cleo)
    file = SimpleUploadedFile("people.csv", b"name\nLena Krell\nTom Fry\n")
    client.post(f"/leagues/{club.league.slug}/imports/", {"kind": "characters", "file": file})
    run_waiting_import()
    upload = FileImport.objects.get()
    assert answer(client, upload, meant_0="new").status == "done"
    assert ("Lena Krol", "Lena Kral") in told_apart() and ("Lena Krol", "Lena Krell") in told_apart()
    assert pairs(club) == [] and not any("Tom Fry" in two for two in told_apart())
