"""Apply the rules of Career Compass, split by noun."""
