"""Forms for who may join, and how long a link is good."""

from typing import Any, cast

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from characters.models import Character
from league.core.forms import PlainForm
from league.joining.services import DAYS, DEFAULT_DAYS, MOST_USES
from league.models.organisation import Joining

MOST_OFFERED = 300


class JoinForm(PlainForm):
    """`guest` is who the person has been at the table so far, `name` what a new character will be called. Both are
    asked only of somebody who has no character in the league."""

    guest = forms.ModelChoiceField(
        Character.objects.none(),
        label=_("Do you play here already?"),
        empty_label=_("No, I am new"),
        to_field_name="slug",
        required=False,
        help_text=_("If you do, an organiser confirms it, and all that you have played is yours."),
    )
    name = forms.CharField(
        label=_("Your name at the table"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )

    def __init__(self, *args: Any, guests: QuerySet[Character], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        meant = self.initial.get("guest")
        offered = dict.fromkeys([*([meant] if meant else []), *guests[:MOST_OFFERED]])
        if not offered:
            del self.fields["guest"]
            return
        field = cast(forms.ModelChoiceField[Character], self.fields["guest"])
        field.queryset = guests
        field.choices = [("", field.empty_label or ""), *((guest.slug, guest.name) for guest in offered)]


class DoorsForm(PlainForm):
    """Choose who gets in by the link (`switch`) and without one (`joining`)."""

    switch = forms.ChoiceField(label=_("Who gets in by this link"), choices=Joining.choices, widget=forms.RadioSelect)
    joining = forms.ChoiceField(label=_("Without a link"), choices=Joining.choices, widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in {"switch", "joining"} - {*self.initial}:
            del self.fields[name]


class LinkForm(PlainForm):
    how = forms.ChoiceField(
        label=_("Who gets in by this link"), choices=Joining.choices, initial=Joining.OPEN, widget=forms.RadioSelect
    )
    days = forms.TypedChoiceField(label=_("Good for"), choices=list(DAYS.items()), coerce=int, initial=DEFAULT_DAYS)
    most_uses = forms.IntegerField(
        label=_("For how many people"),
        required=False,
        min_value=1,
        max_value=MOST_USES,
        help_text=_("Empty: for as many as come."),
    )
