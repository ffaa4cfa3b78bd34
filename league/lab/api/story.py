"""Chances, luck and decisions of a game, for programs."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, ChoiceField, IntegerField, ListField, Serializer

from league.core.api import lookup
from league.core.api.fields import StampField
from league.core.api.schema import answer, examples_beside
from league.core.api.views import ApiView, signed_in
from league.lab.models import GameStudy
from league.lab.queries.story import story_of
from league.lab.queries.studies import studies_of
from league.lab.queries.study_words import paragraph_of
from league.lab.services.studies import begin_study
from league.lab.tasks import work_soon
from league.models import SeasonGame

STATUSES = [(status, status) for status in ("none", *GameStudy.STATUSES)]
STORY = examples_beside(__file__)["GameStory"]


class ChanceRow(Serializer[Any]):
    at = IntegerField(help_text="After so many choices.")
    seats = ListField(child=IntegerField(), help_text="The chance of each seat to win, in ten-thousandths.")
    give = ListField(child=IntegerField(), help_text="To either side, in 95 of 100 studies.")


class LuckOfSeat(Serializer[Any]):
    """Give the chances of a seat in ten-thousandths; start, luck, own and others add up to the end."""

    start = IntegerField(help_text="Before anything was dealt.")
    luck = IntegerField(help_text="What dice, cards and deals brought against their expectation.")
    luck_give = IntegerField()
    own = IntegerField(help_text="What its decisions changed against those of the greedy bot.")
    own_give = IntegerField()
    others = IntegerField(help_text="What the decisions of the others changed for it.")
    others_give = IntegerField()
    end = IntegerField()
    faced = IntegerField(help_text="Its decisions.")
    otherwise = IntegerField(help_text="Those that the greedy bot would have made otherwise.")


class BestChoice(Serializer[Any]):
    at = IntegerField(help_text="How many choices were made before it.")
    seat = IntegerField(help_text="Who decided, from 0.")
    chosen = CharField()
    best = CharField(help_text="What the best bot would have chosen.")
    gain = IntegerField(help_text="What that would have been worth to the seat, in ten-thousandths.")
    give = IntegerField()


class TurningPoint(Serializer[Any]):
    at = IntegerField(help_text="After which choice.")
    seat = IntegerField(help_text="Whose chance changed most, from 0.")
    before = IntegerField()
    after = IntegerField()
    best = BestChoice(allow_null=True, help_text="About the last decision before it.")


class GameChances(Serializer[Any]):
    method = CharField()
    chances = ChanceRow(source="figures.chances", many=True)
    seats = LuckOfSeat(source="figures.seats", many=True)
    turning = TurningPoint(source="figures.turning", many=True)
    slope = IntegerField(
        source="figures.slope", help_text="How much of a lead by the engine's outlook came true, in ten-thousandths."
    )
    openings = IntegerField(source="figures.openings", help_text="Games of bots from the very start.")
    continued = IntegerField(source="figures.continued", help_text="Continuations from moments.")
    pairs = IntegerField(source="figures.pairs", help_text="Worlds in which a decision was compared.")
    made_at = StampField(source="finished_at")


class GameStory(Serializer[Any]):
    sentences = ListField(child=CharField(), help_text="From sheet, ratings, careers and record.")
    paragraph = ListField(child=CharField(), help_text="From the chances, empty before they are worked out.")
    status = ChoiceField(STATUSES)
    error = CharField(help_text="Why the work failed; empty else.")
    done = IntegerField(help_text="Of the work under way, with `tasks`.")
    tasks = IntegerField()
    chances = GameChances(
        allow_null=True, help_text="Made by an older method where `method` is another one than that of new work."
    )


class StoryView(ApiView):
    @extend_schema(
        tags=["games"],
        summary="Read the story of a game",
        description=(
            "Sentences about a confirmed game and, of one that has a record, its chances choice by choice, its turning "
            "points, and what luck and decisions did. 404 before it is confirmed."
        ),
        responses=GameStory,
        examples=[answer(STORY)],
    )
    def get(self, request: Request, game_id: int) -> Response:
        return Response(_story(lookup.season_game(game_id)))

    @extend_schema(
        tags=["games"],
        summary="Work out the chances of a game",
        description="Of a game that has a record. Workers do it in the background; what is known already stays.",
        request=None,
        responses={202: GameStory},
        examples=[answer({**STORY, "status": "running", "done": 0, "tasks": 0, "chances": None}, status="202")],
    )
    def post(self, request: Request, game_id: int) -> Response:
        season_game = lookup.season_game(game_id)
        _, begun = begin_study(season_game=season_game, by=signed_in(request))
        if begun:
            work_soon()
        return Response(_story(season_game), status.HTTP_202_ACCEPTED)


def _story(season_game: SeasonGame) -> dict[str, Any]:
    story = story_of(season_game)
    if story is None:
        raise NotFound("No story yet: it is told as soon as the result is confirmed.")
    finished, work = studies_of(story.studied)
    study, reel = work or finished, story.studied.reel if story.studied else None
    answered = {
        "sentences": [sentence.text for sentence in story.sentences],
        "paragraph": paragraph_of(finished.figures, reel.names, reel.last)
        if finished and finished.figures and reel and reel.film
        else [],
        "status": study.status if study else "none",
        "error": study.error if study else "",
        "done": study.done if study else 0,
        "tasks": study.tasks if study else 0,
        "chances": finished,
    }
    return GameStory(answered).data
