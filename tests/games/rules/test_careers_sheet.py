"""What cannot have happened at a Careers table (contract, section 3), and what can."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.careers.editions import edition
from games.rules import careers
from games.rules.figures import UNMARKED, read
from games.rules.sheets import errors
from games.rules.systems import problems
from tests.factories.careers_sheets import a_careers_sheet, a_seat, known, said


def located(sheet, given=None):
    return [(problem.seat, problem.figure) for problem in problems(sheet, given or known())]


def with_ada(**figures):
    return a_careers_sheet(a_seat(1, 200, won=True, **figures), a_seat(2, 120))


def timed(*seats, **changes):
    return a_careers_sheet(*(seats or (a_seat(1, 90, won=True), a_seat(2, 70))), mode="timed", **changes)


@pytest.mark.parametrize(
    "sheet",
    [
        a_careers_sheet(),
        a_careers_sheet(target=100),
        a_careers_sheet(target=200),
        a_careers_sheet(a_seat(1, 150, fame=20, cash=30_000, won=True), a_seat(2, 0)),
        a_careers_sheet(a_seat(1, 120), a_seat(2, 200, won=True)),
        a_careers_sheet(a_seat(1, 200, won=True), a_seat(2, 350)),
        a_careers_sheet(a_seat(1, 200, won=True), *(a_seat(number, 50) for number in range(2, 7))),
        a_careers_sheet(a_seat(1, 120), a_seat(2, 110), a_seat(3, 250, won=True, character=None)),
        with_ada(degrees={"law": 4, "journalism": 4}, trips={"lister_bacon": 9}),
        timed(),
        timed(a_seat(1, 3, won=True), a_seat(2, 3)),
        timed(minutes=90),
        timed(a_seat(1, 90, won=True), a_seat(2, 70, formula_cash=0, formula_happiness=60, formula_fame=0)),
    ],
)
def test_what_can_have_happened_is_accepted(sheet):
    assert said(sheet) == []


@pytest.mark.parametrize(("mode", "shown"), [("", "''"), ("sprint", "'sprint'")])
def test_a_game_is_played_for_a_formula_or_for_time(mode, shown):
    assert f"The mode is {shown}; it must be formula or timed." in said(a_careers_sheet(mode=mode))


def test_a_formula_game_needs_its_target():
    assert said(a_careers_sheet(target=None)) == ["A formula game needs the target that the table agreed on."]


def test_a_timed_game_has_none():
    assert said(replace(timed(), target=200)) == ["A timed game has no target; leave it empty. (Timed Game)"]


@pytest.mark.rule("careers R87")
@pytest.mark.parametrize(
    ("target", "least", "accepted"), [(99, 100, False), (100, 100, True), (60, 60, True), (199, 200, False)]
)
def test_a_league_game_has_a_smallest_target(target, least, accepted):
    sentence = f"The target is {target}; a league game needs at least {least}. (R87)"
    assert said(a_careers_sheet(target=target), known(league_min_target=least)) == ([] if accepted else [sentence])


@pytest.mark.rule("careers R87")
def test_a_timed_game_may_end_below_the_smallest_target():
    assert said(timed(a_seat(1, 20, won=True), a_seat(2, 10))) == []


@pytest.mark.rule("careers R84")
@pytest.mark.parametrize("minutes", [None, 0])
def test_par_asks_for_the_minutes_of_a_timed_game(minutes):
    par = known(timed_performance="par")
    sentence = "This season measures timed games by par; enter the minutes played. (R84)"
    assert said(timed(minutes=minutes), par)[-1] == sentence
    assert said(timed(minutes=45), par) == said(a_careers_sheet(), par) == []


@pytest.mark.rule("careers Winning")
@pytest.mark.parametrize(("points", "cash", "total"), [(199, 0, 199), (199, 999, 199), (150, 49_999, 199)])
def test_a_formula_winner_has_the_target(points, cash, total):
    sheet = a_careers_sheet(a_seat(1, points, cash=cash, won=True), a_seat(2, 10))
    assert said(sheet) == [f"Seat 1 (Ada): won with {total} points, below the target of 200. (Winning)"]
    assert located(sheet) == [(1, "won")]


@pytest.mark.rule("careers R5", "careers Winning")
@pytest.mark.parametrize(
    ("reached", "sentence"),
    [
        ({"points": 80, "fame": 60, "cash": 60_000}, None),
        ({"points": 90, "fame": 70, "cash": 80_000}, None),
        ({"points": 79, "fame": 90, "cash": 60_000}, "happiness 79, below the 80 of the stated formula"),
        ({"points": 90, "fame": 59, "cash": 60_000}, "fame 59, below the 60 of the stated formula"),
        ({"points": 90, "fame": 90, "cash": 59_999}, "cash 59 thousand, below the 60 thousand of the stated formula"),
    ],
)
def test_a_formula_winner_has_each_part_of_the_stated_formula(reached, sentence):
    formula = {"formula_happiness": 80, "formula_fame": 60, "formula_cash": 60}
    sheet = a_careers_sheet(a_seat(1, won=True, **reached, **formula), a_seat(2, 10))
    assert said(sheet) == ([] if sentence is None else [f"Seat 1 (Ada): won with {sentence}. (Winning)"])


@pytest.mark.rule("careers R5")
@pytest.mark.parametrize(
    ("parts", "total"),
    [({"formula_cash": 100}, 100), ({"formula_cash": 101, "formula_fame": 100}, 201), ({"formula_fame": 0}, 0)],
)
@pytest.mark.parametrize("seat", [1, 2])
def test_a_stated_formula_adds_up_to_the_target(parts, total, seat):
    lines = {1: a_seat(1, 200, won=True, fame=200, cash=200_000), 2: a_seat(2, 50)}
    lines[seat] = replace(lines[seat], figures={**lines[seat].figures, **parts})
    sheet = a_careers_sheet(*lines.values())
    name = {1: "Ada", 2: "Bo"}[seat]
    assert said(sheet) == [
        f"Seat {seat} ({name}): the success formula adds up to {total}, not to the target of 200. (R5)"
    ]
    assert located(sheet) == [(seat, "formula_cash")]


@pytest.mark.rule("careers R5")
def test_a_loser_may_fall_short_of_the_stated_formula_and_a_part_may_be_0():
    loser = a_seat(2, 10, formula_cash=200, formula_fame=0)
    assert said(a_careers_sheet(a_seat(1, 200, won=True), loser)) == []


@pytest.mark.rule("careers University Expense and Degree Programs")
@pytest.mark.rule("careers S113")
def test_a_program_gives_four_degrees_in_a_game_and_no_fifth():
    sentence = (
        "Seat 1 (Ada): 5 degrees in Law; a program gives at most 4 in a game. (University Expense and Degree Programs)"
    )
    assert said(with_ada(degrees={"law": 5, "journalism": 1})) == [sentence]
    assert located(with_ada(degrees={"law": 5})) == [(1, "degrees")]


@pytest.mark.parametrize(
    ("figures", "sentence"),
    [
        (
            {"degrees": {"alchemy": 1}},
            "Seat 1 (Ada): 'alchemy' is not a degree program of United Kingdom: Destination London.",
        ),
        ({"trips": {"law": 1}}, "Seat 1 (Ada): 'law' is not a company of United Kingdom: Destination London."),
        (
            {"degrees": {"lister_bacon": 1}},
            "Seat 1 (Ada): 'lister_bacon' is not a degree program of United Kingdom: Destination London.",
        ),
    ],
)
@pytest.mark.rule("careers S112")
def test_degrees_and_trips_are_those_of_the_edition(figures, sentence):
    assert said(with_ada(**figures)) == [sentence]


@pytest.mark.parametrize("figure", ["laid_off", "backstabbed", "bumped"])
@pytest.mark.parametrize("seat", [0, 1, 3, 99])
def test_politics_name_another_seat_of_the_table(figure, seat):
    sentence = f"Seat 1 (Ada): {figure.replace('_', ' ')} seat {seat}, which is not another seat at this table."
    assert sentence in said(with_ada(**{figure: (seat,)}))


@pytest.mark.parametrize("figure", ["boss", "laid_off", "backstabbed", "bumped"])
def test_politics_may_name_any_other_seat(figure):
    assert not any("not another seat" in one for one in said(with_ada(**{figure: (2,)})))


@pytest.mark.rule("careers R94")
@pytest.mark.parametrize("seat", [0, 1, 3])
def test_a_boss_sits_in_another_seat_of_the_table(seat):
    assert f"Seat 1 (Ada): boss is seat {seat}, which is not another seat at this table." in said(
        with_ada(boss=(seat,))
    )


@pytest.mark.rule("careers R15", "careers Timed Game")
def test_a_timed_winner_with_fewer_points_is_a_warning_because_overtime_can_do_that():
    sheet = timed(a_seat(1, 80, won=True), a_seat(2, 81))
    (warning,) = problems(sheet, known())
    assert warning.message.startswith("Seat 1 (Ada): won a timed game with 80 points while another seat has 81.")
    assert (warning.severity, warning.seat, warning.figure) == ("warning", 1, "won")
    assert errors([warning]) == []


@pytest.mark.rule("careers R12", "careers R73")
@given(happiness=st.integers(0, 500), fame=st.integers(0, 500), cash=st.integers(0, 500_000))
def test_points_of_a_seat_are_hearts_stars_and_whole_thousands(happiness, fame, cash):
    assert careers.points(a_seat(1, happiness, fame=fame, cash=cash)) == happiness + fame + cash // 1000


@pytest.mark.parametrize(
    ("seats", "order"),
    [
        ([(120, False), (200, True), (150, False)], ((2,), (3,), (1,))),
        ([(120, False), (200, True), (120, False)], ((2,), (1, 3))),
        ([(300, False), (200, True), (120, False)], ((2,), (1,), (3,))),
        ([(200, False), (200, True)], ((2,), (1,))),
    ],
)
def test_the_winner_is_first_then_points_decide_and_equals_share(seats, order):
    lines = [a_seat(seat, points, won=won) for seat, (points, won) in enumerate(seats, start=1)]
    assert careers.ranking(a_careers_sheet(*lines)) == order


@pytest.mark.rule("careers R86")
def test_who_wins_has_not_left_early():
    assert said(with_ada(left_early=True)) == ["Seat 1 (Ada): won, so cannot have left early. (R86)"]
    assert said(a_careers_sheet(a_seat(1, 200, won=True), a_seat(2, 120, left_early=True))) == []


@pytest.mark.rule("careers R10")
@pytest.mark.parametrize(("happiness", "warned"), [(120, True), (119, False)])
def test_a_second_seat_with_its_whole_formula_is_a_warning(happiness, warned):
    formula = {"formula_cash": 0, "formula_happiness": 120, "formula_fame": 80}
    found = problems(a_careers_sheet(a_seat(1, 200, won=True), a_seat(2, happiness, fame=80, **formula)), known())
    assert [(problem.seat, problem.severity) for problem in found] == [(2, "warning")] * warned


@pytest.mark.rule("careers R87")
@pytest.mark.parametrize(("minutes", "warned"), [(1, True), (9, True), (10, False), (None, False)])
def test_a_timed_game_of_a_few_minutes_is_a_warning(minutes, warned):
    found = problems(timed(minutes=minutes), known())
    assert [(problem.figure, problem.severity) for problem in found] == [("minutes", "warning")] * warned


# Salary, insurance and checkpoints


@pytest.mark.rule("careers S52", "careers S111")
def test_salary_and_insurance_have_columns_of_their_own():
    sheet = with_ada(salary=12_000, insurance=2)
    assert said(sheet) == []
    columns = {figure.name: figure for figure in careers.FIGURES}
    assert read(columns["salary"], "£12,000") == 12_000 and read(columns["insurance"], "2") == 2
    assert not columns["salary"].required and not columns["insurance"].required, "older files have neither"


@pytest.mark.rule("careers S146", "careers R17")
def test_each_checkpoint_of_the_season_is_reached_first_by_one_seat():
    season = known(games={"careers": {"checkpoints": (30, 60)}})
    sheet = a_careers_sheet(a_seat(1, 200, won=True, checkpoints=1), a_seat(2, 120, checkpoints=1))
    assert said(sheet, season) == []
    sheet = a_careers_sheet(a_seat(1, 200, won=True, checkpoints=2), a_seat(2, 120, checkpoints=1))
    assert said(sheet, season) == ["The checkpoints add up to 3; the season has 2, each for one seat. (R17)"]


@pytest.mark.rule("careers R17")
def test_a_seat_that_states_no_checkpoint_has_reached_none():
    season = known(games={"careers": {"checkpoints": (30,)}})
    assert said(a_careers_sheet(a_seat(1, 200, won=True, checkpoints=1), a_seat(2, 120), a_seat(3, 90)), season) == []


@pytest.mark.rule("careers R17")
def test_checkpoints_in_a_season_without_any_deserve_a_second_look():
    found = problems(with_ada(checkpoints=1), known())
    assert [problem.severity for problem in found] == ["warning"] and "without any" in str(found[0])


# A common formula


@pytest.mark.rule("careers S125", "careers R6")
@pytest.mark.parametrize("formula", ["common", "random_common"])
def test_a_table_that_plays_for_a_common_formula_states_one(formula):
    ours = {"formula_cash": 0, "formula_happiness": 200, "formula_fame": 0}
    same = a_careers_sheet(a_seat(1, 200, won=True, **ours), a_seat(2, 120, **ours), a_seat(3, 90))
    other = {**ours, "formula_happiness": 150, "formula_fame": 50}
    differing = a_careers_sheet(a_seat(1, 200, won=True, **ours), a_seat(2, 120, **other))
    season = known(games={"careers": {"formula": formula}})
    assert said(same, season) == said(differing) == []
    (sentence,) = said(differing, season)
    assert sentence.startswith("Seat 2 (Bo): a different success formula from the seats before")
    assert said(replace(differing, settings={"formula": "own"}), season) == []
    assert said(replace(differing, settings={"formula": formula})) == [sentence]
    unstated_first = a_careers_sheet(a_seat(1, 90), a_seat(2, 200, won=True, **ours), a_seat(3, 120, **other))
    assert [one[:6] for one in said(unstated_first, season)] == ["Seat 3"]


# Degrees brought along (R77)


def bringing(degrees, **settings):
    plain = known(**settings)
    return replace(plain, seated={**plain.seated, 1: replace(plain.seated[1], degrees=degrees)})


@pytest.mark.rule("careers R77")
@pytest.mark.parametrize(
    ("brought", "more", "fits"), [(4, 1, False), (4, 4, False), (3, 1, True), (0, 4, True), (7, 0, True)]
)
def test_a_program_gives_four_degrees_those_brought_along_included(brought, more, fits):
    sheet = with_ada(degrees={"law": more, "journalism": 2})
    found = said(sheet, bringing({"law": brought}, carry_over="degrees_and_trips"))
    assert (found == []) is fits
    if not fits:
        assert f"{more} more in Law, where {brought} were brought along" in found[0]


@pytest.mark.rule("careers R77")
def test_degrees_without_a_mark_have_no_room_where_four_were_brought_along():
    room = careers.MOST_DEGREES * (len(edition("london").programs) - 1)
    season = bringing({"law": 4}, carry_over="degrees_and_trips")
    for number, fits in ((room, True), (room + 1, False)):
        found = said(with_ada(degrees={UNMARKED: number}), season)
        assert any(f"at most {room} more" in one and "less those brought along" in one for one in found) is not fits


@pytest.mark.rule("careers University Expense and Degree Programs")
def test_degrees_without_a_mark_share_the_room_with_those_that_have_one():
    room = careers.MOST_DEGREES * len(edition("london").programs) - 3
    fits, too_many = (" ".join(said(with_ada(degrees={"law": 3, UNMARKED: room + more}))) for more in (0, 1))
    assert "at most" not in fits and f"at most {room} more" in too_many and "4 of each" in too_many


@pytest.mark.rule("careers R77")
def test_who_has_every_degree_brought_along_and_earns_no_more_is_no_problem():
    everything = dict.fromkeys(edition("london").programs, 4)
    assert said(with_ada(), bringing(everything, carry_over="degrees_and_trips")) == []


@pytest.mark.rule("careers R77")
def test_a_guest_brings_nothing_along():
    season = bringing({"law": 4}, carry_over="degrees_and_trips")
    guest = a_seat(1, 120, character=None, degrees={"law": 4})
    assert said(a_careers_sheet(guest, a_seat(2, 200, won=True), a_seat(3, 90)), season) == []


@pytest.mark.rule("careers R77")
def test_where_nothing_is_brought_along_earlier_degrees_do_not_matter():
    assert said(with_ada(degrees={"law": 4}), bringing({"law": 4})) == []
