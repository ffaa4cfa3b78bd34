"""Orders to the engine: two ways to play against each other over many pairs of games, the effect of other house rules,
and the luck in a game."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.urls import reverse

from characters.models import RuleSet
from characters.queries.history import rules_in
from characters.rules.choices import QUESTIONS
from engine import SYSTEMS
from games.models import Game, Leased, Play, SaidField, Who, person_or_text, said_name
from games.rules.careers import ID
from league.lab.rules import lab, story, what_if, what_if_games, what_if_worlds
from league.models import BoardVersion, League, TryOut


class Order(models.Model):
    """Work that somebody asked for and workers do in portions. `done` of it counts, by `method`. `error` says why it
    was stopped or failed."""

    RUNNING, STOPPED, DONE, FAILED = STATUSES = ("running", "stopped", "done", "failed")

    method = models.CharField(max_length=20)
    status = models.CharField(max_length=7, default=RUNNING)
    done = models.PositiveIntegerField(default=0)
    error = SaidField(max_length=300, blank=True)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    asked_by_name = said_name()
    asked_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True)
    who_asked = Who("asked_by")

    class Meta:
        abstract = True
        ordering = ("-id",)
        constraints: ClassVar[tuple[models.BaseConstraint, ...]] = (
            person_or_text("%(class)s", "asked_by"),
            models.CheckConstraint(
                condition=Q(status__in=("running", "stopped", "done", "failed")), name="%(class)s_status_known"
            ),
            models.CheckConstraint(
                condition=~Q(status="done") | Q(finished_at__isnull=False), name="%(class)s_done_has_moment"
            ),
        )

    @property
    def order(self) -> Order:
        """Return what was ordered: a row of portions has another row for it."""
        return self

    @property
    def part(self) -> int:
        """Return the number of the portion that comes next."""
        return self.done + 1

    @property
    def thinker(self) -> int | None:
        """Return the person whose thinking time it takes."""
        return self.asked_by_id

    @property
    def is_of_today(self) -> bool:
        """Return whether more of it would be of the same kind."""
        raise NotImplementedError


class Experiment(Order):
    """`arms` are the two ways to play as somebody asked for them, with the engine's `options`; or only one way, whose
    "pairs" are single games. A board of a league among them is `board_a` or `board_b` besides, and only members of that
    league see the experiment. Compared is `measure` until it is known to `width` (half of a 95 % interval, in
    ten-thousandths; None: never), after `most` pairs at the latest. `totals` are those of the first `done` pairs and
    change together with it, once all pairs before `look` are played; `looks` are what was known then. `orders`: how
    often somebody had it run on to more pairs or a smaller width. `rules_version` is the engine's: by others, the same
    seeds would be other games."""

    system = models.CharField(max_length=40)
    rules_version = models.PositiveIntegerField()
    arms = models.JSONField()
    board_a = models.ForeignKey(BoardVersion, on_delete=models.PROTECT, null=True, related_name="+")
    board_b = models.ForeignKey(BoardVersion, on_delete=models.PROTECT, null=True, related_name="+")
    seed = models.BigIntegerField()
    measure = models.CharField(max_length=120, blank=True)
    width = models.PositiveIntegerField(null=True)
    most = models.PositiveIntegerField()
    look = models.PositiveIntegerField()
    totals = models.JSONField(null=True)
    looks = models.JSONField(default=list)
    orders = models.PositiveSmallIntegerField(default=1)

    class Meta(Order.Meta):
        constraints = (
            *Order.Meta.constraints,
            models.UniqueConstraint(
                fields=("asked_by",), condition=Q(status="running"), name="experiment_one_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(done__lte=F("look"), look__lte=F("most"), look__gte=1, most__lte=1_000_000),
                name="experiment_plays_so_many",
            ),
            models.CheckConstraint(
                condition=Q(done=0, totals=None) | Q(done__gte=1, totals__isnull=False), name="experiment_has_totals"
            ),
            models.CheckConstraint(condition=~Q(status="done") | Q(done=F("look")), name="experiment_done"),
        )

    def __str__(self) -> str:
        return f"experiment {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("experiment_detail", args=[self.pk])

    @property
    def letters(self) -> str:
        """Return a letter for each way to play."""
        return "AB"[: len(self.arms)]

    @property
    def is_alone(self) -> bool:
        """Return whether one way to play is compared with nothing."""
        return len(self.arms) == 1

    @property
    def is_of_today(self) -> bool:
        system = SYSTEMS.get(self.system)
        return self.method == lab.METHOD and system is not None and system.version == self.rules_version


class ExperimentChunk(Leased):
    """Pairs `first` to `first + count - 1` of an experiment. Without totals it is a job. Totals are written once, and
    may be written for fewer pairs: the rest is then a separate chunk. Chunks go once their totals are in the
    experiment's."""

    experiment = models.ForeignKey(Experiment, on_delete=models.CASCADE, related_name="chunks")
    first = models.PositiveIntegerField()
    count = models.PositiveIntegerField()
    totals = models.JSONField(null=True)

    class Meta:
        ordering = ("experiment", "first")
        constraints = (
            models.UniqueConstraint(fields=("experiment", "first"), name="experiment_chunk_once"),
            models.CheckConstraint(condition=Q(count__gte=1), name="experiment_chunk_plays_something"),
        )
        indexes = (
            models.Index(fields=("first", "experiment"), condition=Q(totals__isnull=True), name="pairs_to_play"),
        )

    def __str__(self) -> str:
        return f"pairs from {self.first} of {self.experiment_id}"

    @property
    def order(self) -> Experiment:
        return self.experiment

    @property
    def part(self) -> int:
        return self.first + 1


class WhatIf(Order, Leased):
    """Seasons of a league lived under the house rules of `today` and by `other` ones, with the same luck. The row is
    the job; the seasons that are done are in `totals`. `inputs` is a digest of what they are lived with; once that
    changes, it begins again. Its `characters` begin as they are today or at Entry Level, and play `games` tables a
    season. `source`: games are own results drawn again, or played by the engine, in the `..._format` of each world
    (`TableFormat.written`)."""

    TODAY, ENTRY = BEGINNINGS = ("today", "entry")
    RESULTS, ENGINE = SOURCES = ("results", "engine")
    METHODS = {RESULTS: what_if.METHOD, ENGINE: what_if_games.METHOD}

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="what_ifs")
    source = models.CharField(max_length=7, default=RESULTS, db_default=RESULTS)
    today_format = models.CharField(max_length=30, blank=True, default="", db_default="")
    other_format = models.CharField(max_length=30, blank=True, default="", db_default="")
    today = models.ForeignKey(RuleSet, on_delete=models.PROTECT, related_name="+")
    other = models.ForeignKey(RuleSet, on_delete=models.PROTECT, related_name="+")
    begins = models.CharField(max_length=5)
    games = models.PositiveIntegerField()
    seasons = models.PositiveIntegerField()
    seed = models.CharField(max_length=64)
    inputs = models.CharField(max_length=64, blank=True)
    characters = models.PositiveIntegerField(default=0)
    totals = models.JSONField(null=True)

    class Meta(Order.Meta):
        constraints = (
            *Order.Meta.constraints,
            models.UniqueConstraint(fields=("league",), condition=Q(status="running"), name="what_if_one_at_a_time"),
            models.CheckConstraint(condition=Q(begins__in=("today", "entry")), name="what_if_beginning_known"),
            models.CheckConstraint(condition=Q(games__gte=1, seasons__gte=1), name="what_if_lives_something"),
            models.CheckConstraint(
                condition=~Q(today=F("other"), today_format=F("other_format")), name="what_if_of_two_worlds"
            ),
            models.CheckConstraint(
                condition=Q(source="results", today_format="", other_format="")
                | Q(Q(source="engine"), ~Q(today_format=""), ~Q(other_format="")),
                name="what_if_source_known",
            ),
            models.CheckConstraint(
                condition=~Q(status="done") | Q(done=F("seasons"), totals__isnull=False), name="what_if_done_has_totals"
            ),
        )

    def __str__(self) -> str:
        return f"what if {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("what_if_detail", args=[self.league.slug, self.pk])

    @property
    def changed_rules(self) -> dict[str, list[Any]]:
        """Return the house rules that differ, by name the current value and the other."""
        worlds = rules_in(self.today), rules_in(self.other)
        names = dict.fromkeys((*what_if.JUDGED, *what_if_worlds.PLAYED))
        return _differing({name: [getattr(rules, name) for rules in worlds] for name in names})

    @property
    def changed_settings(self) -> dict[str, list[Any]]:
        """Return the settings of Careers that differ."""
        worlds = rules_in(self.today).choices(ID), rules_in(self.other).choices(ID)
        questions = {name: QUESTIONS[ID][name] for name in what_if_worlds.SETTINGS}
        return _differing(
            {name: [world.get(name, question.default) for world in worlds] for name, question in questions.items()}
        )

    @property
    def thinker(self) -> int | None:
        return self.asked_by_id if self.source == self.ENGINE else None

    @property
    def is_of_today(self) -> bool:
        return self.method == self.METHODS[self.source]


def _differing(pairs: dict[str, list[Any]]) -> dict[str, list[Any]]:
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


class GameStudy(Order, Leased):
    """A game looked at again by `method`: chances turn by turn, luck and decisions. It is one of a season, a `play` for
    practice, or a `try_out`, which takes its study along when it is forgotten and is never kept for it; the database
    refuses nothing there, so that try-outs are forgotten if this app is left out. `record`: digest of what was
    played. The row is the job: the sums of what is done of `tasks` are in `results`. `figures` is their result."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, null=True, related_name="studies")
    play = models.ForeignKey(Play, on_delete=models.PROTECT, null=True, related_name="+")
    try_out = models.ForeignKey(TryOut, on_delete=models.CASCADE, null=True, related_name="+", db_constraint=False)
    record = models.CharField(max_length=64)
    tasks = models.PositiveIntegerField(default=0)
    results = models.JSONField(default=list)
    figures = models.JSONField(null=True)

    class Meta(Order.Meta):
        constraints = (
            *Order.Meta.constraints,
            models.UniqueConstraint(fields=("game", "record", "method"), name="game_study_once"),
            models.UniqueConstraint(fields=("play", "record", "method"), name="game_study_of_play_once"),
            models.UniqueConstraint(fields=("try_out", "record", "method"), name="game_study_of_try_out_once"),
            models.CheckConstraint(
                condition=Q(game__isnull=False, play=None, try_out=None)
                | Q(game=None, play__isnull=False, try_out=None)
                | Q(game=None, play=None, try_out__isnull=False),
                name="game_study_of_one_game",
            ),
            models.CheckConstraint(
                condition=~Q(status="done") | Q(done=F("tasks"), figures__isnull=False),
                name="game_study_done_has_figures",
            ),
        )

    def __str__(self) -> str:
        return f"{self.method} of game {self.game_id}, play {self.play_id}, try-out {self.try_out_id}"

    @property
    def is_of_today(self) -> bool:
        return self.method == story.METHOD
