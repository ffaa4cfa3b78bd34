"""Portraits: the same seed, the same face, ever after."""

import re
from itertools import pairwise

import pytest

from characters.charts.portraits import FIRM_COLOURS, PARACHUTE, Portrait, features, portrait
from characters.rules.ladder import LEVELS
from engine.careers.editions import edition, edition_ids

# What these seeds choose, in the order of `features`. A change here is another face for everybody who has one.
FOR_EVER = {"1": (1, 0, 4, 4, 4, 2, 0, 5, 0), "2": (3, 1, 8, 1, 0, 1, 0, 8, 1), "1000000": (2, 2, 7, 2, 4, 2, 0, 3, 0)}
COMMAND = re.compile(r"[MmLlHhVvCcSsQqTtAaZz]|-?(?:\d+(?:\.\d+)?|\.\d+)")


def drawing(seed: str, level: str = "entry", *, firm: int = 0, retired: bool = False) -> Portrait:
    return portrait(seed, level=level, firm=firm, retired=retired)


@pytest.mark.parametrize("seed", FOR_EVER)
def test_a_seed_keeps_its_face_for_ever(seed: str) -> None:
    assert tuple(features(seed).values()) == FOR_EVER[seed]


def test_the_same_seed_is_drawn_the_same_twice() -> None:
    assert drawing("7", "vp", firm=3) == drawing("7", "vp", firm=3)


def test_a_thousand_characters_have_nearly_a_thousand_faces() -> None:
    faces = {tuple(features(str(seed)).values()) for seed in range(1_000)}

    assert len(faces) > 980


def test_every_step_of_the_ladder_can_be_seen() -> None:
    looks = [drawing("7", level) for level in LEVELS]

    assert all(below.layers != above.layers for below, above in pairwise(looks))
    assert drawing("7", "c_level", retired=True) not in looks


@pytest.mark.parametrize("level", LEVELS)
def test_level_and_company_leave_the_face_as_it_is(level: str) -> None:
    promoted = drawing("2", level, firm=5)
    features_drawn = [layer for layer in drawing("2").layers if layer.shift]

    assert features_drawn and [layer for layer in promoted.layers if layer.shift] == features_drawn


def test_who_left_by_parachute_hangs_from_one_whatever_the_level() -> None:
    canopy = drawing("7", "c_level", retired=True).layers[-1]

    assert canopy.paint == "firm"
    assert drawing("7", "vp", retired=True).layers[-1] == canopy


def test_a_level_that_is_not_on_the_ladder_is_refused() -> None:
    with pytest.raises(KeyError):
        drawing("7", "boss")


@pytest.mark.parametrize("edition_id", edition_ids())
def test_no_two_companies_of_an_edition_share_a_colour(edition_id: str) -> None:
    assert len(edition(edition_id).companies) <= len(FIRM_COLOURS)


@pytest.mark.parametrize("level", [*LEVELS, PARACHUTE])
def test_every_path_is_numbers_and_commands(level: str) -> None:
    retired = level == PARACHUTE
    drawings = [drawing(str(seed), "vp" if retired else level, retired=retired) for seed in range(60)]
    layers = [layer for one in drawings for layer in one.layers]

    assert {layer.paint for layer in layers} <= {"ink", "paper", "firm", "wash", "line", "stroke"}
    assert all(not COMMAND.sub("", layer.path).strip(" ") for layer in layers)
