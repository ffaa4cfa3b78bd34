"""The language in which somebody reads the site and its letters."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from league.core.queries.languages import offered
from league.models import LanguageChoice


def choose_language(*, user: User, language: str) -> None:
    """Store the language of a user; "" leaves it to the browser. Raise ValidationError for a language that the site
    does not speak."""
    refuse_language_unless_offered(language)
    if language:
        LanguageChoice.objects.update_or_create(user=user, defaults={"language": language})
    else:
        LanguageChoice.objects.filter(user=user).delete()


def refuse_language_unless_offered(language: str) -> None:
    names = offered()
    if language and language not in names:
        speaks = ", ".join(names.values())
        refusal = _("This site does not speak that language. It speaks: {languages}.")
        raise ValidationError(refusal.format(languages=speaks))
