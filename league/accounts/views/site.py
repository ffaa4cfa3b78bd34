"""The context of every page: this site and the reader's account."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from league.accounts.queries import account_news


def of_this_site(request: HttpRequest) -> dict[str, Any]:
    """Return what every page may show. `account_news` is read by the pages that show it, and costs the others
    nothing."""
    return {
        "sends_mail": settings.SENDS_MAIL,
        "languages": settings.LANGUAGES,
        "site_href": settings.SITE_URL,
        "security_contact": settings.SECURITY_CONTACT,
        "account_news": SimpleLazyObject(lambda: account_news(request.user) if request.user.is_authenticated else None),
    }
