"""Saved games of Office Job hold names, so that numbers may change."""

import json

import pytest

from engine import SYSTEMS
from engine.core.errors import BadRecord
from tests.engine.office_job.support import begin, job


def test_a_saved_game_holds_the_names_of_decision_and_phase() -> None:
    g = job()
    begin(g, 0)
    saved = json.loads(json.dumps(g.save()))
    assert (saved["state"]["decision"], saved["state"]["phase"]) == ("replacement", "drawn")
    assert SYSTEMS["office_job"].load(saved) == g


def test_an_unknown_phase_is_refused() -> None:
    saved = job().save()
    saved["state"]["phase"] = "lunch"
    with pytest.raises(BadRecord, match="'lunch', which is not a phase"):
        SYSTEMS["office_job"].load(saved)
