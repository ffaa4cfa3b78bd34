"""Registering and renaming characters."""

import pytest
from django.core.exceptions import ValidationError

from characters.models import Character, FormerName
from characters.queries.people import roster
from characters.services.registration import change_titles, register_character, rename_character
from tests.factories.people import a_user

pytestmark = pytest.mark.django_db


def register(name: str = "Ada", **other) -> Character:
    papers = {
        "edition_id": "london",
        "specialty": "law",
        "side_interest": "journalism",
        "title": "Counsel",
        "name": name,
    }
    return register_character(owner=a_user("ada"), **papers | other)


def refusal(act, *arguments, **more) -> dict[str, list[str]]:
    with pytest.raises(ValidationError) as refused:
        act(*arguments, **more)
    return refused.value.message_dict


def test_a_new_character_starts_at_entry_level_in_the_companies_of_its_programs():
    ada = register(" Ada   Lovelace ")
    assert (ada.name, ada.slug, ada.primary_company, ada.secondary_company) == (
        "Ada Lovelace",
        "ada-lovelace",
        "lister_bacon",
        "bbc_news",
    )
    assert (ada.careers.get().level, ada.careers.get().number) == ("entry", 1)


@pytest.mark.parametrize("name", ["ada", " ADA ", "Ａｄａ"])
def test_a_name_is_taken_whatever_its_case_and_width(name):
    register("Ada")
    assert "already a character called" in refusal(register, name)["name"][0]


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("name", "", "needs a name"),
        ("name", "x" * 201, "201 characters; the limit is 200"),
        ("name", "Ada\x00", "can't be shown"),
        ("name", "Ada\u202e", "can't be shown"),
        ("edition_id", "atlantis", "atlantis"),
        ("specialty", "astrology", "not a degree program"),
        ("side_interest", "law", "must differ from the specialty"),
        ("title", " ", "needs a title"),
        ("title", "x" * 81, "the limit is 80"),
    ],
)
def test_papers_that_are_not_in_order_are_refused_by_field(field, value, said):
    found = refusal(register, **{field: value})
    assert said in found[field.removesuffix("_id")][0]
    assert not Character.objects.exists()


def test_names_that_lead_to_the_same_address_get_their_own():
    assert [register(name).slug for name in ("Ada!", "Ada?", "Register", "🎲")] == [
        "ada",
        "ada-2",
        "register-2",
        "character",
    ]


def test_a_renamed_character_keeps_its_address_and_its_former_name():
    ada = rename_character(character=register("Ada"), name="Countess Ada")
    assert (ada.name, ada.slug) == ("Countess Ada", "ada")
    assert [former.name for former in ada.former_names.all()] == ["Ada"]
    rename_character(character=ada, name="Countess Ada")
    assert FormerName.objects.count() == 1
    assert rename_character(character=ada, name="COUNTESS ADA").name == "COUNTESS ADA"


def test_a_former_name_is_found_as_the_present_one_is():
    ada = rename_character(character=register("Zoë O’Brien"), name="Ada")
    assert [career.character for career in roster("obrien zoe")] == [ada] and not roster("obrien adam")


def test_nobody_takes_a_name_that_is_borne():
    bo = register("Bo")
    register("Ada")
    assert "already a character called" in refusal(rename_character, character=bo, name="ADA")["name"][0]


def test_a_former_name_is_free_for_somebody_else():
    rename_character(character=register("Ada"), name="Countess Ada")
    assert register("Ada").slug == "ada-2"


def test_titles_are_tidied_and_limited():
    ada = change_titles(character=register("Ada"), title=" Solicitor  General", c_level_title="Chief Legal Officer")
    ada.refresh_from_db()
    assert (ada.title, ada.level_name("c_level")) == ("Solicitor General", "Chief Legal Officer")
    found = refusal(change_titles, character=ada, title="", c_level_title="x" * 121)
    assert set(found) == {"title", "c_level_title"}
