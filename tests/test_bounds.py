"""Every door through which work comes stands in docs/bounds.md, with a bound and with what its worst input takes."""

import re

import pytest
from django.conf import settings

from tests.bounds.addresses import addresses_with_work
from tests.bounds.page import MOST, PAGE, door_of, doors, figures, page

ALL_APPS = {"forecasts", "lab", "photo", "reports"} <= {*settings.OPTIONAL_APPS}
pytestmark = pytest.mark.skipif(not ALL_APPS, reason="an app that may be left out is left out")


def test_every_address_that_takes_work_is_at_a_door():
    assert [address for address in addresses_with_work() if door_of(address) is None] == []


def test_every_door_has_addresses_that_there_are():
    addresses = addresses_with_work()
    patterns = [pattern for door in doors() for pattern in door["addresses"]]
    assert [pattern for pattern in patterns if not any(re.search(pattern, each) for each in addresses)] == []


def test_every_door_says_its_bound_and_was_measured_within_what_its_process_may_take():
    for door in doors():
        assert door["bound"] and door["measured"], door["name"]
        most_seconds, most_megabytes = MOST[door["process"]]
        for what in door["measured"]:
            seconds, megabytes = figures()[what]
            assert seconds <= most_seconds and megabytes <= most_megabytes, (door["name"], what)


def test_the_page_says_what_was_measured():
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m tests.bounds.page writes it"
