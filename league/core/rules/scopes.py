"""How far a token reaches. Each scope holds those before it."""

READ, REPORT, ORGANISE = SCOPES = ("read", "report", "organise")

EXPLAINED: dict[str, str] = {
    READ: "Read what you may read.",
    REPORT: "Also report games and results of tables, agree, dispute, register characters.",
    ORGANISE: "Everything that you may do.",
}


def covers(scope: str, needed: str) -> bool:
    """Both are of SCOPES; raises ValueError for any other."""
    return SCOPES.index(scope) >= SCOPES.index(needed)
