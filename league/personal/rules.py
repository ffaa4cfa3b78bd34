"""The remains of an account, and the time to think it over."""

from datetime import timedelta

COOL_OFF = timedelta(days=7)
TRY_AGAIN = timedelta(days=1)
FILE_KEPT = timedelta(days=3)


def former_name(number: int) -> str:
    """Return the user name of the account with this number once its person is gone."""
    return f"former-member-{number}"


def former_label(number: int) -> str:
    """Return what the league then calls the player of a character. Numbered: two who are gone are still two."""
    return f"former member {number}"
