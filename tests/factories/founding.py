"""The page that founds a league, as a founder sends it who has changed no default."""


def founding(**changes: str) -> dict[str, str]:
    return {
        "name": "Thursday Club",
        "own_name": "",
        "names": "",
        "system": "careers",
        "edition": "london",
        "season": "First season",
        "starts_on": "2026-03-05",
        "zone": "Europe/London",
        "date_order": "dmy",
        **changes,
    }
