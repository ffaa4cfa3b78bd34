import pytest
from django.core import checks

from league.accounts.services.start import refuse_unsafe_start
from tests.factories.pages import text

pytestmark = pytest.mark.django_db
PAGES = ("/accounts/password/reset/", "/accounts/password/reset/done/")


def test_a_site_without_mail_promises_no_letter(client, settings):
    for page in PAGES:
        assert "This site sends no mail" not in text(client.get(page))
    settings.SENDS_MAIL = False
    for page in PAGES:
        said = text(client.get(page))
        assert "This site sends no mail" in said and "Send the link" not in said and "is on its way" not in said


def test_it_says_so_at_the_start_and_starts(settings, caplog):
    settings.SENDS_MAIL = False
    refuse_unsafe_start()
    assert "This site sends no mail" in caplog.text
    assert "league.W001" in [one.id for one in checks.run_checks(include_deployment_checks=True)]
    settings.SENDS_MAIL = True
    caplog.clear()
    refuse_unsafe_start()
    assert not caplog.text
