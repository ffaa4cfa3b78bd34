"""The words of a card, and a thing as plain text for a messenger."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from characters.charts.portraits import Portrait

WIDTH, HEIGHT = 1200, 630
DRAWING = 3  # counts up with every change of the drawing


@dataclass(frozen=True, slots=True)
class ShareCard:
    """A picture to share: one heading, one figure with what it counts, a few lines, one portrait."""

    eyebrow: str
    title: str
    figure: str = ""
    measure: str = ""
    lines: tuple[str, ...] = ()
    foot: str = ""
    portrait: Portrait | None = None

    @property
    def photo(self) -> str:
        """Return the digest of the uploaded picture that takes the portrait's place, from its address."""
        return self.portrait.picture.rpartition("/")[2].removesuffix(".jpg") if self.portrait else ""

    @property
    def digest(self) -> str:
        """Return a digest of all that it shows: the same card has the same one."""
        return sha256(f"card {DRAWING} {self!r}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Shared:
    """Something to share: its card, the text without its address, and the path of its page."""

    title: str
    card: ShareCard
    text: str
    path: str
    card_path: str


def as_text(heading: str, lines: Iterable[str]) -> str:
    """Return the heading, and a line each."""
    return "\n".join([heading, *lines])
