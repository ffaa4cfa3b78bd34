"""What answers about tournaments look like. The rows themselves come as dicts from the queries."""

from rest_framework import serializers

from league.api.outputs.characters import Row
from league.api.outputs.seasons import TiebreakRow
from league.models import Entry, Round, Ruling, Stage, Tournament, TournamentEvent
from league.queries.round_state import STATES

POINTS = "Table points with two decimals."
NUMBER = "The number of an entry in its tournament."


class TournamentRow(Row):
    slug = serializers.CharField()
    name = serializers.CharField()
    status = serializers.ChoiceField(choices=Tournament.STATUSES)
    season = serializers.CharField(help_text="Slug of the season.")
    league = serializers.CharField(help_text="Slug of the league.")
    system = serializers.CharField()
    edition = serializers.CharField()
    mode = serializers.CharField()
    target = serializers.IntegerField(allow_null=True)
    minutes = serializers.IntegerField(allow_null=True)
    table_size = serializers.IntegerField()
    shortfall = serializers.ChoiceField(choices=Tournament.SHORTFALLS, help_text="What fills a table up.")
    capacity = serializers.IntegerField(allow_null=True)
    starts_at = serializers.DateTimeField(allow_null=True)
    place = serializers.CharField()
    self_registration = serializers.BooleanField()
    registration_open = serializers.BooleanField()
    round_minutes = serializers.IntegerField()
    confirm_seconds = serializers.IntegerField(help_text="How long silence may last before it confirms a result.")
    draw_commitment = serializers.CharField(help_text="To which the first seed hashes.")
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class StageRow(Row):
    number = serializers.IntegerField()
    name = serializers.CharField()
    format = serializers.ChoiceField(choices=Stage.FORMATS)
    rounds = serializers.IntegerField(allow_null=True, help_text="Planned; null for as many as it takes.")
    cut = serializers.IntegerField(allow_null=True, help_text="How many come in; null is everybody.")
    status = serializers.ChoiceField(choices=Stage.STATUSES)


class RoundPlace(Row):
    stage = serializers.IntegerField()
    number = serializers.IntegerField()
    status = serializers.ChoiceField(choices=Round.STATUSES)


class TournamentDetail(TournamentRow):
    division = serializers.CharField(allow_null=True)
    entries = serializers.DictField(child=serializers.IntegerField(), help_text="How many are in which state.")
    stages = StageRow(many=True)
    round = RoundPlace(allow_null=True, help_text="The newest that is published.")


class EntryRow(Row):
    number = serializers.IntegerField()
    character = serializers.CharField()
    slug = serializers.CharField()
    status = serializers.ChoiceField(choices=Entry.STATUSES)
    club = serializers.CharField()
    household = serializers.CharField(allow_null=True, help_text="For referees and organisers; null for others.")
    registered_at = serializers.DateTimeField()
    checked_in_at = serializers.DateTimeField(allow_null=True)
    dropped_at = serializers.DateTimeField(allow_null=True)


class CheckedIn(Row):
    entries = serializers.ListField(child=serializers.IntegerField(), help_text="Numbers of those who were not before.")


class KeptApartRow(Row):
    one = serializers.IntegerField(help_text=NUMBER)
    other = serializers.IntegerField(help_text=NUMBER)
    reason = serializers.CharField()


class StageStandingRow(Row):
    position = serializers.IntegerField()
    position_before_draw = serializers.IntegerField(help_text="Shared by those whom only the draw separates.")
    entry = serializers.IntegerField(allow_null=True, help_text=NUMBER)
    character = serializers.CharField()
    slug = serializers.CharField()
    games = serializers.IntegerField()
    wins = serializers.IntegerField(help_text="First places.")
    points = serializers.CharField(help_text="Table points with two decimals, byes and penalties taken in.")
    byes = serializers.CharField(help_text=POINTS)
    penalties = serializers.CharField(help_text=POINTS)
    decided_by = serializers.CharField(help_text="What keeps the row below the one above; empty for the first.")
    tiebreaks = TiebreakRow(many=True)


class StageStandings(Row):
    tournament = serializers.CharField()
    stage = serializers.IntegerField()
    name = serializers.CharField()
    status = serializers.ChoiceField(choices=Stage.STATUSES)
    count = serializers.IntegerField(help_text="Rows in the whole table.")
    results = StageStandingRow(many=True)


class RoundRow(RoundPlace):
    minutes = serializers.IntegerField()
    paused_seconds = serializers.IntegerField()
    tables = serializers.IntegerField(help_text="How many.")
    byes = serializers.IntegerField(help_text="How many.")
    published_at = serializers.DateTimeField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    paused_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)


class TableSeatRow(Row):
    seat = serializers.IntegerField()
    entry = serializers.IntegerField(allow_null=True, help_text="Null for a bot.")
    character = serializers.CharField(allow_null=True)
    slug = serializers.CharField(allow_null=True)
    absent = serializers.BooleanField()


class TableRow(Row):
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=STATES)
    locked = serializers.BooleanField()
    reasons = serializers.ListField(child=serializers.CharField(), help_text="Why it is composed so.")
    game = serializers.IntegerField(allow_null=True, help_text="The id of its game.")
    reported = serializers.IntegerField(help_text="Seats that have spoken.")
    confirm_by = serializers.DateTimeField(allow_null=True, help_text="When silence confirms.")
    frozen_at = serializers.DateTimeField(allow_null=True)
    frozen_because = serializers.CharField()
    seats = TableSeatRow(many=True)


class TableDetail(TableRow):
    digest = serializers.CharField(help_text="Of the sheet as it stands, to confirm it; empty without one.")
    needed = serializers.IntegerField(help_text="Seats that must agree.")


class ByeRow(Row):
    entry = serializers.IntegerField()
    character = serializers.CharField()
    slug = serializers.CharField()
    through = serializers.BooleanField(help_text="In a knock-out: through to the next round.")


class RoundDetail(RoundPlace):
    minutes = serializers.IntegerField()
    paused_seconds = serializers.IntegerField()
    published_at = serializers.DateTimeField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    paused_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    tables = TableRow(many=True)
    byes = ByeRow(many=True)
    draws = serializers.ListField(child=serializers.IntegerField(), help_text="Numbers of its draws; the last holds.")


class DrawRow(Row):
    number = serializers.IntegerField(help_text="The link of the chain of seeds.")
    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    method = serializers.CharField()
    seed = serializers.CharField(help_text="Hashes (SHA-256) to the seed of the draw before.")
    digest = serializers.CharField(help_text="SHA-256 of source and outcome.")
    cost = serializers.DictField()
    reason = serializers.CharField(help_text="Why the round was drawn again; empty for a first draw.")
    made_at = serializers.DateTimeField()


class DrawnTableRow(Row):
    number = serializers.IntegerField()
    seats = serializers.ListField(child=serializers.IntegerField(allow_null=True))


class DrawDetail(DrawRow):
    """All that it takes to make the draw again."""

    previous = serializers.CharField(allow_null=True)
    published_at = serializers.DateTimeField(allow_null=True)
    source = serializers.DictField()  # type: ignore[assignment]
    outcome = serializers.DictField()
    changes = serializers.ListField(child=serializers.DictField(), help_text="What was changed by hand, with its cost.")
    tables = DrawnTableRow(many=True, allow_null=True, help_text="Null where a later draw replaced this one.")
    byes = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class SwapDetail(Row):
    sentence = serializers.CharField(help_text="Who moves, and what it costs.")
    worse = serializers.BooleanField()
    cost_before = serializers.DictField()
    cost_after = serializers.DictField()


class RulingRow(Row):
    id = serializers.IntegerField()
    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    entry = serializers.IntegerField(allow_null=True)
    character = serializers.CharField(allow_null=True)
    kind = serializers.ChoiceField(choices=Ruling.KINDS)
    points = serializers.CharField(help_text="Table points taken, with two decimals.")
    reason = serializers.CharField()
    by = serializers.CharField(allow_null=True)
    at = serializers.DateTimeField()
    rescinded_at = serializers.DateTimeField(allow_null=True)
    rescinded_by = serializers.CharField(allow_null=True)
    rescinded_because = serializers.CharField()


class TournamentEventRow(Row):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=TournamentEvent.KINDS)
    text = serializers.CharField()
    by = serializers.CharField(allow_null=True)
    at = serializers.DateTimeField()
