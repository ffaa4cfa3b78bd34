"""The time for which a join link is good, and the number of people."""

from engine.said import said

DAYS = {1: said("One day"), 7: said("A week"), 30: said("30 days"), 180: said("Half a year"), 365: said("A year")}
DEFAULT_DAYS = 180
MOST_USES = 10_000
