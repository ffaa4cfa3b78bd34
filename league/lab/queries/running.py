"""The orders that are not done."""

from typing import Any

from django.db.models import QuerySet

from league.lab.models import Experiment, GameStudy, WhatIf


def running() -> dict[str, tuple[QuerySet[Any], str]]:
    """Return by the name of each queue the rows that wait, and the field that says since when."""
    return {
        "experiments": (Experiment.objects.filter(status=Experiment.RUNNING), "asked_at"),
        "studies": (GameStudy.objects.filter(status=GameStudy.RUNNING), "asked_at"),
        "what_ifs": (WhatIf.objects.filter(status=WhatIf.RUNNING), "asked_at"),
    }
