"""Households and owners in a public draw: nobody reads who they are, and everybody can prove them once opened."""

import pytest

from league.tournaments.draws.rules.sources import HIDDEN, commitment, opening_problems

HOME = commitment("salt", "household", "12 rue secrete")


def drawn(*groups: str, entry: int = 1) -> dict:
    """Draw 7, in whose source the entry stands in these groups."""
    return {"number": 7, "source": {"rounds": [{"players": [{"id": entry, "groups": list(groups)}]}]}}


def opened(*entries: int, **changes) -> dict:
    group = {"kind": "household", "text": "12 rue secrete", "entries": list(entries)}
    return {"salt": "salt", "groups": [group]} | changes


def test_a_commitment_depends_on_salt_kind_and_text_and_shows_none_of_them():
    others = {commitment("x", "household", "12 rue secrete"), commitment("salt", "owner", "12 rue secrete")}
    others.add(commitment("salt", "household", "13 rue secrete"))
    assert len(others | {HOME}) == 4 and commitment("salt", "household", "12 rue secrete") == HOME
    assert HOME.startswith(HIDDEN) and len(HOME) == len(HIDDEN) + 32 and "secrete" not in HOME


@pytest.mark.parametrize(
    ("record", "opening"),
    [
        (drawn(HOME), opened(1, 2)),
        (drawn("Chess Club"), opened()),  # a club is no secret
        (drawn(), opened(1, 2)),
        ({"number": 7, "source": {"id": 1, "groups": [HOME]}}, opened(1)),
    ],
)
def test_an_opening_that_fits_the_draw_proves_it(record, opening):
    assert list(opening_problems([record], opening)) == []


@pytest.mark.parametrize(
    ("record", "opening"),
    [
        (drawn(HOME, entry=3), opened(1, 2)),
        (drawn(HOME, entry=3), opened(1, 2, salt="other")),
        (drawn("Chess Club", HOME, entry=3), opened(groups=[])),
    ],
)
def test_an_opening_without_an_entry_of_a_group_names_draw_entry_and_group(record, opening):
    [problem] = opening_problems([drawn(), record], opening)
    assert problem.startswith(f"Draw 7: entry 3 is in {HOME}, which is not what was opened.")


def test_an_opening_without_salt_proves_nothing_and_says_only_that():
    [problem] = opening_problems([drawn(HOME)], opened(salt=""))
    assert "have no salt" in problem
