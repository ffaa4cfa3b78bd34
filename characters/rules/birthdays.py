"""Days of birth without a year: what Game of the Year celebrates."""

LONGEST = {
    "January": 31,
    "February": 29,
    "March": 31,
    "April": 30,
    "May": 31,
    "June": 30,
    "July": 31,
    "August": 31,
    "September": 30,
    "October": 31,
    "November": 30,
    "December": 31,
}
MONTHS = tuple(LONGEST)


def is_day(month: int, day: int) -> bool:
    """Whether some year has that day; 29 February counts."""
    return 1 <= month <= len(MONTHS) and 1 <= day <= LONGEST[MONTHS[month - 1]]
