"""Which addresses are of a league."""

from tests.access.matrix import GAP, patterns

OF_NO_LEAGUE = {  # addresses with a gap that is not filled by something of a league
    "heads/off/<str:token>/",
    "heads/<int:pk>.json",
    "words/<str:language>/<str:digest>.js",
    "notices/off/<str:token>/",
    "notices/push/<int:pk>/end/",
    "inbox/<int:pk>/",
    "lab/<int:pk>/",
    "lab/<int:pk>/change/",
    "lab/<int:pk>/files/<str:what>",
    "lab/<int:pk>/replay/",
    "api/v1/experiments/<int:experiment_id>/",
    "api/v1/experiments/<int:experiment_id>/state/",
    "how-to-play/<str:system>/",
    "rules/<str:system>/",
    "rules/<str:system>/<str:rule>/",
    "people/<path:name>/",
    "help/<str:name>/",
    "play/try/<int:pk>/story/",
    "play/<str:system>/sheet/<int:seats>/",
    "play/<str:system>/sheet/<int:seats>.pdf",
    "companies/<str:edition_id>/<str:company>/",
}
# Whose examples know a Thursday Club, and people who play in it.
THE_SITES_OWN = {
    "api/v1/schema/",
    "api/v1/docs/",
    "rules/<str:system>/<str:rule>/",
    "rules/<str:system>/<str:rule>/replay/",
}


def ours() -> list[str]:
    """Every address but those of an account and of the administration, which belong to no league."""
    return [one for one in patterns() if not one.startswith(("accounts/", "admin/")) and one not in THE_SITES_OWN]


def of_a_league() -> list[str]:
    return [one for one in ours() if GAP.search(one) and one not in OF_NO_LEAGUE]
