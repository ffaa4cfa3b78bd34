"""Files of entries: what is read, and how every broken row is named."""

import pytest

from league.tournaments.entries.rules import FileEntry, entries_from_csv

HEAD = b"name,club,household,checked_in\n"


def problems(data: bytes) -> list[str]:
    return [str(problem) for problem in entries_from_csv(data)[1]]


def test_a_row_is_an_entry():
    entries, found = entries_from_csv(HEAD + b" Ada , The  Cube ,Elm Street 4,Yes\nBo,,,\n")
    assert found == []
    assert entries == [FileEntry("Ada", "The Cube", "Elm Street 4", True, 2), FileEntry("Bo", "", "", False, 3)]


def test_a_box_that_is_ticked_says_who_is_here():
    entries, _ = entries_from_csv(b"name,checked_in\nAda,TRUE\nBo,FALSE\nCleo,x\n")
    assert [row.checked_in for row in entries] == [True, False, True]


def test_a_list_of_names_is_enough():
    assert [row.name for row in entries_from_csv(b"name\nAda\nBo\n")[0]] == ["Ada", "Bo"]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (b",Cube,,", "line 2, column name: The name is missing."),
        (b"Ada,,,perhaps", "line 2, column checked_in: 'perhaps' is neither 'yes' nor 'no'."),
        (b"Ada," + b"x" * 81 + b",,", "line 2, column club: The club has 81 characters; at most 80 fit."),
        (
            "Ada,,\u202ecube,".encode(),
            "line 2, column household: The household contains a character that can't be shown.",
        ),
        (b"Ada,Cube", "line 2: Too few cells: the row has 2, the header 4."),
        (b"Ada,,,\nBo,,,\n ADA ,,,", "line 4, column name: 'ADA' is already in line 2."),
    ],
)
def test_a_broken_row_is_named_by_line_and_column(row, said):
    assert problems(HEAD + row) == [said]


def test_the_header_is_checked_by_name():
    assert problems(b"nickname,pet\nAda,x\n") == [
        "line 1: Missing columns: name.",
        "line 1, column nickname: Unknown column 'nickname'; did you mean 'name'?",
        "line 1, column pet: Unknown column 'pet'.",
    ]


def test_every_problem_of_a_file_is_found():
    rows = b"".join(b"Person %d,,,maybe\n" % number for number in range(5000))
    assert len(problems(HEAD + rows)) == 5000
