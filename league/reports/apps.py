"""The additions of reports to a site where they are installed: pages, and what a worker says of a season for them."""

from django.apps import AppConfig


class Config(AppConfig):
    name = "league.reports"
    urls_module = "league.reports.urls"
    thinking = ()
    periodic = dict[str, float]()
    by_the_clock = dict[str, float]()
    enum_names: dict[str, str] = {}

    def ready(self) -> None:
        from league.reports.queries.annual_report import SEASON_REPORT
        from league.standings.services.summaries import SUMMARISERS

        SUMMARISERS.append(SEASON_REPORT)
