"""The additions of the lab to a site where it is installed."""

from django.apps import AppConfig

from engine.translatable import said


class Config(AppConfig):
    name = "league.lab"
    urls_module = "league.lab.urls"
    api_urls_module = "league.lab.api.urls"
    thinking = ("league.lab.tasks.work_on_orders",)
    periodic = dict[str, float]()
    by_the_clock = {"league.lab.tasks.begin_a_study": 20.0}
    enum_names = {"WhatIfStatusEnum": "league.lab.models.WhatIf.STATUSES"}

    def ready(self) -> None:
        from league.accounts.queries import own_data
        from league.core.operations.queries import QUEUES
        from league.core.rules.quotas import MOST, Quota, quotas
        from league.lab.queries.own_data import SECTIONS
        from league.lab.queries.studies import running

        MOST["orders"] = said(
            "No more than {most:,} times within 24 hours can one person order something from the bots or resume it."
        )
        QUEUES.update(running())
        quotas()["orders"] = Quota(most=200)
        own_data.SECTIONS.extend(SECTIONS)
