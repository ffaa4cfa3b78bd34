"""The additions of reports to a site where they are installed: pages alone."""

from django.apps import AppConfig


class Config(AppConfig):
    name = "league.reports"
    urls_module = "league.reports.urls"
    thinking = ()
    enum_names: dict[str, str] = {}
