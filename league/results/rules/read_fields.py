"""Say what was read from a photo of the paper, field by field, for the form in which a person decides."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReadField:
    """Show one field of the paper. `crop` is its picture, as a data: URL. Where it is not `sure`, that of the form is
    empty, and `guess` is what it may be, "" without any idea. `adds_up`: with the guess in place of `read`, the line
    would add up."""

    crop: str
    sure: bool
    read: str = ""
    guess: str = ""
    adds_up: bool = False
