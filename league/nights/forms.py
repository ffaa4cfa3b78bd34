"""Forms of game nights: what is proposed, announced, asked of the tables of a round, and changed."""

from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.translatable import spoken
from league.core.forms import PlainForm, TypedMomentField
from league.nights.rules import EVERY, MOST_DATES, MOST_NIGHTS, WEEKLY

SHOWN = 3  # empty lines for dates


class DatesInput(forms.DateTimeInput):
    """Several inputs under one name, and as many empty ones as are needed for three."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        typed: list[str] = data.getlist(name) if hasattr(data, "getlist") else list(data.get(name, ()))
        return [value for value in typed if value.strip()]

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        values = list(value or ())[: MOST_DATES + 1]
        values += [""] * (SHOWN - len(values))
        shared = self.build_attrs({"type": "datetime-local", **self.attrs}, attrs)
        own, rest = shared.pop("id", name), format_html_join("", ' {}="{}"', shared.items())
        rows = (
            (f"{own}_{at}" if at else own, name, text, _("Date {number}").format(number=at + 1), rest)
            for at, text in enumerate(values)
        )
        lines = format_html_join("", '<input id="{}" name="{}" value="{}" aria-label="{}"{}>', rows)
        return format_html('<div class="stack night-dates">{}</div>', lines)


class DatesField(TypedMomentField):
    """Up to twelve days and times on the clocks of `zone`."""

    widget = DatesInput  # type: ignore[assignment]

    def to_python(self, value: Any) -> list[datetime]:  # type: ignore[override]
        if value and len(value) > MOST_DATES:
            text = _("Propose {most} dates at most: people look at all of them.").format(most=MOST_DATES)
            raise ValidationError(text, code="too_many")
        moments = (super(DatesField, self).to_python(text) for text in value or ())
        return sorted({moment for moment in moments if moment is not None})

    def prepare_value(self, value: Any) -> Any:
        return value


def _minutes() -> forms.IntegerField:
    number = forms.NumberInput(attrs={"inputmode": "numeric"})
    label = gettext_lazy("How long it lasts, in minutes")
    return forms.IntegerField(label=label, min_value=15, max_value=1440, initial=180, widget=number)


class ZonedForm(PlainForm):
    """A form whose times are typed on the clocks of `zone`."""

    def __init__(self, *args: Any, zone: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            if isinstance(field, TypedMomentField):
                field.zone = zone


class NightForm(ZonedForm):
    """The title, place, note, length and seats of a night."""

    title = forms.CharField(
        label=gettext_lazy("What it is called"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    place = forms.CharField(
        label=gettext_lazy("Where"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Members read it, and nobody else."),
    )
    note = forms.CharField(
        label=gettext_lazy("A note"), max_length=300, required=False, help_text=gettext_lazy("What to bring, say.")
    )
    minutes = _minutes()
    seats = forms.IntegerField(
        label=gettext_lazy("Seats"),
        required=False,
        min_value=2,
        max_value=500,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=gettext_lazy("The first to say yes have one; the others are on a waiting list."),
    )
    MORE = ("place", "note", "minutes", "seats", "answer_by")

    def more(self) -> list[forms.BoundField]:
        """Return the fields that most people leave as they are."""
        return [self[name] for name in self.MORE if name in self.fields]

    def more_is_open(self) -> bool:
        return any(field.errors for field in self.more())


def _deadline(*, required: bool = False) -> TypedMomentField:
    text = gettext_lazy("After that an organiser decides, and is told so.")
    return TypedMomentField(label=gettext_lazy("Answers until"), required=required, help_text=text)


class ProposalForm(NightForm):
    dates = DatesField(label=gettext_lazy("Dates"))
    answer_by = _deadline()
    field_order = ("title", "dates")


class DatesForm(ZonedForm):
    dates = DatesField(label=gettext_lazy("Dates"))


def _every() -> list[tuple[str, str]]:
    return [(key, spoken(text)) for key, text in EVERY.items()]


class AnnouncementForm(NightForm):
    first = TypedMomentField(label=gettext_lazy("The first"))
    every = forms.ChoiceField(label=gettext_lazy("How often"), initial=WEEKLY, choices=_every)
    times = forms.IntegerField(
        label=gettext_lazy("How many nights"),
        min_value=1,
        max_value=MOST_NIGHTS,
        initial=6,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    field_order = ("title", "first", "every", "times")


class ChangeForm(NightForm):
    """`has_date`: the night has a date that can be moved; else people still have until `answer_by`."""

    starts_at = TypedMomentField(label=gettext_lazy("Date"))
    answer_by = _deadline()
    sequence = forms.IntegerField(widget=forms.HiddenInput)
    field_order = ("title", "starts_at")

    def __init__(self, *args: Any, has_date: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["answer_by" if has_date else "starts_at"]


class TablesForm(ZonedForm):
    answer_by = _deadline(required=True)
    minutes = _minutes()
