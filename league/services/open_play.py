"""Open play: nothing is drawn, tables are opened as people come together, all in one round without an end.

`open_table(stage=, entries=[in order of seats], by=) -> Table`.
"""

from collections.abc import Sequence

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from games.rules.systems import SYSTEMS
from league.models import Entry, Round, Stage, Table, TableSeat
from league.queries.draw_fields import least_of
from league.queries.round_state import table_states
from league.services.draws import take_in
from league.services.tournament_log import lock_tournament, log_event

User = Person | None
