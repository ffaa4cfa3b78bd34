"""Keep what a person shows of themselves beside their characters."""

from django.contrib.auth.models import User
from django.db import transaction

from league.models import PersonPage


@transaction.atomic
def choose_what_is_shown(*, user: User, leagues: bool, tournaments: bool) -> PersonPage:
    chosen = {"shows_leagues": leagues, "shows_tournaments": tournaments}
    page, _ = PersonPage.objects.update_or_create(user=user, defaults=chosen)
    return page
