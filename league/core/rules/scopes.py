"""The scopes of tokens. Each scope holds those before it."""

from engine.translatable import said

READ, REPORT, ORGANISE = SCOPES = ("read", "report", "organise")

EXPLAINED: dict[str, str] = {
    READ: said("Read what you may read."),
    REPORT: said("Also report games and results of tables, agree, dispute, register characters."),
    ORGANISE: said("Everything that you may do."),
}


def covers(scope: str, needed: str) -> bool:
    """Return whether `scope` includes `needed`. Raise ValueError for a scope outside SCOPES."""
    return SCOPES.index(scope) >= SCOPES.index(needed)
