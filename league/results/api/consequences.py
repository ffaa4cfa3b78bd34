"""The consequences of a decision, as programs read them. Nothing has changed."""

from dataclasses import asdict
from typing import Annotated, Any, TypedDict

from league.results.services.preview import Consequences, Doubt


class CareerChangeRow(TypedDict):
    name: str
    slug: str
    before: str
    after: str
    sentences: list[str]


class MoveRow(TypedDict):
    name: str
    slug: str
    before: Annotated[int | None, "Position; null for nobody's before."]
    after: int | None
    points_before: str
    points_after: str


class DoubtRow(TypedDict):
    game: Annotated[int, "The id of a game whose politics become doubtful."]
    reference: str
    sentence: str


class ConsequencesDetail(TypedDict):
    """What would change. Nothing has."""

    careers: list[CareerChangeRow]
    moves: list[MoveRow]
    doubts: list[DoubtRow]


def consequences_record(found: Consequences) -> ConsequencesDetail:
    careers: Any = [asdict(one) for one in found.careers]
    moves: Any = [asdict(one) for one in found.moves]
    return {"careers": careers, "moves": moves, "doubts": [_doubt(one) for one in found.doubts]}


def _doubt(one: Doubt) -> DoubtRow:
    return {"game": one.game_id, "reference": one.reference, "sentence": one.sentence}
