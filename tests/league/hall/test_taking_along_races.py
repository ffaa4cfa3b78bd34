"""A report and the taking along of its tournament at the same moment: one of them waits for the other."""

from threading import Thread
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, transaction

from league.models import TableReport
from league.tournaments.entries.services.tournament_log import lock_tournament
from tests.factories.halls import taken_along
from tests.factories.reports import says
from tests.factories.tables import a_table

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def test_a_report_that_waited_for_its_tournament_to_be_taken_along_is_refused():
    table = a_table()
    outcomes: list[Any] = []

    def reports() -> None:
        try:
            outcomes.append(says(table, 1))
        except ValidationError as error:
            outcomes.append(error.code)
        finally:
            connection.close()

    phone = Thread(target=reports)
    with transaction.atomic():
        tournament = lock_tournament(table.round.stage.tournament_id)
        phone.start()
        phone.join(1)
        assert phone.is_alive() and not outcomes
        taken_along(tournament)
    phone.join(60)
    assert outcomes == ["in_hall"] and not TableReport.objects.exists()
