"""The additions of forecasts to a site where they are installed."""

from django.apps import AppConfig


class Config(AppConfig):
    name = "league.forecasts"
    urls_module = "league.forecasts.urls"
    api_urls_module = "league.forecasts.api"
    thinking = ("league.forecasts.tasks.make_waiting_forecasts",)
    periodic = dict[str, float]()
    by_the_clock = {
        "league.forecasts.tasks.forecast_last_rounds": 10.0,  # people are waiting in the room
        "league.forecasts.tasks.forecast_newcomers": 20.0,  # nobody waits for them
        "league.forecasts.tasks.forecast_seasons": 20.0,  # an evening's games come together; one may know several
    }
    enum_names = {"OutcomeEnum": "league.forecasts.api.OUTCOMES"}

    def ready(self) -> None:
        from league.accounts.queries import own_data
        from league.clubs.queries import FORETOLD
        from league.core.operations.queries import THINKERS
        from league.forecasts.queries.brief import briefs_of
        from league.forecasts.queries.odds import awaiting_forecast
        from league.forecasts.queries.own_data import SECTIONS
        from league.forecasts.queries.season_odds import has_odds
        from league.people.queries.characters import BRIEFS

        FORETOLD.append(has_odds)
        BRIEFS.append(briefs_of)
        THINKERS.append(awaiting_forecast)
        own_data.SECTIONS.extend(SECTIONS)
