"""The chain of seeds: checkable from the commitment on, and the commands' library does no more than hash."""

from hashlib import sha256

import pytest

from league.tournaments.stages.rules.seeds import LENGTH, chain, link, verify_link


def test_every_link_follows_from_the_next_one_only():
    links = chain("parachute")
    assert len(links) == LENGTH == len(set(links))
    assert all(verify_link(links[draw], links[draw + 1]) for draw in range(LENGTH - 1))
    assert not verify_link(links[1], links[0])


def test_a_link_is_the_secret_hashed_as_often_as_it_is_from_the_end():
    text = "parachute"
    for _ in range(LENGTH - 7):
        text = sha256(text.encode()).hexdigest()
    assert link("parachute", 7) == chain("parachute")[7] == text


@pytest.mark.parametrize("draw", [-1, LENGTH])
def test_a_chain_ends(draw):
    with pytest.raises(ValueError, match="links 0 to 999"):
        link("parachute", draw)
