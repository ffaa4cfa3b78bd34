import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.widths("laptop"), pytest.mark.django_db(transaction=True)]


def test_the_api_documentation_shows_itself_without_another_host(page: Page):
    hosts: set[str] = set()
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    page.goto("/api/v1/docs/")
    expect(page.get_by_role("heading", name="Corner Office")).to_be_visible()
    assert len(hosts) == 1
