"""The name of a game, and the place where it was played. Neither is part of the sheet: no result follows from it."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from characters.rules.names import tidy
from engine.said import said, spoken
from games.rules.names import refused_name
from league.core.ledger.services import record
from league.models import SeasonGame


def checked_names(*, name: str, place: str) -> dict[str, str]:
    """Return both as they are stored. Raise ValidationError for text that can't be shown or is too long."""
    tidied = {"name": tidy(name), "place": tidy(place)}
    found = {field: refused_name(text) for field, text in tidied.items()}
    refused = {field: spoken(said(_REFUSED[field], problem=why)) for field, why in found.items() if why}
    if refused:
        raise ValidationError(refused)
    return tidied


_REFUSED = {"name": said("The name {problem}."), "place": said("The place {problem}.")}


@transaction.atomic
def name_game(*, season_game: SeasonGame, name: str, place: str, by: User | None) -> bool:
    """Name the game from now on; without a name it is called by what is known of it. Return False if that is its name
    already. The ledger holds that it was named, not how: a name can be changed, an entry can't."""
    tidied = checked_names(name=name, place=place)
    row = SeasonGame.objects.select_for_update(no_key=True).select_related("season").get(pk=season_game.pk)
    if (row.name, row.place) == (tidied["name"], tidied["place"]):
        return False
    row.name, row.place = season_game.name, season_game.place = tidied["name"], tidied["place"]
    row.save(update_fields=["name", "place"])
    record(kind="game_named", text=f"Game {row.reference} was named.", by=by, season=row.season, game=row.game_id)
    return True


def reference_too_long(most: int) -> str:
    return _("The reference is too long; {most} characters are the most.").format(most=most)


def reference_taken(reference: str) -> str:
    text = _("There is already a game {reference} in this season. Choose another reference, or correct that game.")
    return text.format(reference=reference)
