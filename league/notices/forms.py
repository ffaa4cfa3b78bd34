"""Where programs are told what happens, and what of it."""

from django import forms

from league.core.forms import PlainForm
from league.models import Webhook
from league.notices.rules.webhooks import KINDS, USUAL


class WebhookForm(PlainForm):
    url = forms.CharField(
        label="Address",
        max_length=500,
        help_text="Where to send it. From Discord: Edit channel → Integrations → Webhooks → Copy webhook URL.",
        widget=forms.URLInput(attrs={"autocomplete": "off", "placeholder": "https://"}),
        error_messages={"required": "Enter the address that your program or channel gave you."},
    )
    style = forms.ChoiceField(
        choices=[
            (Webhook.DISCORD, "Discord: a message in a channel"),
            (Webhook.SIGNED, "For a program of yours: signed JSON"),
        ],
        label="What reads it?",
        widget=forms.RadioSelect,
        initial=Webhook.DISCORD,
    )
    kinds = forms.MultipleChoiceField(
        choices=list(KINDS.items()),
        label="Tell it when",
        widget=forms.CheckboxSelectMultiple,
        initial=list(USUAL),
        error_messages={"required": "Choose at least one kind of event."},
    )
