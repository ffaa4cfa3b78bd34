"""A remark with a small table, which a page shows without knowing the game that it is about."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Note:
    """`columns` head the `rows`. `order` are seat numbers as the note suggests to seat the table, empty without a
    suggestion."""

    title: str
    text: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    order: tuple[int, ...] = ()

    @property
    def order_sent(self) -> str:
        """Return the order as a form sends it."""
        return "-".join(map(str, self.order))
