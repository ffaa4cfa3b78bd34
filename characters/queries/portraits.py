"""The portrait of a character, as `components/portrait.html` draws it. Reads no rows: lists have them already."""

from functools import cache

from characters.charts.portraits import Portrait, portrait
from characters.models import Career, Character
from characters.rules.career import RETIRED
from engine.careers.editions import edition


def face(character: int, *, edition_id: str, company: str, level: str, retired: bool = False) -> Portrait:
    """Of the character with this id: the id is the seed, for nothing else of a character stays as it is."""
    return portrait(str(character), level=level, firm=_places(edition_id)[company], retired=retired)


def portrait_of(career: Career, character: Character) -> Portrait:
    """As the character looks in this career."""
    return face(
        character.pk,
        edition_id=character.edition,
        company=character.primary_company,
        level=career.level,
        retired=career.status == RETIRED,
    )


@cache
def _places(edition_id: str) -> dict[str, int]:
    """Where each company stands in its edition, which is its colour."""
    return {company: place for place, company in enumerate(edition(edition_id).companies)}
