"""Every act of the fault run is one that its form or serializer takes today."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.forms import BaseForm
from rest_framework import serializers

from characters.models import Character
from characters.rules.house_rules import HouseRules
from league.lab.forms.lab import LabForm
from league.play.forms import GameOfBotsForm
from tests.chaos import acts
from tests.chaos.town import a_town
from tests.factories.thursday_club import a_report

SEEN = {"version": 1, "revision": 1}


@pytest.fixture
def examples(db: None) -> list[acts.Act]:
    town = a_town()
    sheet = a_report(*town.names[:2], season=acts.SEASON)
    seated = [str(town.ids[0]), "guest", *["nobody"] * 3]
    return [
        acts.report_game(sheet, reference="keeper-1", confirm=True),
        acts.confirm_game(1, **SEEN),
        acts.void_game(1, **SEEN, reason="voided"),
        acts.correct_game(1, sheet, **SEEN, reason="corrected"),
        acts.announce(1, rounds=3),
        acts.enter("cup-1", town.slugs[0]),
        acts.check_in_all("cup-1"),
        acts.step_of("cup-1", "start"),
        acts.draw("cup-1"),
        acts.report_table("/t/token/", 1, digest=""),
        acts.report_table("/t/token/", 2, digest="digest"),
        acts.order_bots(seated, token="patron-1"),
        acts.open_play("career_compass", seats=3, counts=True),
        acts.sit(1, 1, character=town.slugs[0]),
        acts.sit(1, 3, bot="greedy"),
        acts.start(1),
        acts.take_turn(1, 0, "throw"),
        acts.order_on_the_page(7),
        acts.order_experiment(8),
    ]


def reader_of(act: acts.Act) -> BaseForm | serializers.Serializer[Any]:
    if act.read_by is GameOfBotsForm:
        people, rules = Character.objects.all(), HouseRules(engine_games="count")
        return GameOfBotsForm(act.body, characters=people, usual=(), rules=rules)
    if act.read_by is LabForm:
        return LabForm(act.body, system="career_compass")
    assert issubclass(act.read_by, serializers.Serializer)
    return act.read_by(data=act.body, context={"user": User.objects.get(username="chief")})


def test_what_an_act_sends_is_asked_for_and_taken(examples):
    for act in examples:
        reader = reader_of(act)
        assert not act.body.keys() - reader.fields.keys(), (act.path, act.read_by)
        assert reader.is_valid(), (act.path, reader.errors)
