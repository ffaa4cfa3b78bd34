"""Doors to other ecosystems. Each needs a package of its own and is imported by nobody here."""
