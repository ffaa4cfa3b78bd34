"""Editions: only names differ between them, and a broken file says what is wrong with it."""

import pytest

from characters.rules import ladder
from engine.careers.editions import (
    LEVELS,
    BrokenEdition,
    UnknownEdition,
    counterparts,
    edition,
    edition_ids,
    parse_edition,
)

EDITIONS = [edition(name) for name in edition_ids()]
each_edition = pytest.mark.parametrize("names", EDITIONS, ids=lambda names: names.id)

SMALL = """
id = "small"
name = "Small"
currency = "£"
university = "Night School"
partner_program = "law"
further_programs = [{ id = "cookery", name = "Cookery" }]

[levels]
entry = "Entry"
senior = "Senior"
manager = "Manager"
director = "Director"
vp = "Vice President"
partner = "Partner"
c_level = "Chief {title}"

[[companies]]
id = "solicitors"
name = "Solicitors"
entrance = 24
program = "law"
program_name = "Law"

[[companies]]
id = "press"
name = "Press"
entrance = 27
"""


@pytest.mark.rule("careers Game Editions")
@pytest.mark.rule("careers S163")
def test_there_are_eight_editions_and_london_comes_first():
    assert edition_ids()[0] == "london"
    assert set(edition_ids()) == {
        "london", "hi_tech", "medieval", "renaissance", "star_wars", "doctor_who", "surreal", "jazz_age",
    }  # fmt: skip


@each_edition
@pytest.mark.rule("careers Game Editions")
@pytest.mark.rule("careers S153")
def test_every_edition_has_the_same_nine_entrances(names):
    assert sorted(company.entrance for company in names.companies.values()) == [4, 13, 15, 18, 24, 27, 33, 36, 40]


@each_edition
@pytest.mark.rule("careers S19", "careers S158")
def test_programs_and_companies_point_at_each_other(names):
    for program in names.career_programs:
        assert names.company_of(program.id).program == program.id
    for company in names.companies.values():
        if company.program is not None:
            assert names.programs[company.program].company == company.id


@each_edition
@pytest.mark.rule("careers R79")
def test_there_are_enough_programs_for_a_specialty_and_another_side_interest(names):
    assert len(names.career_programs) >= 2


@each_edition
@pytest.mark.rule("careers R103")
def test_the_partner_program_leads_to_the_solicitors_entrance(names):
    assert names.company_of(names.partner_program).entrance == 24


@each_edition
@pytest.mark.rule("careers S160")
def test_every_level_has_a_word_of_its_own(names):
    words = [names.level_name(level, specialty="none", title="Engineer") for level in LEVELS]
    assert len({word for word in words if word}) == len(LEVELS)


def test_the_levels_are_those_of_the_ladder():
    assert LEVELS == ladder.LEVELS


@pytest.mark.rule("careers R103", "careers Vice President / Partner")
@pytest.mark.parametrize(
    ("level", "specialty", "word"),
    [
        ("vp", "law", "Partner"),
        ("vp", "journalism", "Vice President"),
        ("director", "law", "Director"),
        ("c_level", "law", "Chief Counsel Officer"),
    ],
)
@pytest.mark.rule("careers S180")
def test_a_law_specialty_makes_partner_where_others_make_vice_president(level, specialty, word):
    assert edition("london").level_name(level, specialty=specialty, title="Counsel") == word


@pytest.mark.rule("careers R102", "careers Chief <your title> Officer (C-Level)")
@pytest.mark.parametrize("title", ["Engineer", "{title}", "100 % {0}", "Ada's"])
@pytest.mark.rule("careers S168", "careers S182")
def test_a_c_level_title_is_built_from_the_base_title_whatever_that_is(title):
    assert edition("london").level_name("c_level", specialty="law", title=title) == f"Chief {title} Officer"


@pytest.mark.rule("careers Specialty", "careers Side Interest")
@pytest.mark.parametrize(
    ("program", "company"), [("law", "lister_bacon"), ("journalism", "bbc_news"), ("pharmacology", "pfizer_uk")]
)
@pytest.mark.rule("careers S165", "careers S166")
def test_the_company_behind_a_program(program, company):
    assert edition("london").company_of(program).id == company


@pytest.mark.parametrize("program", ["cookery", "alchemy"])
def test_a_program_without_a_company_leads_to_none(program):
    with pytest.raises(KeyError, match=program):
        parse_edition(SMALL).company_of(program)


def test_programs_without_a_company_are_degrees_but_no_specialty():
    small = parse_edition(SMALL)
    assert set(small.programs) == {"law", "cookery"}
    assert [program.id for program in small.career_programs] == ["law"]


@each_edition
@pytest.mark.rule("careers R100")
@pytest.mark.rule("careers S148", "careers S154")
def test_in_its_own_words_an_edition_is_what_it_is(names):
    programs, companies = counterparts(names.id, names.id)
    assert companies == {company: company for company in names.companies}
    assert {programs[program.id] for program in names.career_programs} == {one.id for one in names.career_programs}


@each_edition
@pytest.mark.rule("careers R100")
def test_counterparts_are_behind_the_same_entrance_and_no_two_are_one(names):
    for other in EDITIONS:
        programs, companies = counterparts(names.id, other.id)
        assert all(other.companies[companies[one.id]].entrance == one.entrance for one in names.companies.values())
        assert len(set(companies.values())) == len(companies)
        assert len(set(programs.values())) == len(programs)


def test_an_unknown_edition_is_refused_with_those_that_are_known():
    with pytest.raises(UnknownEdition, match=r"There is no edition 'atlantis'; known are london, ") as refused:
        edition("atlantis")
    assert all(name in str(refused.value) for name in edition_ids())


@pytest.mark.parametrize("name", ["../editions/london", "london.toml", "", "LONDON"])
def test_an_edition_is_found_by_its_id_alone(name):
    with pytest.raises(UnknownEdition):
        edition(name)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('currency = "£"', "", "lacks the entry 'currency'"),
        ('partner = "Partner"', "", "lacks the entry 'partner'"),
        ("entrance = 27", "", "lacks the entry 'entrance'"),
        ('program_name = "Law"', "", "lacks the entry 'program_name'"),
        ("[levels]", "[levels", "is no TOML"),
        ('id = "press"', 'id = "solicitors"', "names a company or a program twice"),
        ('id = "cookery"', 'id = "law"', "names a company or a program twice"),
        ('partner_program = "law"', 'partner_program = "alchemy"', "partner_program 'alchemy' is not a program"),
        ('"Chief {title}"', '"Chief"', "c_level needs it"),
        ('"Chief {title}"', '"Chief {title} of {place}"', "has no place holder but {title}"),
        ('senior = "Senior"', 'senior = "Senior {rank}"', "has no place holder but {title}"),
        (
            'further_programs = [{ id = "cookery", name = "Cookery" }]',
            'further_programs = ["cookery"]',
            "has the wrong shape",
        ),
        ('senior = "Senior"', 'senior = "Senior {"', "has the wrong shape"),
        ('senior = "Senior"', "senior = 2", "has the wrong shape"),
        ("entrance = 27", "entrance = 'here'", "has the wrong shape"),
    ],
)
def test_a_broken_file_says_what_is_wrong(old, new, reason):
    assert old in SMALL
    with pytest.raises(BrokenEdition) as refused:
        parse_edition(SMALL.replace(old, new))
    assert reason in str(refused.value)
