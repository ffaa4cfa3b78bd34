"""characters.csv: who may be registered from a file, and every reason why not."""

import pytest

from league.people.rules.characters import ImportedCharacter, characters_from_csv, name_key

HEADER = "name,owner,edition,specialty,side_interest,title"
ADA = ImportedCharacter("Ada", "ada", "london", "law", "journalism", "Counsel")


def read(*rows: str):
    return characters_from_csv("\n".join([HEADER, *rows]).encode())


def sentences(*rows: str):
    return [str(problem) for problem in read(*rows)[1]]


def test_a_row_becomes_a_character_that_knows_its_line():
    characters, problems = read(" Ada , ada,london,law,journalism,Counsel")
    assert characters == [ADA]
    assert characters[0].line == 2
    assert problems == []


@pytest.mark.parametrize(
    "name",
    [
        "🚀 Rocket 👩‍🚀",
        "Niamh O'Hara",
        "D’Arcy-Smythe",
        "محمد بن موسى",
        "שלמה \u200fהמלך",
        "李雷",
        "N" * 200,
        "🎲" * 200,
        "=SUM(A1)",
        "<b>Bo</b>",
    ],
)
def test_people_have_all_kinds_of_names(name):
    characters, problems = read(f"{name},ada,london,law,journalism,Counsel")
    assert [character.name for character in characters] == [name]
    assert problems == []


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "The name is missing."),
        ("N" * 201, "The name has 201 characters; at most 200 fit."),
        ('"Ada\nBo"', "The name has a line break or a control character in it."),
        ("Ada\x1b[31m", "The name has a line break or a control character in it."),
        ("\u200b\u200d", "The name has nothing visible in it."),
    ],
)
def test_a_name_that_nobody_can_read_on_one_line_is_refused(name, reason):
    assert sentences(f"{name},ada,london,law,journalism,Counsel") == [f"line 2, column name: {reason}"]


@pytest.mark.parametrize(
    "owner", ["ada", "ada.lovelace@example.com", "a+b-c_d", "Zoë", "o" * 150, "Ada (Tu)", "👩", ""]
)
def test_an_owner_is_a_user_name_a_label_or_nobody_yet(owner):
    assert read(f"Ada,{owner},london,law,journalism,Counsel")[0][0].owner == owner


@pytest.mark.parametrize("owner", ["o" * 151, "a\x1bda", "\u200b\u200d"])
def test_an_owner_that_nobody_can_read_on_one_line_is_refused(owner):
    (sentence,) = sentences(f"Ada,{owner},london,law,journalism,Counsel")
    assert sentence.startswith("line 2, column owner: The owner ")


def test_an_owner_is_normalised_as_accounts_do():
    assert read("Ada,ａｄａ,london,law,journalism,Counsel")[0][0].owner == "ada"


def test_every_problem_of_a_row_is_told_with_its_column():
    assert sentences(",a\x1bb,atlantis,law,law,") == [
        "line 2, column name: The name is missing.",
        "line 2, column owner: The owner has a line break or a control character in it.",
        "line 2, column title: The title is missing.",
        sentences("Ada,ada,atlantis,law,journalism,Counsel")[0],
    ]
    assert sentences(",a\x1bb,atlantis,law,law,")[3].startswith(
        "line 2, column edition: There is no edition 'atlantis'; choose one of london,"
    )


@pytest.mark.parametrize("column", ["specialty", "side_interest"])
@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("wizardry", "There is no {} 'wizardry'; "),
        ("", "The {} is missing; "),
        ("post_doc", "There is no {} 'post_doc'; "),
    ],
)
def test_a_program_must_lead_to_a_company_of_the_edition(column, program, said):
    cells = {"specialty": "law", "side_interest": "journalism"} | {column: program}
    (sentence,) = sentences(f"Ada,ada,london,{cells['specialty']},{cells['side_interest']},Counsel")
    assert sentence.startswith(f"line 2, column {column}: {said.format(column.replace('_', ' '))}")
    assert "information_technology" in sentence


def test_the_side_interest_differs_from_the_specialty():
    assert sentences("Ada,ada,london,law,law,Counsel") == [
        "line 2, column side_interest: The side interest must differ from the specialty."
    ]


def test_a_title_has_at_most_80_characters():
    assert sentences(f"Ada,ada,london,law,journalism,{'T' * 81}") == [
        "line 2, column title: The title has 81 characters; at most 80 fit."
    ]


@pytest.mark.parametrize("again", ["Ada", "ADA", "  ada ", "Ａｄａ"])
def test_a_name_may_stand_in_a_file_once(again):
    characters, problems = read("Ada,ada,london,law,journalism,Counsel", f"{again},bo,london,law,journalism,Counsel")
    assert characters == [ADA]
    assert [(problem.line, problem.column) for problem in problems] == [(3, "name")]
    assert "already in line 2" in problems[0].message


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ada", "ada"),
        ("Ada Lovelace", " ADA  Lovelace "),
        ("Ada", "Ａｄａ"),
        ("Straße", "STRASSE"),
        ("Zoë", "Zoe\u0308"),
    ],
)
def test_names_are_compared_without_regard_to_case_width_or_space(name, other):
    assert name_key(name) == name_key(other)


def test_three_broken_rows_among_five_thousand_are_all_listed():
    rows = [f"Person {number},p{number},london,law,journalism,Counsel" for number in range(5000)]
    rows[16] = "Person 16,p16,london,wizardry,journalism,Counsel"
    rows[2500] = "Person 2500,p2500,london,law,journalism"
    rows[4999] = "person 7,p7,london,law,journalism,Counsel"
    characters, problems = read(*rows)
    assert len(characters) == 4997
    assert [(problem.line, problem.column) for problem in problems] == [(18, "specialty"), (2502, ""), (5001, "name")]


def test_the_wrong_file_is_refused_by_its_columns():
    characters, problems = characters_from_csv(b"game,season,name\n1,spring,Ada\n")
    assert characters == []
    assert [problem.column for problem in problems] == ["game", "season"]
