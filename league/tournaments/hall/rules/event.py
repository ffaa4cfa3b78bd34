"""The pages that a hall opens: what the event needs, and nothing that would not come home."""

ROUTES = (
    *("tournaments/<str:slug>/", "tables/", "teams/", "t/", "games/<int:pk>/", "halls/", "imports/<int:pk>/"),
    *("rules/", "how-to-play/", "play/<str:system>/sheet/", "help/", "privacy/", "seasons/<str:slug>/why/"),
    *("accounts/login/", "accounts/logout/", "accounts/language/", "words/", ".well-known/"),
    *("api/v1/tournaments/<str:slug>/", "api/v1/games/<int:game_id>/", "api/v1/docs/", "api/v1/schema/"),
)
PAGES = frozenset(
    {
        *("home", "open_hall", "house_rules"),
        *("character_detail", "character_career", "character_memos", "picture_file"),
    }
)
NEED_ACCOUNTS = frozenset(
    {"tournament_join", "tournament_joining", "entry_register", "desk_room_code", "check_in_here"}
)
WOULD_STAY = frozenset({"photo_add", "photo_edit", "game_name", "api-game-name", "api-comments", "api-comment"})
PLAYED_ON_THE_SITE = frozenset({"table_play"})
CLOSED = NEED_ACCOUNTS | WOULD_STAY | PLAYED_ON_THE_SITE


def is_open(route: str, name: str) -> bool:
    """Return whether a hall opens the page of this route and name."""
    return name in PAGES or (route.startswith(ROUTES) and name not in CLOSED)
