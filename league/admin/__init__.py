from league.admin import notices, organisation, tournaments

__all__ = ["notices", "organisation", "tournaments"]
