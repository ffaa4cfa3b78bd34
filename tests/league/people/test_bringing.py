"""A passport of another installation, brought to a league: verified, counted by its house rule, once."""

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from characters.models import Character, Fact
from league.clubs.services.leagues import set_house_rules
from league.core.rules.signatures import public_key
from league.models import BroughtPassport
from league.people.queries.passports import claim_code, our_key
from league.people.services.passport_bringing import accept_passport, offer_passport, trust_league
from league.people.services.passport_issuing import issue_passport
from tests.factories.careers import differences, level
from tests.factories.facts import a_climb, earned
from tests.factories.friday_club import FridayClub, friday_game
from tests.factories.games import review
from tests.factories.passports import ELSEWHERE, THERE, a_passport, altered, as_file
from tests.factories.people import a_member
from tests.factories.tampering import past_triggers

KEY = public_key(ELSEWHERE)
pytestmark = pytest.mark.django_db


@pytest.fixture
def trusting(club: FridayClub) -> FridayClub:
    """Cleo organises; her league trusts the Thursday Club."""
    trust_league(league=club.league, name="Thursday Club", key=KEY, league_there=THERE, by=club.cleo)
    return club


def brought(club: FridayClub, content: dict | None = None, *, by: User | None = None) -> BroughtPassport:
    return offer_passport(league=club.league, data=as_file(content or a_passport()), by=by or club.cleo)


def reasons(club: FridayClub, content: dict, *, by: User | None = None) -> str:
    with pytest.raises(ValidationError) as refused:
        brought(club, content, by=by)
    return " ".join(refused.value.messages)


def test_what_was_earned_elsewhere_is_shown_and_counts_for_nothing(trusting, client, text):
    ada = accept_passport(offer=brought(trusting), by=trusting.cleo)
    assert (ada.name, level(ada), ada.last_fact, ada.reviewed_fact) == ("Ada Afar", "entry", 1, 1)
    page = text("/characters/ada-afar/career/")
    assert (
        "Earned elsewhere" in page and "was Senior in <bdi>Thursday Evenings</bdi> at <bdi>Thursday Club</bdi>" in page
    )
    assert "shown but counts for nothing" in page and "4 degrees in Law" in page
    assert not differences()


@pytest.mark.parametrize(
    ("rules", "start"),
    [
        ({"earned_elsewhere": "kept"}, "director"),
        ({"earned_elsewhere": "capped", "earned_elsewhere_cap": "manager"}, "manager"),
    ],
)
def test_the_house_rule_lets_the_level_count_and_check_careers_agrees(trusting, rules, start):
    set_house_rules(season=trusting.season, values=rules)
    ada = accept_passport(offer=brought(trusting, a_passport(a_climb(to="director"))), by=trusting.cleo)
    assert level(ada) == start and not ada.events.exists()
    set_house_rules(season=trusting.season, values={"earned_elsewhere": "shown"})
    assert level(ada) == start and not differences()


def test_an_exported_career_has_its_usual_keys(trusting, client):
    ada = accept_passport(offer=brought(trusting), by=trusting.cleo)
    found = client.get(f"/api/v1/characters/{ada.slug}/career/").json()
    assert (found["games"], found["cash"], found["degrees"], found["history"]) == (0, 0, {}, [])
    assert found.keys() == client.get("/api/v1/characters/bo-bigdesk/career/").json().keys()


def test_a_key_that_the_league_does_not_trust_is_shown_and_refused(club):
    assert f"doesn't trust the key {KEY}" in reasons(club, a_passport())


def test_every_reason_is_given_at_once_and_nothing_changes(club):
    found = altered(a_passport([]), lambda one: one["character"].update(name="Ada Altered"))
    said = reasons(club, found)
    assert "signature does not match" in said and "doesn't trust" in said and "holds no facts" in said
    assert "name is said to be" in said
    assert not BroughtPassport.objects.exists() and not Fact.objects.exists()


def test_the_same_passport_again_changes_nothing(trusting):
    ada = accept_passport(offer=brought(trusting), by=trusting.cleo)
    again = brought(trusting)
    assert again.character == ada and accept_passport(offer=again, by=trusting.cleo) == ada
    assert Fact.objects.count() == 1 and BroughtPassport.objects.count() == 1


def test_a_career_counts_once_in_a_league_also_with_a_newer_passport(trusting):
    accept_passport(offer=brought(trusting), by=trusting.cleo)
    assert "counts once in a league" in reasons(trusting, a_passport(a_climb(to="manager")))


def test_two_offers_of_one_career_are_not_both_accepted(trusting):
    first = brought(trusting)
    olga = a_member(trusting.season, "olga", "organiser")
    second = brought(trusting, by=olga)
    accept_passport(offer=first, by=trusting.cleo)
    with pytest.raises(ValidationError, match="counts once in a league"):
        accept_passport(offer=second, by=olga, name="Somebody Else")
    assert Character.objects.count() == 3


def test_a_career_of_this_league_does_not_come_back_as_another_one(trusting):
    trust_league(league=trusting.league, name="Us", key=our_key(), league_there="friday-club", by=trusting.cleo)
    friday_game(trusting)
    ours = issue_passport(character=trusting.overtime, by=trusting.ada)
    with pytest.raises(ValidationError, match="Ada Overtime is already a character of Friday Club"):
        offer_passport(league=trusting.league, data=ours, by=trusting.cleo)


def test_a_career_that_began_with_one_from_here_does_not_come_back_either(trusting):
    """Ada takes her career to another installation, goes on there, and comes back with it as somebody else."""
    fact = earned(key=our_key(), slug=trusting.overtime.slug, name="Ada Overtime", rules="")
    rules = next(iter(a_passport()["rules"]))
    fact = fact._replace(earned=fact.earned._replace(rules=rules))
    assert "is already a character of Friday Club" in reasons(trusting, a_passport([fact, *a_climb(to="senior")]))


def test_a_player_brings_only_a_passport_that_its_owner_had_made_for_them(trusting):
    assert "doesn't prove that it is yours" in reasons(trusting, a_passport(), by=trusting.bo)
    code = claim_code(trusting.league, trusting.ada)
    assert "doesn't prove that it is yours" in reasons(trusting, a_passport(made_for=code), by=trusting.bo)
    assert brought(trusting, a_passport(made_for=code), by=trusting.ada).character is None


def test_a_character_without_games_takes_it_and_one_with_games_does_not(trusting):
    set_house_rules(season=trusting.season, values={"earned_elsewhere": "kept"})
    offer = brought(trusting)
    assert accept_passport(offer=offer, by=trusting.cleo, character=trusting.overtime) == trusting.overtime
    assert level(trusting.overtime) == "senior" and Character.objects.count() == 2
    friday_game(trusting)
    with pytest.raises(ValidationError, match="without any confirmed game"):
        accept_passport(
            offer=brought(trusting, a_passport(slug="bo-afar")), by=trusting.cleo, character=trusting.bigdesk
        )
    review()
    assert not differences()


def test_a_character_of_other_programs_does_not_take_it(trusting):
    offer = brought(trusting, a_passport(specialty="journalism", side_interest="law"))
    with pytest.raises(ValidationError, match="of the same edition"):
        accept_passport(offer=offer, by=trusting.cleo, character=trusting.overtime)


def test_a_stranger_brings_nothing(trusting, client: Client):
    client.force_login(trusting.dev)
    assert client.get("/leagues/friday-club/passports/").status_code == 403
    offer = brought(trusting)
    assert client.get(f"/passports/{offer.pk}/").status_code == 403
    assert client.get("/leagues/friday-club/passports/keys/").status_code == 403


def test_the_pages_lead_from_the_key_to_the_character(club, client: Client):
    client.force_login(club.cleo)
    assert "no passport can be accepted yet" in client.get("/leagues/friday-club/passports/").content.decode()
    answer = client.post(
        "/leagues/friday-club/passports/keys/",
        {"name": "Thursday Club", "key": KEY.upper(), "league_there": f"https://thursday.example/leagues/{THERE}/"},
    )
    assert answer.status_code == 302
    assert KEY in client.get("/leagues/friday-club/passports/keys/").content.decode()
    file = SimpleUploadedFile("ada.json", as_file(a_passport()))
    offered = client.post("/leagues/friday-club/passports/", {"file": file})
    page = client.get(offered["Location"]).content.decode()
    assert "would start at Entry Level in Friday Club" in page and "can't be undone" in page
    made = client.post(offered["Location"], {"character": "new", "name": "Ada Again", "owner": ""})
    assert made["Location"] == "/characters/ada-again/"
    assert Character.objects.get(name="Ada Again").owner is None
    assert client.get(offered["Location"])["Location"] == "/characters/ada-again/"
    assert "Ada Again" in client.get("/leagues/friday-club/passports/").content.decode()


def test_a_refused_file_says_why_on_the_page(club, client: Client):
    client.force_login(club.cleo)
    answer = client.post("/leagues/friday-club/passports/", {"file": SimpleUploadedFile("x.json", b"")})
    assert answer.status_code == 422 and "The file is not a passport" in answer.content.decode()


def test_an_offer_can_be_put_away(trusting, client: Client):
    offer = brought(trusting)
    client.force_login(trusting.cleo)
    assert client.post(f"/passports/{offer.pk}/", {"withdraw": "1"}).status_code == 302
    assert not BroughtPassport.objects.exists()


def test_a_name_that_is_taken_is_refused_beside_its_field(trusting, client: Client):
    offer = brought(trusting)
    client.force_login(trusting.cleo)
    answer = client.post(f"/passports/{offer.pk}/", {"character": "new", "name": "bo bigdesk", "owner": ""})
    assert answer.status_code == 422 and "already a character called bo bigdesk" in answer.content.decode()
    assert not Fact.objects.exists()


@pytest.mark.parametrize(
    ("name", "key", "there", "why"),
    [
        ("", KEY, "other", "whose key"),
        ("T", "abc", "other", "64 hexadecimal"),
        ("T", KEY, THERE, "already trusts this one"),
        ("T", KEY, f"https://thursday.example/leagues/{THERE}/?page=2", "already trusts this one"),
        ("T", KEY, "https://thursday.example/", "Name the league"),
        ("T", KEY, "Thursday Evenings", "Name the league"),
        ("T", KEY, "https://[thursday/", "Name the league"),
        ("T", KEY, "x" * 141, "Name the league"),
    ],
)
def test_trust_needs_a_name_a_key_and_a_league(trusting, name, key, there, why):
    with pytest.raises(ValidationError, match=why):
        trust_league(league=trusting.league, name=name, key=key, league_there=there, by=trusting.cleo)


def test_trust_ends_and_what_was_brought_stays(trusting, client: Client):
    ada = accept_passport(offer=brought(trusting), by=trusting.cleo)
    client.force_login(trusting.cleo)
    client.post("/leagues/friday-club/passports/keys/", {"remove": trusting.league.trusted_keys.get().pk})
    assert not trusting.league.trusted_keys.exists() and ada.facts.count() == 1 and not differences()
    assert "doesn't trust" in reasons(trusting, a_passport(slug="bo-afar"))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda row: row.update(digest="0" * 64), "was altered"),
        (lambda row: row.update(slug="bo"), "was altered"),
        (lambda row: row.update(content=b"x"), "can't be read"),
        (lambda row: row.update(character=None), "the passport is missing"),
    ],
)
def test_check_careers_finds_a_passport_that_somebody_altered(trusting, change, says):
    accept_passport(offer=brought(trusting), by=trusting.cleo)
    change(BroughtPassport.objects.all())
    assert [says in one for one in differences()] == [True]


def test_check_careers_finds_a_level_that_the_passport_does_not_bear_out(trusting):
    ada = accept_passport(offer=brought(trusting), by=trusting.cleo)
    with past_triggers():
        content = Fact.objects.get(character=ada).content.replace('"level":"senior"', '"level":"vp"')
        Fact.objects.filter(character=ada).update(content=content)
    assert any("fact 1 was altered" in one for one in differences())
    assert any("is not what the passport says" in one for one in differences())
