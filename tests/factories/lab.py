"""Orders of the lab: filled in as on the page, and worked on to the end."""

from django.test import Client

from league.lab.services.portions import work_on_orders


def play_all(seconds: float = 60) -> None:
    while work_on_orders(seconds=seconds):
        pass


def sent(client: Client, address: str, **changes: str) -> dict[str, str]:
    """What the form sends when nothing but `changes` is changed."""
    form = client.get(address).context["form"]
    return {one.html_name: one.value() for one in form if one.value() is not None} | changes
