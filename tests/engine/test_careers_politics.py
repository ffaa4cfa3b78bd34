"""Character play: relations, layoffs, reorganisations, passes, retirement, and what careers bring along."""

import pytest

import engine
from engine.careers.scores import score_of
from engine.core.errors import BadSeats
from tests.engine.support import at, cards, careers, dice, hold, legal, place, trips, turn_of

rule = pytest.mark.rule


def who(level, specialty="law", side="journalism"):
    return {"level": level, "specialty": specialty, "side_interest": side}


def office(*players, **settings):
    """A game of characters in which seat 0 is on turn; bosses are chosen in seat order."""
    g = careers(seats=len(players), players=list(players), **settings)
    while g.prompt == "boss":
        g.apply(g.legal_actions()[0])
    turn_of(g, 0)
    return g


def offered(g, word):
    return [text for text in legal(g) if word in text]


@rule("careers R77")
@pytest.mark.parametrize(("carry", "held"), [("none", 0), ("degrees_and_trips", 2)])
def test_a_game_starts_afresh_unless_careers_carry_over(carry, held):
    players = [{"degrees": {"law": 2}, "trips": {"harrods": 3}}, {}]
    g = careers(seats=2, players=players, carry_over=carry)
    assert g.degrees[5] == held and g.may_retire == (1 if held else 0)
    place(g, 0, "entrance_lister_bacon")
    assert ("enter" in legal(g)) is bool(held)


@rule("careers R77")
def test_the_score_sheet_counts_only_what_this_game_added():
    g = careers(seats=2, players=[{"trips": {"agrivi": 3}}, {}], carry_over="degrees_and_trips")
    place(g, 0, "agrivi 11")
    dice(g, 1)
    g.play("roll")
    g.over = True
    assert g.outcome().scores[0]["trips"] == {"agrivi": 1}


@rule("careers R79")
@rule("careers S166")
def test_specialty_and_side_interest_must_differ():
    with pytest.raises(BadSeats, match="differ"):
        engine.new_game("careers", 2, 1, {"players": [who("vp", "law", "law"), {}]})


@rule("careers R90")
@pytest.mark.parametrize(("setting", "level", "trips_done", "may"),
                         [("both", "vp", 3, True), ("both", "vp", 2, False), ("both", "director", 3, False),
                          ("level_only", "vp", 1, True), ("level_only", "director", 3, False),
                          ("both", "entry", 3, False), ("level_only", "entry", 3, False)])  # fmt: skip
@rule("careers S185")
def test_characters_retire_from_vice_president_up(setting, level, trips_done, may):
    g = office(who(level), who("entry"), league_retire=setting)
    trips(g, 0, "agrivi", trips_done - 1)
    place(g, 0, "agrivi 11")
    dice(g, 1)
    g.play("roll")
    assert bool(g.may_retire & 1) is may


def test_view_and_score_sheet_say_the_level_of_a_character():
    g = office(who("entry"), who("vp"))
    assert [score_of(g, seat)["level"] for seat in (0, 1)] == ["entry", "vp"]
    assert [player["level"] for player in g.view(None)["players"]] == ["entry", "vp"]
    assert score_of(careers(), 0)["level"] is None


@rule("careers R91")
@rule("careers S186")
def test_peers_are_of_the_same_level_whatever_their_company():
    g = office(who("vp"), who("vp", "engineering"), who("manager", "engineering"))
    assert g.table.relations.may_bump[0] == g.table.relations.may_backstab[0] == 0b010


@rule("careers R92")
@pytest.mark.parametrize(("setting", "mask"), [("forbidden", 0), ("normal", 0b10)])
def test_unrelated_characters_neither_stab_nor_bump_each_other_unless_by_house_rule(setting, mask):
    g = office(who("vp"), who("manager", "engineering"), unrelated=setting)
    assert g.table.relations.may_bump[0] == g.table.relations.may_backstab[0] == mask


@rule("careers R93")
def test_the_secondary_company_gives_no_rank():
    g = office(who("vp", "law", "journalism"), who("entry", "journalism", "law"))
    assert g.table.relations.subordinates == (0, 0) and g.table.relations.superiors == (0, 0)


@rule("careers R94")
@rule("careers S188")
def test_with_several_superiors_one_is_chosen_as_boss_and_only_the_boss_can_lay_off():
    g = careers(seats=3, players=[who("vp"), who("manager"), who("senior")])
    assert g.prompt == "boss" and g.actor == 2 and legal(g) == ["boss seat 1", "boss seat 2"]
    g.play("boss seat 2")
    assert g.bosses == (-1, 0, 1)
    turn_of(g, 0)
    assert offered(g, "lay off") == ["lay off seat 2"]
    turn_of(g, 1)
    assert offered(g, "lay off") == ["lay off seat 3"]


@rule("careers R94")
def test_everybody_with_several_superiors_chooses_before_the_first_turn():
    g = careers(seats=4, players=[who("vp"), who("manager"), who("senior"), who("senior")])
    asked = []
    while g.prompt == "boss":
        asked.append(g.actor)
        g.play("boss seat 1")
    assert sorted(asked) == [2, 3] and g.bosses == (-1, 0, 0, 0)
    assert g.prompt == "turn" and g.seat == g.start


@rule("careers R94")
def test_by_house_rule_every_superior_can_lay_off():
    g = office(who("vp"), who("manager"), who("senior"), boss_only=False)
    assert offered(g, "lay off") == ["lay off seat 2", "lay off seat 3"]


@rule("careers R94")
def test_stabs_and_bumps_look_at_all_ranks_whoever_is_the_boss():
    g = office(who("vp"), who("manager"), who("senior"))
    assert g.bosses[2] == 0 and g.table.relations.may_backstab[1] == 0b100


@rule("careers R95")
@rule("careers S189", "careers S199")
def test_stabs_go_down_and_bumps_go_up():
    g = office(who("director"), who("senior"))
    assert g.table.relations.may_backstab == (0b10, 0) and g.table.relations.may_bump == (0, 0b01)
    place(g, 0, "tech_convention")
    place(g, 1, "opportunity_08")
    down = g.clone()
    dice(down, 1, 1)
    down.play("roll")
    assert down.prompt == "turn", "a superior cannot bump a subordinate"
    turn_of(g, 1)
    place(g, 1, "tech_convention")
    place(g, 0, "opportunity_08")
    dice(g, 1, 1)
    g.play("roll")
    assert g.prompt == "bump" and "bump seat 1" in legal(g)


@rule("careers R96")
@pytest.mark.parametrize(("level", "times"), [("senior", 0), ("manager", 1), ("director", 2), ("vp", 3),
                                               ("c_level", 4)])  # fmt: skip
@rule("careers S190", "careers S195", "careers S196", "careers S197", "careers S198")
def test_layoffs_are_limited_by_level(level, times):
    g = office(who(level), who("entry"))
    for _ in range(times):
        turn_of(g, 0)
        place(g, 1, "opportunity_08")
        g.play("lay off seat 2")
    turn_of(g, 0)
    place(g, 1, "opportunity_08")
    assert offered(g, "lay off") == []


@rule("careers R96")
@rule("careers S191", "careers S192", "careers S193", "careers S194")
def test_a_layoff_is_the_move_and_sends_its_victim_away_for_a_lost_turn():
    g = office(who("manager"), who("senior"), who("vp", "engineering"))
    place(g, 1, "agrivi 3")
    g.policies[1] = 1
    g.play("lay off seat 2")
    assert at(g, 1) == "unemployment" and g.seat == 2 and g.lost_turns[1] == 0 and g.cash[1] == 2500
    assert g.policies[1] == 1 and at(g, 0) == "payday"
    turn_of(g, 0)
    assert offered(g, "lay off") == []


@rule("careers R96")
@pytest.mark.parametrize("from_hospital", [False, True])
@rule("careers S192")
def test_nobody_lays_off_from_the_hospital_unless_by_house_rule(from_hospital):
    g = office(who("manager"), who("senior"), layoff_from_hospital=from_hospital)
    place(g, 0, "hospital")
    assert bool(offered(g, "lay off")) is from_hospital


@rule("careers R96")
def test_who_is_in_unemployment_cannot_be_laid_off():
    g = office(who("manager"), who("senior"))
    assert offered(g, "lay off")
    place(g, 1, "unemployment")
    assert offered(g, "lay off") == []


@rule("careers R97")
@pytest.mark.parametrize(("level", "passes"), [("entry", 0), ("senior", 1), ("c_level", 1)])
@rule("careers S200")
def test_from_senior_up_there_is_one_free_pass_out_of_unemployment_per_game(level, passes):
    g = office(who(level), who("entry", "engineering"))
    place(g, 0, "unemployment")
    assert len(offered(g, "free pass")) == passes
    if passes:
        hold(g, 0, "to_holiday")
        g.play("use free pass")
        assert {"roll", "opportunity to_holiday"} <= set(legal(g))
        dice(g, 2, 1)
        g.play("roll")
        assert at(g, 0) == "entrance_lister_bacon"
        turn_of(g, 0)
        place(g, 0, "unemployment")
        assert offered(g, "free pass") == []


@rule("careers R97")
@rule("careers S200")
def test_a_free_pass_opens_unemployment_and_not_the_hospital():
    g = office(who("c_level"), who("entry"))
    place(g, 0, "hospital")
    assert offered(g, "fee") and offered(g, "free pass") == []


@rule("careers R97")
def test_a_free_pass_waits_until_the_lost_turn_is_over_and_no_favor_takes_it():
    g = office(who("vp"), who("senior"), who("entry", "engineering"))
    g.play("lay off seat 2")
    assert g.seat == 2, "the lost turn is sat out"
    turn_of(g, 1)
    assert "use free pass" in legal(g) and g.opportunity[1] == ()


@rule("careers R98")
@pytest.mark.parametrize(("level", "times"), [("director", 0), ("vp", 1), ("c_level", 1)])
@rule("careers S201", "careers S202")
def test_a_reorganisation_is_for_vice_presidents_and_chiefs_once_a_game(level, times):
    g = office(who(level), who("entry"))
    hold(g, 1, "e1")
    assert len(offered(g, "reorganise")) == times
    if times:
        g.play("reorganise")
        assert g.seat == 1
        hold(g, 1, "e2")
        turn_of(g, 0)
        assert offered(g, "reorganise") == []


@rule("careers R98")
@pytest.mark.parametrize("scope", ["subordinates", "everyone_on_primary_path"])
@rule("careers S203", "careers S204")
def test_a_reorganisation_takes_cards_and_sends_back_to_the_entrance(scope):
    g = office(who("vp"), who("senior"), who("senior"), who("entry", "engineering"), reorg_scope=scope)
    for seat, where in ((1, "agrivi 3"), (2, "opportunity_08"), (3, "lister_bacon 4")):
        place(g, seat, where)
        hold(g, seat, "e1")
    g.cash[1] = 100
    g.play("reorganise")
    assert [cards(g, seat) for seat in (1, 2, 3)] == [[], [], ["e1"]] and len(g.experience_discard) == 2
    stays, leaves = (1, 3) if scope == "everyone_on_primary_path" else (3, 1)
    assert g.where[stays] >= 42 and at(g, leaves).startswith("entrance") and at(g, 2) == "opportunity_08"
    assert g.cash[1] == 100
    if scope == "subordinates":
        turn_of(g, 1)
        assert "enter" not in legal(g), "who was sent back has to qualify again"


@rule("careers R99")
@rule("careers S184")
def test_levels_stay_what_they_were_at_the_start():
    g = office(who("manager"), who("entry"))
    g.happiness[0], g.degrees[5] = 900, 4
    place(g, 1, "opportunity_08")
    g.play("lay off seat 2")
    turn_of(g, 0)
    assert g.outcome() is None and offered(g, "lay off") == []


@rule("careers R104")
def test_a_seat_without_a_character_plays_by_the_ordinary_rules():
    g = office({}, who("vp"), who("entry", "engineering"))
    assert g.table.relations.may_bump == (0b110, 0b001, 0b001)
    assert g.table.relations.may_backstab == (0b110, 0b001, 0b001)
    trips(g, 0, "agrivi", 2)
    place(g, 0, "agrivi 11")
    dice(g, 1)
    g.play("roll")
    assert g.may_retire & 1
    turn_of(g, 0)
    assert not offered(g, "lay off") + offered(g, "reorganise")


def test_office_politics_stand_on_the_score_sheet():
    g = office(who("vp"), who("senior"), who("senior", "engineering"))
    place(g, 1, "opportunity_08")
    g.play("lay off seat 2")
    turn_of(g, 1)
    g.play("use free pass")
    turn_of(g, 0)
    hold(g, 1, "e1")
    g.play("reorganise")
    g.over = True
    ada, bo, _ = g.outcome().scores
    assert (ada["layoffs"], ada["reorgs"], ada["laid_off"]) == (1, 1, [1])
    assert (bo["free_passes"], bo["laid_off_by"]) == (1, [0])
