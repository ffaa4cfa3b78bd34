"""The hash tree of RFC 6962 (and RFC 9162), section 2.1: one digest, its root, over a list of entries.

An inclusion proof shows that an entry is in the tree with this root; a consistency proof, that a longer list begins
with the shorter one. All digests are bytes of SHA-256.
"""

from collections.abc import Sequence
from hashlib import sha256

EMPTY_ROOT = sha256(b"").digest()


def leaf_hash(entry: bytes) -> bytes:
    return sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def root(leaves: Sequence[bytes]) -> bytes:
    """Return the root over these leaf hashes."""
    level = list(leaves)
    if not level:
        return EMPTY_ROOT
    while len(level) > 1:  # an odd one goes up as it is, as the split at a power of two has it
        odd = level[len(level) & ~1 :]
        level = [node_hash(left, right) for left, right in zip(level[::2], level[1::2], strict=False)] + odd
    return level[0]


def inclusion_proof(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """Return the hashes that lead from the leaf at `index` (from 0) to the root. Raise IndexError if there is no such
    leaf."""
    if not 0 <= index < len(leaves):
        raise IndexError(index)
    if len(leaves) == 1:
        return []
    at = _split(len(leaves))
    if index < at:
        return [*inclusion_proof(leaves[:at], index), root(leaves[at:])]
    return [*inclusion_proof(leaves[at:], index - at), root(leaves[:at])]


def is_included(leaf: bytes, index: int, size: int, proof: Sequence[bytes], tree_root: bytes) -> bool:
    """Return whether the leaf is the one at `index` of the tree of this size and root (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size:
        return False
    here, last, node = index, size - 1, leaf
    for sibling in proof:
        if not last:
            return False
        if here & 1 or here == last:
            node = node_hash(sibling, node)
            while not here & 1 and here:
                here, last = here >> 1, last >> 1
        else:
            node = node_hash(node, sibling)
        here, last = here >> 1, last >> 1
    return not last and node == tree_root


def consistency_proof(leaves: Sequence[bytes], earlier: int) -> list[bytes]:
    """Return the hashes that show that these leaves begin with their first `earlier` ones. Raise IndexError unless that
    is 1 to all."""
    if not 1 <= earlier <= len(leaves):
        raise IndexError(earlier)
    return _subproof(earlier, leaves, whole=True)


def is_consistent(earlier: int, size: int, proof: Sequence[bytes], earlier_root: bytes, tree_root: bytes) -> bool:
    """Return whether the tree of `size` leaves begins with that of `earlier` ones (RFC 9162, 2.1.4.2)."""
    if not 1 <= earlier <= size:
        return False
    if earlier == size:
        return not proof and earlier_root == tree_root
    path = [earlier_root, *proof] if earlier & (earlier - 1) == 0 else list(proof)
    if not path:
        return False
    here, last = earlier - 1, size - 1
    while here & 1:
        here, last = here >> 1, last >> 1
    first = second = path[0]
    for node in path[1:]:
        if not last:
            return False
        if here & 1 or here == last:
            first, second = node_hash(node, first), node_hash(node, second)
            while not here & 1 and here:
                here, last = here >> 1, last >> 1
        else:
            second = node_hash(second, node)
        here, last = here >> 1, last >> 1
    return not last and first == earlier_root and second == tree_root


def _subproof(earlier: int, leaves: Sequence[bytes], *, whole: bool) -> list[bytes]:
    if earlier == len(leaves):
        return [] if whole else [root(leaves)]
    at = _split(len(leaves))
    if earlier <= at:
        return [*_subproof(earlier, leaves[:at], whole=whole), root(leaves[at:])]
    return [*_subproof(earlier - at, leaves[at:], whole=False), root(leaves[:at])]


def _split(size: int) -> int:
    """Return the largest power of two below `size`, which is at least 2."""
    return 1 << (size - 1).bit_length() - 1
