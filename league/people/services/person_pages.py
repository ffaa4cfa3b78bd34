"""Keep what a person shows of themselves beside their characters, and what they wish to be called."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from characters.rules.names import can_be_shown, tidy
from league.models import Introduction, PersonPage


@transaction.atomic
def choose_what_is_shown(*, user: User, leagues: bool, tournaments: bool) -> PersonPage:
    chosen = {"shows_leagues": leagues, "shows_tournaments": tournaments}
    return PersonPage.objects.update_or_create(user=user, defaults=chosen)[0]


@transaction.atomic
def introduce(*, user: User, called: str, pronouns: str, spoken: str) -> None:
    """Keep what somebody wishes to be called, their pronouns, and how their name is spoken. Raise ValidationError for
    what can't be shown, and for other words while the staff of the site hides the current ones."""
    wished = {"called": tidy(called), "pronouns": tidy(pronouns), "spoken": tidy(spoken)}
    unseen = [name for name, text in wished.items() if text and not can_be_shown(text)]
    if unseen:
        raise ValidationError(dict.fromkeys(unseen, _("This text has letters that can't be shown.")))
    present = Introduction.objects.select_for_update(no_key=True).filter(user=user).first()
    if present is None:
        if any(wished.values()):
            Introduction.objects.create(user=user, **wished)
        return
    if present.hidden_at and any(getattr(present, name) != text for name, text in wished.items()):
        text = _("The staff of this site has hidden what you are called: {why}. Ask them before you change it.")
        raise ValidationError({"called": text.format(why=present.hidden_why)})
    Introduction.objects.filter(pk=present.pk).update(**wished)
