"""Office politics: who may do what to whom, by the levels held when the game was played.

Ada, Bo and Eve work at Lister & Bacon, Cleo at the BBC, Dev at Harrods.
"""

import pytest

from characters.rules import ladder
from games.rules.politics import politics_problems
from tests.factories.careers_sheets import ADA, BO, CLEO, DEV, EVE, a_careers_sheet, a_seat, known

RANKS = {level: number for number, level in enumerate(ladder.LEVELS)}
PAIRS = [(one, other) for one in ladder.LEVELS for other in ladder.LEVELS]


def said(*seats, levels=None, **settings):
    return [str(problem) for problem in politics_problems(a_careers_sheet(*seats), known(levels, **settings))]


def ada_does(level, others, **figures):
    """What is said when Ada, at `level`, does this among `others` (character: level)."""
    seats = [a_seat(ADA, 200, won=True, **figures), *(a_seat(character, 50) for character in others)]
    return said(*seats, levels={ADA: level, **others})


def phrase(used, one, many):
    return f"{used} {one if used == 1 else many}"


@pytest.mark.rule("careers R96", "careers Layoffs and Bumps")
@pytest.mark.parametrize(("level", "limit"), [("manager", 1), ("director", 2), ("vp", 3), ("c_level", 4)])
@pytest.mark.rule("careers S190")
def test_a_superior_lays_off_as_often_as_the_level_allows(level, limit):
    word = {"manager": "a Manager", "director": "a Director", "vp": "a Vice President", "c_level": "a C-level"}[level]
    assert ada_does(level, {BO: "senior"}, layoffs=limit) == []
    assert ada_does(level, {BO: "senior"}, layoffs=limit + 1) == [
        f"Seat 1 (Ada): {limit + 1} layoffs, but {word} may use {limit} in a game. (Layoffs and Bumps, R96)"
    ]


@pytest.mark.rule("careers R96")
def test_a_senior_lays_nobody_off():
    assert ada_does("senior", {BO: "entry"}, layoffs=1) == [
        "Seat 1 (Ada): 1 layoff, but a Senior may use none in a game. (Layoffs and Bumps, R96)"
    ]


@pytest.mark.rule("careers R98", "careers Reorgs")
@pytest.mark.parametrize(
    ("level", "limit"), [("entry", 0), ("senior", 0), ("manager", 0), ("director", 0), ("vp", 1), ("c_level", 1)]
)
@pytest.mark.rule("careers S201")
def test_vp_and_c_level_reorganise_once(level, limit):
    assert ada_does(level, {BO: "entry"}, reorgs=limit) == []
    (sentence,) = ada_does(level, {BO: "entry"}, reorgs=limit + 1)
    assert sentence.startswith(f"Seat 1 (Ada): {phrase(limit + 1, 'reorg', 'reorgs')}, but ")
    assert sentence.endswith(f" may use {limit or 'none'} in a game. (Reorgs, R98)")


@pytest.mark.rule("careers R97", "careers Layoffs and Bumps")
@pytest.mark.parametrize("level", ladder.LEVELS)
@pytest.mark.rule("careers S200")
def test_senior_and_above_have_one_free_pass(level):
    limit = 0 if level == "entry" else 1
    assert ada_does(level, {BO: "entry"}, free_passes=limit) == []
    (sentence,) = ada_does(level, {BO: "entry"}, free_passes=limit + 1)
    assert sentence.startswith(f"Seat 1 (Ada): {phrase(limit + 1, 'free pass', 'free passes')}, but ")
    assert sentence.endswith(f" may use {limit or 'none'} in a game. (Layoffs and Bumps, R97)")


NOBODY = "Seat 1 (Ada): nobody at the table was a subordinate who could be laid off. (Layoffs and Bumps, R96)"


@pytest.mark.rule("careers R96", "careers R93", "careers Player Relationships")
@pytest.mark.parametrize(
    ("others", "sentences"),
    [
        ({BO: "senior"}, []),
        ({BO: "manager"}, [NOBODY]),
        ({BO: "director"}, [NOBODY]),
        ({CLEO: "entry"}, [NOBODY]),
        ({CLEO: "entry", BO: "entry"}, []),
    ],
)
def test_a_layoff_needs_a_subordinate_at_the_table(others, sentences):
    assert ada_does("manager", others, layoffs=1) == sentences


@pytest.mark.rule("careers R96")
def test_a_guest_is_nobodys_subordinate():
    seats = [a_seat(1, 200, won=True, layoffs=1), a_seat(2, 50, character=None), a_seat(3, 50)]
    assert said(*seats, levels={ADA: "manager"}) == [NOBODY]


@pytest.mark.rule("careers R96")
def test_a_guest_cannot_be_laid_off_though_a_subordinate_could():
    seats = [a_seat(1, 200, won=True, layoffs=1, laid_off=(3,)), a_seat(2, 50), a_seat(3, 50, character=None)]
    assert said(*seats, levels={ADA: "manager"}) == [
        "Seat 1 (Ada): laid off seat 3 (guest), who is not a subordinate. (Layoffs and Bumps, R96)"
    ]


@pytest.mark.rule("careers R96")
@pytest.mark.parametrize(
    ("others", "allowed"), [({BO: "entry"}, True), ({BO: "senior"}, True), ({BO: "director"}, False)]
)
def test_the_one_laid_off_is_a_subordinate(others, allowed):
    refused = "Seat 1 (Ada): laid off seat 2 (Bo), who is not a subordinate. (Layoffs and Bumps, R96)"
    found = ada_does("manager", others, layoffs=1, laid_off=(2,))
    assert (refused not in found) == allowed


@pytest.mark.rule("careers R96")
@pytest.mark.parametrize(
    ("layoffs", "named", "sentence"),
    [
        (2, (2, 2), None),
        (2, (), None),
        (1, (2, 2), "1 layoff, but 2 named"),
        (2, (2,), "2 layoffs, but 1 named"),
        (0, (2,), "0 layoffs, but 1 named"),
    ],
)
def test_who_was_laid_off_is_named_for_all_layoffs_or_for_none(layoffs, named, sentence):
    found = ada_does("director", {BO: "entry"}, layoffs=layoffs, laid_off=named)
    assert found == ([] if sentence is None else [f"Seat 1 (Ada): {sentence}. (Layoffs and Bumps, R96)"])


@pytest.mark.rule("careers R91", "careers R95", "careers Back-stabbing")
@pytest.mark.parametrize(("own", "other"), PAIRS)
@pytest.mark.rule("careers S189")
def test_in_one_company_a_backstab_goes_to_peers_and_down(own, other):
    found = ada_does(own, {BO: other}, backstabbed=(2,))
    refused = "Seat 1 (Ada): backstabbed seat 2 (Bo), who is not a peer or subordinate. (Back-stabbing, R92, R95)"
    assert found == ([] if RANKS[other] <= RANKS[own] else [refused])


@pytest.mark.rule("careers R91", "careers R95", "careers Layoffs and Bumps")
@pytest.mark.parametrize(("own", "other"), PAIRS)
@pytest.mark.rule("careers S199")
def test_in_one_company_a_bump_goes_to_peers_and_up(own, other):
    found = ada_does(own, {BO: other}, bumped=(2,))
    refused = "Seat 1 (Ada): bumped seat 2 (Bo), who is not a peer or superior. (Layoffs and Bumps, R92, R95)"
    assert found == ([] if RANKS[other] >= RANKS[own] else [refused])


@pytest.mark.rule("careers R91", "careers R92")
@pytest.mark.parametrize("deed", ["backstabbed", "bumped"])
@pytest.mark.parametrize(("own", "other"), PAIRS)
def test_between_companies_only_peers_may_unless_the_league_plays_as_normal(deed, own, other):
    seats = [a_seat(ADA, 200, won=True, **{deed: (2,)}), a_seat(2, 50, character=CLEO)]
    levels = {ADA: own, CLEO: other}
    assert bool(said(*seats, levels=levels)) == (own != other)
    assert said(*seats, levels=levels, unrelated="normal") == []


@pytest.mark.rule("careers R92", "careers R95")
@pytest.mark.parametrize(
    ("deed", "own", "other"), [("backstabbed", "senior", "manager"), ("bumped", "manager", "senior")]
)
def test_playing_as_normal_with_strangers_changes_nothing_in_the_own_company(deed, own, other):
    seats = [a_seat(ADA, 200, won=True, **{deed: (2,)}), a_seat(BO, 50)]
    assert len(said(*seats, levels={ADA: own, BO: other}, unrelated="normal")) == 1


@pytest.mark.rule("careers R93")
def test_the_side_interest_gives_no_rank_over_its_company():
    assert ada_does("c_level", {DEV: "entry"}, layoffs=1) == [NOBODY]


TWO_BOSSES = "Seat 3 was laid off by seats 1 and 2; a character has one boss per game. (Player Relationships, R94)"


@pytest.mark.rule("careers R94", "careers Player Relationships")
def test_one_boss_lays_a_character_off_unless_the_league_lets_all_superiors():
    seats = [
        a_seat(1, 200, won=True, layoffs=1, laid_off=(3,)),
        a_seat(2, 50, layoffs=2, laid_off=(3, 3)),
        a_seat(3, 10, character=EVE),
    ]
    levels = {ADA: "vp", BO: "director", EVE: "senior"}
    assert set(said(*seats, levels=levels)) == {TWO_BOSSES}
    assert said(*seats, levels=levels, boss_only=False) == []


@pytest.mark.rule("careers R94")
def test_two_superiors_may_lay_off_somebody_each():
    seats = [
        a_seat(1, 200, won=True, layoffs=1, laid_off=(2,)),
        a_seat(2, 50, layoffs=1, laid_off=(3,)),
        a_seat(3, 10, character=EVE),
    ]
    assert said(*seats, levels={ADA: "vp", BO: "director", EVE: "senior"}) == []


@pytest.mark.rule("careers R104")
@pytest.mark.parametrize(
    ("figures", "sentence"),
    [
        ({"layoffs": 1}, "layoffs belong to characters, and a guest has none. (Layoffs and Bumps, R96)"),
        ({"reorgs": 1}, "reorgs belong to characters, and a guest has none. (Reorgs, R98)"),
        ({"free_passes": 1}, "free passes belong to characters, and a guest has none. (Layoffs and Bumps, R97)"),
        ({"laid_off": (1,)}, "layoffs belong to characters, and a guest has none. (Layoffs and Bumps, R96)"),
        (
            {"layoffs": 1, "laid_off": (1,)},
            "layoffs belong to characters, and a guest has none. (Layoffs and Bumps, R96)",
        ),
        ({"backstabbed": (1,), "bumped": (1,)}, None),
    ],
)
def test_a_guest_has_no_powers_but_plays_as_in_a_normal_game(figures, sentence):
    found = said(a_seat(1, 200, won=True), a_seat(2, 50, character=None, **figures))
    assert found == ([] if sentence is None else [f"Seat 2 (guest): {sentence}"])


def with_boss(*bosses, **settings):
    """Ada and Bo are superiors of Eve, who chose these bosses; Ada lays Eve off."""
    seats = [a_seat(1, 200, won=True, layoffs=1, laid_off=(3,)), a_seat(2, 50)]
    eve = a_seat(3, 50, character=EVE, boss=bosses)
    return said(*seats, eve, levels={ADA: "manager", BO: "vp", EVE: "senior"}, **settings)


@pytest.mark.rule("careers R94", "careers S188")
def test_the_chosen_boss_alone_lays_a_character_off():
    assert with_boss() == with_boss(1) == []
    assert with_boss(2) == ["Seat 1 (Ada): laid off seat 3, whose boss is seat 2. (Player Relationships, R94)"]
    assert with_boss(2, boss_only=False) == []


@pytest.mark.rule("careers R94")
def test_a_character_has_one_boss_who_is_a_superior():
    one = "Seat 3 (Eve): chose 2 bosses; a character has one in a game. (Player Relationships, R94)"
    assert with_boss(1, 2) == with_boss(1, 2, boss_only=False) == [one]
    peer = "Seat 1 (Ada): chose seat 2 (Bo) as boss, who is not a superior. (Player Relationships, R94)"
    for own, other in PAIRS:
        superior = RANKS[other] > RANKS[own]
        assert ada_does(own, {BO: other}, boss=(2,)) == ([] if superior else [peer])


@pytest.mark.rule("careers Golden Parachute")
@pytest.mark.rule("careers S222")
def test_a_retired_character_no_longer_plays():
    assert said(a_seat(1, 200, won=True), a_seat(2, 50), levels={BO: ladder.RETIRED}) == [
        "Seat 2 (Bo): had retired by golden parachute before this game. (Golden Parachute)"
    ]


@pytest.mark.rule("careers R99")
def test_the_same_sheet_is_doubtful_as_soon_as_the_level_of_the_time_was_another():
    seats = [a_seat(1, 200, won=True, layoffs=1, laid_off=(2,)), a_seat(2, 50)]
    assert said(*seats, levels={ADA: "manager", BO: "senior"}) == []
    assert len(said(*seats, levels={ADA: "senior", BO: "senior"})) == 3


def test_a_table_without_politics_is_never_doubtful():
    for own, other in PAIRS:
        assert ada_does(own, {BO: other}) == []
