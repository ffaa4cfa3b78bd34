"""A chain of seeds: each draw's seed is committed to before anybody could choose it, and revealed after.

Link 0 is published first. Every later link hashes to the one before it, so anybody who knows a link can check the next,
and nobody can work out the next from it.
"""

from functools import lru_cache
from hashlib import sha256

LENGTH = 1000


def _hashed(link: str) -> str:
    return sha256(link.encode()).hexdigest()


@lru_cache(maxsize=8)
def chain(secret: str, length: int = LENGTH) -> tuple[str, ...]:
    """Return links 0 to `length` - 1: link 0 is the commitment, link `d` the seed of draw `d`."""
    links = []
    link = secret
    for _ in range(length):
        link = _hashed(link)
        links.append(link)
    return tuple(reversed(links))


def link(secret: str, draw: int) -> str:
    """Return the seed of draw number `draw` (from 1; 0 is the commitment), hex. Raise ValueError beyond the end of the
    chain."""
    if not 0 <= draw < LENGTH:
        raise ValueError(f"A chain has links 0 to {LENGTH - 1}, not {draw}.")
    return chain(secret)[draw]


def verify_link(previous: str, revealed: str) -> bool:
    """Return whether `revealed` is the link after `previous`."""
    return _hashed(revealed) == previous
