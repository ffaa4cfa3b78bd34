"""The rules of Career Compass, split by noun."""
