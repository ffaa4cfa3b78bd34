"""Expensive rows, worked out part by part."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TypeVar, overload

Row = TypeVar("Row")


class Parts(Sequence[Row]):
    """A list whose slices are worked out when they are asked for, as Django's Paginator asks for its pages. What lies
    outside a slice costs nothing but its place in `len`."""

    @abstractmethod
    def part(self, part: slice) -> list[Row]:
        """Return the rows of this slice."""

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        if isinstance(index, slice):
            return self.part(index)
        at = range(len(self))[index]
        return self.part(slice(at, at + 1))[0]

    def __iter__(self) -> Iterator[Row]:
        return iter(self[:])
