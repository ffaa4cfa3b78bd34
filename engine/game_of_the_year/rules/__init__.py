"""Apply the rules of Game of the Year, split by noun."""
