"""What was read from a photo of the paper, field by field, as the form shows it beside what a person enters."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReadField:
    """One field. `crop` is its picture, as a data: URL. Where it is not `sure`, the field is left empty; `guess` is
    what it may hold, "" without any idea. `adds_up`: `read` stands there, and the line would add up with the guess."""

    crop: str
    sure: bool
    read: str = ""
    guess: str = ""
    adds_up: bool = False
