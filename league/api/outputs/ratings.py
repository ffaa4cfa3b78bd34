"""What answers about ratings look like. The rows themselves come as dicts from the queries."""

from rest_framework import serializers

from league.api.outputs.characters import Row
from league.rules.ratings import CERTAINTIES


class RatingRow(Row):
    name = serializers.CharField()
    slug = serializers.CharField()
    league = serializers.CharField(help_text="Slug of the league.")
    system = serializers.CharField()
    rating = serializers.IntegerField(help_text="Everybody begins at 1,000.")
    margin = serializers.IntegerField(help_text="95 times in 100 the truth lies within it.")
    certainty = serializers.ChoiceField(choices=CERTAINTIES, help_text="The margin in a word.")
    games = serializers.IntegerField(help_text="Rated games.")
    mu = serializers.FloatField(help_text="The mean in OpenSkill's own measure.")
    sigma = serializers.FloatField(help_text="The standard deviation in OpenSkill's own measure.")
    last_played_at = serializers.DateTimeField()
