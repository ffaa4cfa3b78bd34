"""Starting anew after a golden parachute."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from characters.models import Character
from characters.queries.lives import lives_of
from characters.rules.career import RETIRED
from characters.rules.facts import RESTART, Fact
from characters.services.facts import record_facts
from characters.services.review import review_characters


@transaction.atomic
def restart_character(*, character: Character) -> Character:
    """A new career for the same character: name, companies and programs stay, all counters start at 0 (R89).

    Raises ValidationError unless the current career ended by golden parachute.
    """
    character = Character.objects.select_for_update(no_key=True).get(pk=character.pk)
    if lives_of([character])[character.pk].current.status != RETIRED:
        raise ValidationError(
            f"{character.name} is still at work. Only a character that left by golden parachute can start anew."
        )
    record_facts(entries=[(character.pk, Fact(kind=RESTART, at=timezone.now()))])
    review_characters(character_ids=[character.pk])
    character.refresh_from_db()
    return character
