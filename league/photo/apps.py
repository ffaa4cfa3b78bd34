"""The addition of photos to a site where the extra `photo` is installed: a table's form is filled in from its sheet."""

from django.apps import AppConfig


class Config(AppConfig):
    name = "league.photo"
    urls_module = "league.photo.urls"
    thinking = ()
    by_the_clock = dict[str, float]()
    enum_names: dict[str, str] = {}
