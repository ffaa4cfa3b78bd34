"""The time for which a token lasts."""

USUAL_DAYS = 90
LONGEST_DAYS = 365
