"""The hash tree of RFC 6962: published vectors, and proofs for every size."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.core.ledger.rules.merkle import (
    EMPTY_ROOT,
    consistency_proof,
    inclusion_proof,
    is_consistent,
    is_included,
    leaf_hash,
    root,
)

# The entries and roots with which the reference implementations of Certificate Transparency are tested.
ENTRIES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
LEAVES = [leaf_hash(bytes.fromhex(entry)) for entry in ENTRIES]
EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def leaves(size: int) -> list[bytes]:
    return [leaf_hash(str(number).encode()) for number in range(size)]


@pytest.mark.parametrize("size", range(1, 9))
def test_the_published_roots_come_out(size):
    assert root(LEAVES[:size]).hex() == ROOTS[size - 1]


def test_the_root_of_no_entries_is_the_hash_of_nothing():
    assert root([]).hex() == EMPTY_ROOT.hex() == EMPTY


@given(st.integers(1, 70), st.data())
def test_every_leaf_is_proved_to_be_in_the_tree_and_no_other_one(size, data):
    tree = leaves(size)
    index = data.draw(st.integers(0, size - 1))
    proof = inclusion_proof(tree, index)
    assert is_included(tree[index], index, size, proof, root(tree))
    assert not is_included(leaf_hash(b"other"), index, size, proof, root(tree))
    assert not is_included(tree[index], index, size, [*proof, root(tree)], root(tree))
    others = {*range(-1, size + 1)} - {index}
    assert not any(is_included(tree[index], other, size, proof, root(tree)) for other in others)


@given(st.integers(1, 70), st.data())
def test_a_longer_list_is_proved_to_begin_with_the_shorter_one(size, data):
    tree = leaves(size)
    earlier = data.draw(st.integers(1, size))
    proof = consistency_proof(tree, earlier)
    before, now = root(tree[:earlier]), root(tree)
    assert is_consistent(earlier, size, proof, before, now)
    rewritten = [leaf_hash(b"other"), *tree[1:]]
    assert not is_consistent(earlier, size, consistency_proof(rewritten, earlier), before, root(rewritten))
    assert not is_consistent(earlier, size, [*proof, now], before, now)


@pytest.mark.parametrize("index", [-1, 3])
def test_what_is_not_there_has_no_proof(index):
    with pytest.raises(IndexError):
        inclusion_proof(leaves(3), index)


@pytest.mark.parametrize("earlier", [0, 4])
def test_no_list_begins_with_nothing_or_with_more_than_itself(earlier):
    with pytest.raises(IndexError):
        consistency_proof(leaves(3), earlier)
    assert not is_consistent(earlier, 3, [], EMPTY_ROOT, root(leaves(3)))
