"""Sessions in the database as Django has them, with the question that every request of a person asks written once."""

from django.contrib.sessions.backends.db import SessionStore as Stored
from django.contrib.sessions.models import Session
from django.utils import timezone

from characters.queries.compiled import Compiled

_VALID = Compiled(lambda key, now: Session.objects.filter(session_key=key, expire_date__gt=now))


class SessionStore(Stored):
    def _get_session_from_db(self) -> Session | None:
        session = _VALID.first(self.session_key or "", timezone.now())
        if session is None:
            self._session_key = None
        return session
