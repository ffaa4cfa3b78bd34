"""Plays: games that people play on the built-in engine, with bots in the seats that nobody takes, or only bots. The
turns are the truth and append-only; `state` is what they lead to, kept so that nobody has to play them again. A play
that has ended and counts becomes a game like any other (`game`)."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.urls import reverse

from characters.models import NAME_LENGTH, Character
from games.models.games import Game
from games.models.jobs import Leased


class Play(Leased):
    """`table`: what was agreed before anybody sat down. `secret` and `commitment`: chance is drawn from the secret and
    from what every seat adds to it (games.rules.fair_chance); the commitment is public from the first moment. `setup`:
    the engine's options, from the start on. `number`: how many turns were taken, including turns that took something
    back; `sealed_at`: since when nobody sits down or leaves, so that the browsers may show their salts; `actions`: how
    many actions the game as it stands is made of. `state_before`: the state before the last choice that a person made,
    after `actions_before` actions, until one is taken back: so that nobody has to play the whole game again to know
    whether it may be. `actor`: the seat that decides, from 0, since `decides_since` and until `decide_by` if there is a
    clock. `problem`: why a play that is over could not be handed in, why it was closed, or why its bots are not asked
    while it runs. `ordered_as`: the token of the person who ordered a game that only bots play, one game for each
    token; empty if people sit. Bots play such a game to its end: somebody who could close it would choose the result.
    `tries`: how often a worker began to ask the bot whose turn it is. `passes`: the site passes for a person who can do
    nothing else. `due_at`: when it looks whether it does so in the current turn, or what was ordered; it is drawn
    whatever the choice, so that nothing follows from it. `rewind_to`: the number of actions to which somebody proposes
    to go back, until all agree, one does not, or a turn is taken. `overtime`: what late choices took from banks, of the
    ones that a rewind may reach: how many actions came before, the seat from 0, the seconds."""

    OPEN, RUNNING, OVER, CLOSED = STATUSES = ("open", "running", "over", "closed")
    LIVE, DAY, THREE_DAYS, NO_CLOCK = PACES = ("live", "day", "three_days", "none")
    LEAGUE, LINK, EVERYBODY = VISIBILITIES = ("league", "link", "everybody")

    system = models.CharField(max_length=40)
    edition = models.CharField(max_length=40)
    table = models.JSONField(default=dict)
    counts = models.BooleanField(default=False, db_default=False)
    status = models.CharField(max_length=10, default=OPEN)
    pace = models.CharField(max_length=10, default=NO_CLOCK, db_default=NO_CLOCK)
    visibility = models.CharField(max_length=10, default=LEAGUE, db_default=LEAGUE)
    secret = models.BinaryField(max_length=32)
    commitment = models.CharField(max_length=64)
    setup = models.JSONField(null=True)
    rules_version = models.PositiveIntegerField(null=True)
    state = models.JSONField(null=True)
    number = models.PositiveIntegerField(default=0, db_default=0)
    actions = models.PositiveIntegerField(default=0, db_default=0)
    state_before = models.JSONField(null=True)
    actions_before = models.PositiveIntegerField(null=True)
    actor = models.PositiveSmallIntegerField(null=True)
    decides_since = models.DateTimeField(null=True)
    decide_by = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)
    passes = models.BooleanField(default=False, db_default=False)
    due_at = models.DateTimeField(null=True)
    bot_decides = models.BooleanField(default=False, db_default=False)
    rewind_to = models.PositiveIntegerField(null=True)
    overtime = models.JSONField(default=list)
    outcome = models.JSONField(null=True)
    game = models.OneToOneField(Game, on_delete=models.PROTECT, null=True, related_name="play")
    problem = models.CharField(max_length=300, blank=True, default="", db_default="")
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    ordered_as = models.CharField(max_length=80, blank=True, default="", db_default="")
    opened_at = models.DateTimeField(db_default=Now())
    sealed_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    changed_at = models.DateTimeField(db_default=Now())
    over_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.CheckConstraint(
                condition=Q(status__in=("open", "running", "over", "closed")), name="play_status_known"
            ),
            models.CheckConstraint(condition=Q(pace__in=("live", "day", "three_days", "none")), name="play_pace_known"),
            models.CheckConstraint(
                condition=Q(visibility__in=("league", "link", "everybody")), name="play_visibility_known"
            ),
            models.CheckConstraint(condition=Q(decide_by=None) | Q(status="running"), name="play_clock_while_it_runs"),
            models.CheckConstraint(condition=Q(paused_at=None) | Q(decide_by=None), name="play_paused_without_a_clock"),
            models.CheckConstraint(
                condition=Q(due_at=None) | Q(status="running", paused_at=None, bot_decides=False),
                name="play_due_while_a_person_decides",
            ),
            models.CheckConstraint(condition=Q(actions__lte=F("number")), name="play_actions_are_turns"),
            models.CheckConstraint(
                condition=Q(rewind_to=None) | Q(status="running", rewind_to__lt=F("actions")),
                name="play_rewind_goes_back",
            ),
            models.CheckConstraint(
                condition=Q(state_before__isnull=True, actions_before__isnull=True)
                | Q(state_before__isnull=False, actions_before__lt=F("actions")),
                name="play_before_its_last_choice",
            ),
            models.CheckConstraint(condition=~Q(commitment=""), name="play_has_a_commitment"),
            models.CheckConstraint(
                condition=Q(status="running", actor__isnull=False) | ~Q(status="running") & Q(actor=None),
                name="play_somebody_decides_while_it_runs",
            ),
            models.CheckConstraint(
                condition=~Q(status__in=("running", "over")) | Q(state__isnull=False, setup__isnull=False),
                name="play_begun_has_a_state",
            ),
            models.CheckConstraint(condition=~Q(status="over") | Q(outcome__isnull=False), name="play_over_has_an_end"),
            models.CheckConstraint(
                condition=Q(game=None) | Q(status="over", counts=True), name="play_handed_in_is_over"
            ),
            models.CheckConstraint(condition=Q(bot_decides=False) | Q(status="running"), name="play_bot_while_it_runs"),
            models.CheckConstraint(condition=Q(ordered_as="") | ~Q(status="closed"), name="play_of_bots_never_closed"),
            models.UniqueConstraint(
                fields=("opened_by", "ordered_as"), condition=~Q(ordered_as=""), name="play_ordered_once"
            ),
            models.UniqueConstraint(
                fields=("opened_by",),
                condition=~Q(ordered_as="") & Q(status="running"),
                name="play_of_bots_one_at_a_time",
            ),
        )
        indexes = (
            models.Index(fields=("id",), condition=Q(bot_decides=True), name="play_bot_at_turn"),
            models.Index(fields=("status", "-id"), name="play_by_status"),
            models.Index(fields=("decide_by",), condition=Q(decide_by__isnull=False), name="play_clock"),
            models.Index(fields=("due_at",), condition=Q(due_at__isnull=False), name="play_due"),
        )

    def __str__(self) -> str:
        return f"play {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("play_table", args=[self.pk])

    @property
    def of_bots(self) -> bool:
        """Return whether bots sit in every seat."""
        return self.ordered_as != ""


class PlaySeat(models.Model):
    """A seat of a play, from 1. Empty until somebody takes it: a person, for a character or under a name, or a bot.
    `salt` is what the seat adds to chance, 16 bytes as hexadecimal digits, known at the latest when the game begins;
    `salt_hash`: the SHA-256 of it that a person's browser gave on sitting down (games.rules.fair_chance). `bank`:
    seconds that the seat has left beside those of each choice. Since `replaced_at` a bot decides for the person, who
    comes back with one tap unless they gave up (`resigned_at`). `played_by_bot`: in a game that is over, bots made more
    of this person's choices than the person. `wants`: when they are told that it is their turn. `seen_at`: when they
    last looked; `holiday_until`: their clock is stopped. `order`: what the site does for them in future turns, which
    nobody else may know; empty if they decide themselves. `hours`: those in which they play, as the clock of their last
    choice counts them (games.rules.hours); empty for always."""

    ALWAYS, AWAY, NEVER = WANTS = ("always", "away", "never")

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    character = models.ForeignKey(Character, on_delete=models.PROTECT, null=True, related_name="+")
    name = models.CharField(max_length=NAME_LENGTH, blank=True, default="", db_default="")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    bot = models.CharField(max_length=80, blank=True, default="", db_default="")
    salt = models.CharField(max_length=32, blank=True, default="", db_default="")
    salt_hash = models.CharField(max_length=64, blank=True, default="", db_default="")
    bank = models.PositiveIntegerField(null=True)
    replaced_at = models.DateTimeField(null=True)
    resigned_at = models.DateTimeField(null=True)
    played_by_bot = models.BooleanField(default=False, db_default=False)
    holiday_until = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(null=True)
    wants = models.CharField(max_length=10, default=AWAY, db_default=AWAY)
    order = models.CharField(max_length=40, blank=True, default="", db_default="")
    hours = models.CharField(max_length=100, blank=True, default="", db_default="")

    class Meta:
        ordering = ("play", "seat")
        constraints = (
            models.CheckConstraint(condition=Q(wants__in=("always", "away", "never")), name="play_seat_wants_known"),
            models.CheckConstraint(
                condition=Q(replaced_at=None, resigned_at=None, played_by_bot=False) | Q(person__isnull=False),
                name="play_seat_replaced_person",
            ),
            models.CheckConstraint(
                condition=Q(resigned_at=None) | Q(replaced_at__isnull=False), name="play_seat_given_up_is_replaced"
            ),
            models.CheckConstraint(
                condition=Q(order="") | Q(person__isnull=False, resigned_at=None), name="play_seat_order_of_a_person"
            ),
            models.UniqueConstraint(fields=("play", "seat"), name="play_seat_once"),
            models.UniqueConstraint(
                fields=("play", "character"), condition=Q(character__isnull=False), name="play_character_once"
            ),
            models.CheckConstraint(condition=Q(person=None) | Q(bot=""), name="play_seat_person_or_bot"),
            models.CheckConstraint(
                condition=Q(salt="", salt_hash="") | Q(person__isnull=False) | ~Q(bot=""),
                name="play_seat_empty_adds_nothing",
            ),
            models.CheckConstraint(condition=Q(seat__gte=1), name="play_seat_from_1"),
        )

    def __str__(self) -> str:
        return f"seat {self.seat} of play {self.play_id}"

    @property
    def taken(self) -> bool:
        return self.person_id is not None or self.bot != ""

    @property
    def owes_salt(self) -> bool:
        """Return whether the seat's browser gave a hash and has not shown what it stands for."""
        return self.salt_hash != "" and self.salt == ""

    @property
    def decides_herself(self) -> bool:
        """Return whether a person sits there and plays."""
        return self.person_id is not None and self.replaced_at is None


class PlayHours(models.Model):
    """The hours in which a person plays, for the slow clocks of the choices that they are asked for from now on; no row
    for always. `hours`: see games.rules.hours."""

    person = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    hours = models.CharField(max_length=100)

    class Meta:
        constraints = (models.CheckConstraint(condition=~Q(hours=""), name="play_hours_are_some"),)

    def __str__(self) -> str:
        return f"hours of {self.person_id}"


class PlayVote(models.Model):
    """A request of a seat to the others, until they agree or it is done: that a bot plays for somebody who is absent
    (`about`), a pause, or its end; that the game goes back to an earlier move, or stays where it is (`about`: the
    number of turns at that moment). Seats from 1."""

    REPLACE, PAUSE, RESUME, REWIND, STAY = KINDS = ("replace", "pause", "resume", "rewind", "stay")

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="votes")
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10)
    about = models.PositiveIntegerField(default=0, db_default=0)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("play", "id")
        constraints = (
            models.UniqueConstraint(fields=("play", "seat", "kind", "about"), name="play_vote_once"),
            models.CheckConstraint(
                condition=Q(kind__in=("replace", "pause", "resume", "rewind", "stay")), name="play_vote_known"
            ),
        )

    def __str__(self) -> str:
        return f"seat {self.seat} of play {self.play_id}: {self.kind}"


class Turn(models.Model):
    """One action, from number 0. Triggers refuse to change or delete it. `author`: who did it in the seat, from 0: its
    PERSON, whose account is `by`; its BOT; the SITE, because there was no choice; or the HOST of the table, the site as
    keeper of rules and clocks, whose actions have no seat. `told`: what each reader was told (games.rules.told).

    Not every turn is an action of the game (`kind`): BACK takes the game back to where `back_to` actions were taken, on
    the wish of the person who chose last, and REWOUND on that of the whole table; REPLACED, RETURNED, RESIGNED, PAUSED
    and RESUMED say who plays on in a seat, and when; and before the game UNSHOWN and CLOSED say who kept back an
    announced salt, and who closed the table when all had to show theirs."""

    ACT, BACK, REPLACED, RETURNED, RESIGNED = "act", "back", "replaced", "returned", "resigned"
    PAUSED, RESUMED, UNSHOWN, CLOSED, REWOUND = "paused", "resumed", "unshown", "closed", "rewound"
    KINDS = (ACT, BACK, REPLACED, RETURNED, RESIGNED, PAUSED, RESUMED, UNSHOWN, CLOSED, REWOUND)
    PERSON, BOT, SITE, HOST = AUTHORS = ("person", "bot", "site", "host")

    play = models.ForeignKey(Play, on_delete=models.PROTECT, related_name="turns")
    number = models.PositiveIntegerField()
    author = models.CharField(max_length=10)
    seat = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=10, default=ACT, db_default=ACT)
    action = models.CharField(max_length=200, blank=True, default="", db_default="")
    back_to = models.PositiveIntegerField(null=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    key = models.CharField(max_length=64, blank=True, default="", db_default="")
    told = models.JSONField(default=dict)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("play", "number")
        constraints = (
            models.UniqueConstraint(fields=("play", "number"), name="turn_number_once"),
            models.UniqueConstraint(fields=("play", "key"), condition=~Q(key=""), name="turn_key_once"),
            models.CheckConstraint(
                condition=Q(kind="act", back_to=None) & ~Q(action="")
                | Q(kind__in=("back", "rewound"), back_to__isnull=False, action="")
                | Q(kind__in=("replaced", "returned", "resigned", "paused", "resumed"), back_to=None, action="")
                | Q(kind__in=("unshown", "closed"), back_to=None, action=""),
                name="turn_is_of_a_kind",
            ),
            models.CheckConstraint(
                condition=Q(author="person", by__isnull=False) | Q(author__in=("bot", "site", "host"), by=None),
                name="turn_by_its_author",
            ),
            models.CheckConstraint(
                condition=Q(kind="act") & (Q(author="host", seat=None) | ~Q(author="host") & Q(seat__isnull=False))
                | Q(kind__in=("back", "returned", "unshown"), author="person", seat__isnull=False)
                | Q(kind="closed", author="person", seat=None)
                | Q(kind__in=("replaced", "resigned"), author__in=("person", "host"), seat__isnull=False)
                | Q(kind__in=("paused", "resumed"), author="person", seat__isnull=False)
                | Q(kind__in=("paused", "resumed", "rewound"), author="host", seat=None),
                name="turn_of_a_seat_or_the_host",
            ),
        )

    def __str__(self) -> str:
        return f"turn {self.number} of play {self.play_id}"
