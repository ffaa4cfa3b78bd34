"""Chances, luck and decisions of a game, for programs."""

from typing import Annotated, Any, TypedDict, cast

from drf_spectacular.utils import extend_schema
from rest_framework import permissions, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from characters.rules.facts import stamp
from league.core.api import lookup
from league.core.api.described import described
from league.core.api.schema import answer
from league.core.api.views import ApiView, signed_in
from league.core.rules.records import Moment, OneOf
from league.lab.models import GameStudy
from league.lab.queries.story import story_of
from league.lab.queries.studies import shown_of, studies_of, under_way_of
from league.lab.queries.study_words import paragraph_of
from league.lab.services.studies import begin_study
from league.lab.tasks import work_soon
from league.models import SeasonGame

STATUSES = [(status, status) for status in ("none", *GameStudy.STATUSES)]
SEAT = {
    "start": 2300,
    "luck": 4431,
    "luck_give": 987,
    "own": 3983,
    "own_give": 743,
    "others": -714,
    "others_give": 442,
    "end": 10000,
    "faced": 54,
    "otherwise": 13,
}
BEST = {"at": 154, "seat": 2, "chosen": "roll", "best": "card e3 3", "gain": 436, "give": 254}
CHANCES = {
    "method": "story/1",
    "chances": [{"at": 0, "seats": [2005, 2571, 2612, 2813], "give": [674, 768, 841, 796]}],
    "seats": [SEAT],
    "turning": [{"at": 155, "seat": 2, "before": 1527, "after": 0, "best": BEST}],
    "slope": 10443,
    "openings": 300,
    "continued": 4960,
    "pairs": 200,
    "made_at": "2026-01-05T20:00:05Z",
}
STORY = {
    "sentences": ["Ada won with 64 points; Bo came next with 51."],
    "paragraph": ["Ada closes the books with the win, having opened them at 23 %."],
    "status": "done",
    "error": "",
    "done": 63,
    "tasks": 63,
    "chances": CHANCES,
}


class ChanceRow(TypedDict):
    at: Annotated[int, "After so many choices."]
    seats: Annotated[list[int], "The chance of each seat to win, in ten-thousandths."]
    give: Annotated[list[int], "To either side, in 95 of 100 studies."]


class LuckOfSeat(TypedDict):
    """Give the chances of a seat in ten-thousandths; start, luck, own and others add up to the end."""

    start: Annotated[int, "Before anything was dealt."]
    luck: Annotated[int, "What dice, cards and deals brought against their expectation."]
    luck_give: int
    own: Annotated[int, "What its decisions changed against those of the greedy bot."]
    own_give: int
    others: Annotated[int, "What the decisions of the others changed for it."]
    others_give: int
    end: int
    faced: Annotated[int, "Its decisions."]
    otherwise: Annotated[int, "Those that the greedy bot would have made otherwise."]


class BestChoice(TypedDict):
    at: Annotated[int, "How many choices were made before it."]
    seat: Annotated[int, "Who decided, from 0."]
    chosen: str
    best: Annotated[str, "What the best bot would have chosen."]
    gain: Annotated[int, "What that would have been worth to the seat, in ten-thousandths."]
    give: int


class TurningPoint(TypedDict):
    at: Annotated[int, "After which choice."]
    seat: Annotated[int, "Whose chance changed most, from 0."]
    before: int
    after: int
    best: Annotated[BestChoice | None, "About the last decision before it."]


class GameChances(TypedDict):
    method: str
    chances: list[ChanceRow]
    seats: list[LuckOfSeat]
    turning: list[TurningPoint]
    slope: Annotated[int, "How much of a lead by the engine's outlook came true, in ten-thousandths."]
    openings: Annotated[int, "Games of bots from the very start."]
    continued: Annotated[int, "Continuations from moments."]
    pairs: Annotated[int, "Worlds in which a decision was compared."]
    made_at: Moment


class GameStory(TypedDict):
    sentences: Annotated[list[str], "From sheet, ratings, careers and record."]
    paragraph: Annotated[list[str], "From the chances, empty before they are worked out."]
    status: Annotated[str, OneOf(STATUSES)]
    error: Annotated[str, "Why the work failed; empty else."]
    done: Annotated[int, "Of the work under way, with `tasks`."]
    tasks: int
    chances: Annotated[
        GameChances | None, "Made by an older method where `method` is another one than that of new work."
    ]


class StoryView(ApiView):
    permission_classes = (permissions.IsAuthenticatedOrReadOnly,)

    @extend_schema(
        tags=["games"],
        summary="Read the story of a game",
        description=(
            "Sentences about a confirmed game and, of one that has a record, its chances choice by choice, its turning "
            "points, and what luck and decisions did. 404 before it is confirmed."
        ),
        responses=described(GameStory),
        examples=[answer(STORY)],
    )
    def get(self, request: Request, game_id: int) -> Response:
        return Response(_story(lookup.season_game(game_id)))

    @extend_schema(
        tags=["games"],
        summary="Work out the chances of a game",
        description="Of a game that has a record. Workers do it in the background; what is known already stays.",
        request=None,
        responses={202: described(GameStory)},
        examples=[answer({**STORY, "status": "running", "done": 0, "tasks": 0, "chances": None}, status="202")],
    )
    def post(self, request: Request, game_id: int) -> Response:
        season_game = lookup.season_game(game_id)
        _, begun = begin_study(season_game=season_game, by=signed_in(request))
        if begun:
            work_soon()
        return Response(_story(season_game), status.HTTP_202_ACCEPTED)


def _story(season_game: SeasonGame) -> GameStory:
    story = story_of(season_game)
    if story is None:
        raise NotFound("No story yet: it is told as soon as the result is confirmed.")
    studies = studies_of(story.record) if story.record else []
    finished, work = shown_of(studies), under_way_of(studies)
    study = work or finished
    return {
        "sentences": [sentence.text for sentence in story.sentences],
        "paragraph": paragraph_of(finished.figures, story.reel.names, story.reel.last)
        if finished and finished.figures and story.reel and story.reel.film
        else [],
        "status": study.status if study else "none",
        "error": study.error if study else "",
        "done": study.done if study else 0,
        "tasks": study.tasks if study else 0,
        "chances": _chances(finished) if finished else None,
    }


def _chances(study: GameStudy) -> GameChances:
    assert study.figures is not None
    assert study.finished_at is not None
    figures: Any = study.figures | {"method": study.method, "made_at": stamp(study.finished_at)}
    return cast(GameChances, figures)
