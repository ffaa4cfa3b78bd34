"""What answers about seasons look like. The rows themselves come as dicts from the queries."""

from rest_framework import serializers

from characters.models import CareerEvent
from characters.rules import career
from league.api.outputs.characters import LEVELS, HistoryRow, Row

COUNTING = ("all", "best", "average")
FEED_KINDS = tuple(kind for kind in CareerEvent.KINDS if kind != career.REVIEW)


class SeasonRow(Row):
    slug = serializers.CharField()
    name = serializers.CharField()
    league = serializers.CharField(help_text="Slug of the league.")
    starts_on = serializers.DateField(allow_null=True)
    ends_on = serializers.DateField(allow_null=True)


class SeasonDetail(SeasonRow):
    league_name = serializers.CharField()
    draw_seed = serializers.CharField(help_text="Decides the last tie-break.")
    games = serializers.IntegerField(help_text="Reported games, whatever their status.")
    house_rules = serializers.DictField(help_text="The house rules by which the season is played.")


class TiebreakRow(Row):
    name = serializers.CharField()
    value = serializers.CharField()
    working = serializers.CharField()


class StandingRow(Row):
    position = serializers.IntegerField()
    position_before_draw = serializers.IntegerField(help_text="Shared by those whom only the draw separates.")
    name = serializers.CharField()
    slug = serializers.CharField()
    company = serializers.CharField()
    level = serializers.ChoiceField(choices=LEVELS)
    level_name = serializers.CharField()
    games = serializers.IntegerField()
    wins = serializers.IntegerField(help_text="First places.")
    points = serializers.CharField(help_text="Table points with two decimals.")
    decided_by = serializers.CharField(
        help_text="The tie-break that keeps it below the row above; empty for the first."
    )
    tiebreaks = TiebreakRow(many=True, help_text="In the order in which they decide.")


class StandingsDetail(Row):
    season = serializers.CharField()
    system = serializers.CharField(allow_null=True, help_text="The game that the table is about; null for all games.")
    count = serializers.IntegerField(help_text="Rows in the whole table.")
    counting = serializers.ChoiceField(choices=COUNTING, help_text="Which games count.")
    best_of = serializers.IntegerField(allow_null=True)
    draw_seed = serializers.CharField()
    results = StandingRow(many=True)


class CountedGameRow(Row):
    id = serializers.IntegerField()
    reference = serializers.CharField()
    played_at = serializers.DateTimeField()
    place = serializers.IntegerField()
    points = serializers.CharField()
    counted = serializers.BooleanField(help_text="False for a game that the best ones leave out.")


class NeighbourRow(Row):
    position = serializers.IntegerField()
    name = serializers.CharField()
    slug = serializers.CharField()
    decided_by = serializers.CharField()
    separation = serializers.CharField(help_text="What keeps the two rows apart, in words and figures.")


class WhyDetail(StandingRow):
    """One row and all that put it there."""

    of = serializers.IntegerField(help_text="Rows in the whole table.")
    counting = serializers.ChoiceField(choices=COUNTING)
    draw_seed = serializers.CharField()
    played = CountedGameRow(many=True)
    above = NeighbourRow(allow_null=True)
    below = NeighbourRow(allow_null=True)


class FeedRow(HistoryRow):
    """A line of the promotion feed."""

    kind = serializers.ChoiceField(choices=FEED_KINDS)
    character = serializers.CharField()
    slug = serializers.CharField()
    company = serializers.CharField()
    to_name = serializers.CharField(help_text="The level reached, in the words of the edition and this character.")
    why = serializers.CharField()
