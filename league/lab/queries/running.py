"""The orders that are not done."""

from typing import Any

from django.db.models import QuerySet

from league.lab.models import Experiment, GameStudy, WhatIf


def running() -> dict[str, tuple[QuerySet[Any], str]]:
    """Return the rows that wait, and what says since when, by the name of their queue."""
    return {
        "experiments": (Experiment.objects.filter(status=Experiment.RUNNING), "asked_at"),
        "studies": (GameStudy.objects.filter(status=GameStudy.RUNNING), "asked_at"),
        "what_ifs": (WhatIf.objects.filter(status=WhatIf.RUNNING), "asked_at"),
    }
