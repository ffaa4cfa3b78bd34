"""Character files: all or nothing, and the same file again changes nothing."""

import codecs

import pytest
from django.contrib.auth.models import User

from characters.models import Career, Character
from characters.services.registration import rename_character
from league.clubs.services.leagues import create_league
from league.core.services.uploads import FileRefused
from league.models import Enrolment, League, Membership
from league.people.queries.characters import careers
from league.people.services.registration import import_characters
from league.site.queries.exports import characters_csv
from tests.factories.cast import a_staffed_season
from tests.factories.files import CHARACTERS, character_row, csv_file, sample

pytestmark = pytest.mark.django_db


@pytest.fixture
def league():
    return create_league(name="Tuesday Club")


def a_player(league: League, name: str) -> User:
    user = User.objects.create(username=name)
    Membership.objects.create(league=league, user=user)
    return user


def file_of(*rows) -> bytes:
    return csv_file(CHARACTERS, rows)


def problems(league, data: bytes) -> list[tuple[int | None, str, str]]:
    before = Character.objects.count(), User.objects.count()
    with pytest.raises(FileRefused) as refused:
        import_characters(league=league, data=data)
    assert (Character.objects.count(), User.objects.count()) == before
    return [(problem.line, problem.column, problem.message) for problem in refused.value.problems]


def test_the_sample_file_registers_everybody_once(league):
    assert str(import_characters(league=league, data=sample("characters.csv"))) == "24 characters recorded"
    again = import_characters(league=league, data=sample("characters.csv"))
    assert str(again) == "0 characters recorded; 24 known already and skipped"
    assert Career.objects.filter(current=True, level="entry").count() == Enrolment.objects.count() == 24


@pytest.mark.parametrize("owner", ["ada", "Ada (Tuesdays)", ""])
def test_an_owner_who_is_no_member_is_a_label_and_no_account(league, owner):
    User.objects.create(username="ada")  # somebody of this site who never heard of the league
    import_characters(league=league, data=file_of(character_row("Ada", owner=owner)))
    ada = Character.objects.get()
    assert (ada.owner, ada.owner_label) == (None, owner)
    assert User.objects.count() == 1 and not Membership.objects.exists()


def test_an_owner_who_is_a_member_is_the_owner(league):
    ada = a_player(league, "ada")
    import_characters(league=league, data=file_of(character_row("Ada")))
    assert Character.objects.get().owner == ada


def test_files_go_out_with_the_label_and_come_back(league):
    a_player(league, "ada")
    data = file_of(character_row("Ada"), character_row("Bo", owner="Bo (Tuesdays)"), character_row("Cleo", owner=""))
    import_characters(league=league, data=data)
    assert characters_csv(league).replace(b"\r\n", b"\n") == codecs.BOM_UTF8 + data
    assert import_characters(league=league, data=data).skipped == 3
    assert [row.character.owner_name for row in careers()] == ["ada", "Bo (Tuesdays)", ""]


def test_names_of_every_kind_are_kept_as_written(league):
    names = ["Zoë 🎲 O'Hara", "عادلة المكتب", "x" * 200, "Ñandú “Boss” d'Été", "李 四"]
    rows = [character_row(name, owner=f"owner{number}") for number, name in enumerate(names)]
    import_characters(league=league, data=file_of(*rows))
    assert set(Character.objects.values_list("name", flat=True)) == set(names)
    assert Character.objects.values("slug").distinct().count() == len(names)


def test_three_broken_rows_among_five_thousand_are_all_listed(league):
    rows = [character_row(f"Person {number}", owner=f"p{number}") for number in range(5000)]
    rows[100]["specialty"] = "astrology"
    rows[2000]["name"] = "person 7"
    rows[4998]["title"] = ""
    found = problems(league, file_of(*rows))
    assert [(line, column) for line, column, _ in found] == [(102, "specialty"), (2002, "name"), (5000, "title")]


def test_a_former_name_is_known_and_registers_nobody_new(league):
    data = file_of(character_row("Ada"))
    import_characters(league=league, data=data)
    rename_character(character=Character.objects.get(), name="Ada Lovelace")
    assert import_characters(league=league, data=data).skipped == 1
    assert Character.objects.get().name == "Ada Lovelace"


def test_a_character_known_with_other_papers_is_refused(league):
    import_characters(league=league, data=file_of(character_row("Ada")))
    found = problems(league, file_of(character_row("ada", owner="bo", title="Clerk")))
    assert [(line, column) for line, column, _ in found] == [(2, "owner"), (2, "title")]
    assert found[1][2] == "Ada is known with 'Counsel', not 'Clerk'. Correct the row or leave it out."


def test_a_character_of_another_league_is_refused(league):
    a_staffed_season()
    assert problems(league, file_of(character_row("Ada"))) == [(2, "name", "Ada belongs to another league.")]


@pytest.mark.rule("careers R101")
def test_a_label_may_play_as_many_characters_as_it_likes(league):
    rows = [character_row("Ada"), character_row("Adela", owner="ada")]
    assert import_characters(league=league, data=file_of(*rows)).recorded == 2


@pytest.mark.rule("careers R101")
def test_the_second_active_character_of_a_person_is_refused(league):
    a_player(league, "ada")
    found = problems(league, file_of(character_row("Ada"), character_row("Adela", owner="ada")))
    assert found == [(3, "owner", "ada would have 2 active characters; this league allows 1 (R101).")]


def test_a_dry_run_registers_nobody(league):
    assert import_characters(league=league, data=file_of(character_row("Ada")), dry_run=True).recorded == 1
    assert not Character.objects.exists()
