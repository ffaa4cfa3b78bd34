"""How long a join link is good, and for how many."""

DAYS = {1: "One day", 7: "A week", 30: "30 days", 180: "Half a year", 365: "A year"}
DEFAULT_DAYS = 180
MOST_USES = 10_000
