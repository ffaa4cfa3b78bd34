"""What was said at the table of a play, as programs read it."""

from typing import Annotated, Any, TypedDict

from characters.rules.moments import stamp
from league.core.rules.records import Moment
from league.models import SeasonPlay
from league.play.queries.remarks import talk_at


class RemarkRow(TypedDict):
    id: int
    by: Annotated[str, "User name, or the label of somebody whose account is gone."]
    text: str
    at: Moment
    hidden: Annotated[str | None, "Why it is hidden, for its author and the organisers; null for what everybody reads."]


def remark_rows(season_play: SeasonPlay, reader: Any) -> list[RemarkRow]:
    """The newest last; nothing for a reader who is no member."""
    return [
        {
            "id": one.pk,
            "by": one.who,
            "text": one.text,
            "at": stamp(one.at),
            "hidden": one.hidden_why if one.is_hidden else None,
        }
        for one in talk_at(season_play, reader).remarks
    ]
