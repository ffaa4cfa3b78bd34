"""The triggers that keep forecasts as they were made: what `check_careers` looks for."""

from characters.queries.check import Guard


def _append_only(table: str, name: str, what: str) -> Guard:
    return Guard(
        table,
        what,
        {f"{name}_refuses_{verb}": [f"BEFORE {verb.upper()} ON {table} BEGIN"] for verb in ("update", "delete")},
        {
            f"{name}_refuses_change": [f"BEFORE DELETE OR UPDATE ON public.{table} FOR EACH ROW EXECUTE"],
            f"{name}_refuses_truncate": [f"BEFORE TRUNCATE ON public.{table}"],
        },
    )


GUARDS = (
    _append_only("league_forecast", "forecast", "forecasts"),
    _append_only("league_seasonforecast", "season_forecast", "forecasts of seasons"),
    _append_only("league_roundforecast", "round_forecast", "forecasts of rounds"),
)
