"""Forms for webhooks, which tell programs what happens, and for how a person wants to be told."""

from collections.abc import Iterator
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.translatable import spoken
from league.core.forms import PlainForm
from league.models import NoticeWish, Webhook
from league.notices.rules.notices import KINDS as NOTICES
from league.notices.rules.notices import MAIL, PUSH, WAYS, goes_by
from league.notices.rules.webhooks import KINDS, USUAL


class WebhookForm(PlainForm):
    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=500,
        help_text=gettext_lazy(
            "Where to send it. From Discord: Edit channel → Integrations → Webhooks → Copy webhook URL."
        ),
        widget=forms.URLInput(attrs={"autocomplete": "off", "placeholder": "https://"}),
        error_messages={"required": gettext_lazy("Enter the address that your program or channel gave you.")},
    )
    style = forms.ChoiceField(
        choices=[
            (Webhook.DISCORD, gettext_lazy("Discord: a message in a channel")),
            (Webhook.SIGNED, gettext_lazy("For your own program: signed JSON")),
        ],
        label=gettext_lazy("What reads it?"),
        widget=forms.RadioSelect,
        initial=Webhook.DISCORD,
    )
    kinds = forms.MultipleChoiceField(
        choices=list(KINDS.items()),
        label=gettext_lazy("Tell it when"),
        widget=forms.CheckboxSelectMultiple,
        initial=list(USUAL),
        error_messages={"required": gettext_lazy("Choose at least one kind of event.")},
    )


HOURS = [("", gettext_lazy("no quiet hours")), *((str(hour), f"{hour:02}:00") for hour in range(24))]


class WishForm(PlainForm):
    """A box for each kind and way, named `mail-promotion` and so on; quiet hours in a zone; the weekly letter."""

    quiet_from = forms.ChoiceField(label=gettext_lazy("Quiet from"), choices=HOURS, required=False)
    quiet_until = forms.ChoiceField(label=gettext_lazy("until"), choices=HOURS, required=False)
    zone = forms.ChoiceField(
        label=gettext_lazy("In the time zone of"), choices=[(zone, zone) for zone in sorted(available_timezones())]
    )
    digest = forms.BooleanField(label=gettext_lazy("One letter a week with everything that is new"), required=False)

    def __init__(self, wish: NoticeWish, zone: str, data: object = None) -> None:
        hours = {name: "" if (at := getattr(wish, name)) is None else str(at) for name in ("quiet_from", "quiet_until")}
        initial = {**hours, "zone": wish.zone if hours["quiet_from"] else zone, "digest": bool(wish.digest_at)}
        super().__init__(data, initial=initial)
        for kind, about in NOTICES.items():
            for way in WAYS:
                box = forms.BooleanField(required=False, initial=goes_by(way, kind, wish.ways))
                pattern = _("{notice}: by e-mail") if way == MAIL else _("{notice}: on your devices")
                box.widget.attrs["aria-label"] = pattern.format(notice=spoken(about.words))
                self.fields[f"{way}-{kind}"] = box

    def rows(self) -> Iterator[tuple[str, forms.BoundField, forms.BoundField]]:
        """Yield the words of each kind, and its boxes."""
        for kind, about in NOTICES.items():
            yield about.words, self[f"{MAIL}-{kind}"], self[f"{PUSH}-{kind}"]

    def ways(self) -> dict[str, list[str]]:
        return {kind: [way for way in WAYS if self.cleaned_data[f"{way}-{kind}"]] for kind in NOTICES}

    def quiet(self) -> tuple[int, int] | None:
        """Return the quiet hours; None for no quiet hours. The service refuses one hour without the other, and two
        equal ones."""
        start, end = self.cleaned_data["quiet_from"], self.cleaned_data["quiet_until"]
        return (int(start or -1), int(end or -1)) if start or end else None
