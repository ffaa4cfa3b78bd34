"""Give an account another user name. The former one stays its bearer's for a while: links to it lead on, and nobody
else takes it meanwhile."""

from allauth.account.adapter import get_adapter
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.dateformat import format as date_text
from django.utils.translation import gettext as _

from characters.models import Character
from engine.translatable import said
from league.accounts.rules import USER_NAME_KEPT, USER_NAME_STAYS
from league.accounts.services.sign_in import REFUSALS
from league.core.ledger.services import record
from league.models import Farewell, FormerUserName, League
from league.signals import name_hidden


@transaction.atomic
def change_user_name(*, user: User, name: str) -> None:
    """Give the account this user name. Raise ValidationError if it can't be one, is or was lately somebody's, or if the
    current one is too new."""
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    former, name = user.get_username(), name.strip()
    if name == former:
        raise ValidationError({"name": _("This is already your user name.")})
    _refuse_too_soon(user)
    FormerUserName.objects.filter(user=user, name__iexact=name).delete()
    try:
        user.username = get_adapter().clean_username(name, shallow=name.casefold() == former.casefold())
        with transaction.atomic():
            user.save(update_fields=["username"])
    except IntegrityError as error:
        raise ValidationError({"name": REFUSALS["username_taken"]}) from error
    except ValidationError as error:
        raise ValidationError({"name": error.messages}) from error
    FormerUserName.objects.create(user=user, name=former)
    Farewell.objects.filter(user=user, label=former).update(label=user.username)
    record(kind="account_changed", text=said("An account has another user name."), by=user)
    for league in League.objects.filter(memberships__user=user):
        if not Character.objects.filter(enrolment__league=league, name=former).exists():  # whose name it is as well
            name_hidden.send(league, user.username, former)


def _refuse_too_soon(user: User) -> None:
    newest = FormerUserName.objects.filter(user=user).first()
    if newest and (free := newest.left_at + USER_NAME_STAYS) > timezone.now():
        text = _("You changed it lately. From {day} you can change it again.")
        raise ValidationError({"name": text.format(day=date_text(timezone.localtime(free), "j F Y"))})


def forget_former_user_names() -> None:
    """Let names go that were left long ago: anybody may take them."""
    FormerUserName.objects.filter(left_at__lt=timezone.now() - USER_NAME_KEPT).delete()
