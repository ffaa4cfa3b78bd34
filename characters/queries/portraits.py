"""Choose the portrait of a character, as `components/portrait.html` shows it. Reads no rows: lists have them
already."""

from functools import cache

from django.urls import reverse

from characters.charts.portraits import Portrait, portrait
from characters.models import Character
from engine.careers.editions import edition


def face(
    character: int, *, slug: str, edition_id: str, company: str, picture: str, level: str, retired: bool
) -> Portrait:
    """Return the portrait of the character with this id: the id is the seed, because nothing else of a character is
    constant."""
    address = reverse("picture_file", args=[slug, picture]) if picture else ""
    return portrait(str(character), level=level, firm=_places(edition_id)[company], retired=retired, picture=address)


def portrait_of(character: Character, level: str, *, retired: bool = False) -> Portrait:
    """Return the portrait of a character at this level."""
    return face(
        character.pk,
        slug=character.slug,
        edition_id=character.edition,
        company=character.primary_company,
        picture=character.picture,
        level=level,
        retired=retired,
    )


@cache
def _places(edition_id: str) -> dict[str, int]:
    """Return the place of each company in its edition, which is its colour."""
    return {company: place for place, company in enumerate(edition(edition_id).companies)}
