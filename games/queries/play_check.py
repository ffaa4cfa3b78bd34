"""Check that the rows of a play follow from its turns: turns, state, outcome, and what was told."""

from collections.abc import Iterator

from engine import SYSTEMS, EngineError, Game, HostAction
from engine.core.records import play_keyed
from games.models import Play, PlaySeat, Turn
from games.queries.plays import key_of_play, turns_of
from games.rules.absence import seats_of_bots
from games.rules.fair_chance import commitment_to, is_bound
from games.rules.told import Told, told_of, told_to


def play_differences(play: Play) -> Iterator[str]:
    """Yield a sentence for everything that does not follow. A play that has not begun has only a commitment."""
    prefix = f"Play {play.pk}"
    if commitment_to(bytes(play.secret)) != play.commitment:
        yield f"{prefix}: its secret is not the one that its commitment stands for."
    if play.setup is None:
        return
    seats = list(play.seats.order_by("seat"))
    if [row.seat for row in seats] != list(range(1, len(seats) + 1)):
        yield f"{prefix}: a seat is missing."
        return
    for row in seats:
        if not is_bound(bytes(play.secret), row.seat, row.salt, row.salt_hash):
            yield f"{prefix}: the salt of seat {row.seat} follows neither from its hash nor from the secret."
    try:
        system = SYSTEMS[play.system]
        options = system.options_of(play.rules_version, play.setup)
        opened = system.new_game(len(seats), options=options, key=key_of_play(play, seats))
        again = _Again(play, seats, opened)
        yield from again.turns()
        yield from again.end()
    except EngineError as error:
        yield f"{prefix}: {error}"


class _Again:
    """One play, played again from its rows."""

    def __init__(self, play: Play, seats: list[PlaySeat], opened: Game) -> None:
        self.play, self.key, self.game = play, key_of_play(play, seats), opened
        self.seats, self.away = seats, {row.seat - 1 for row in seats if row.person_id is None}
        self.before: list[Game] = []
        self.number = 0

    def turns(self) -> Iterator[str]:
        for turn in Turn.objects.filter(play=self.play).order_by("number"):
            if turn.number != self.number:
                yield f"Play {self.play.pk}: turn {self.number} is missing."
                return
            self.number += 1
            yield from self._author(turn)
            if turn.kind == Turn.ACT:
                yield from self._act(turn)
            elif turn.back_to is not None and turn.back_to < len(self.before):
                self.game = self.before[turn.back_to]
                del self.before[turn.back_to :]
            elif turn.back_to is not None:
                yield f"Play {self.play.pk}: turn {turn.number} takes back what was never done."

    def _author(self, turn: Turn) -> Iterator[str]:
        """Yield a sentence if the seat is not one that this author plays for, and follow who plays in it."""
        seat = turn.seat
        if seat is not None and not 0 <= seat < len(self.seats):
            yield f"Play {self.play.pk}: turn {turn.number} is of a seat that is not there."
            return
        if turn.kind in (Turn.UNSHOWN, Turn.CLOSED):  # before the game, of people who may sit there no more
            return
        sits = seat is not None and seat not in self.away
        if turn.author == Turn.PERSON and turn.kind not in (Turn.REPLACED, Turn.RETURNED, Turn.RESIGNED):
            fits = sits and turn.by_id == self._person(seat)
        elif turn.author == Turn.PERSON:
            fits = (turn.by_id == self._person(seat)) == (turn.kind != Turn.REPLACED)
        elif turn.author == Turn.SITE:
            fits = sits and self.game.openly_forced()
        else:
            fits = turn.author == Turn.HOST or not sits
        if not fits:
            yield f"Play {self.play.pk}: turn {turn.number} is not by who plays in its seat."
        if seat is not None and turn.kind in (Turn.REPLACED, Turn.RESIGNED):
            self.away.add(seat)
        elif seat is not None and turn.kind == Turn.RETURNED:
            self.away.discard(seat)

    def _person(self, seat: int | None) -> int | None:
        return None if seat is None else self.seats[seat].person_id

    def _act(self, turn: Turn) -> Iterator[str]:
        if turn.seat is not None and turn.seat != self.game.seat_of(self.game.parse(turn.action)):
            yield f"Play {self.play.pk}: turn {turn.number} is not of the seat that was at turn."
        self.before.append(self.game.clone())
        move = HostAction(turn.action) if turn.seat is None else turn.action
        events = play_keyed(self.game, move, self.key, len(self.before) - 1)
        if self._in_words(turn.told) != self._in_words(told_of(self.game, events)):
            yield f"Play {self.play.pk}: what was told of turn {turn.number} is not what happened."

    def _in_words(self, rows: Told) -> list[list[tuple[str, str]]]:
        """Return what every reader was told, in either form of storage."""
        readers = (None, *range(self.game.seats))
        return [[(str(sentence), sentence.why) for sentence in told_to(rows, reader)] for reader in readers]

    def end(self) -> Iterator[str]:
        """Yield a sentence for everything that the play says of itself and that differs from the resulting game."""
        play, game = self.play, self.game
        outcome, kept_game = game.outcome(), SYSTEMS[play.system].load(play.state or {})
        pairs = {
            "number of turns": (play.number, self.number),
            "number of actions": (play.actions, len(self.before)),
            "state": (kept_game, game),
            "state before the last choice": self._before_last_choice(),
            "seat at turn": (play.actor, game.actor if play.status == Play.RUNNING else None),
            "outcome": (play.outcome, outcome.as_dict() if outcome else None),
            "status": (play.status == Play.OVER, game.over),
            "seats that bots mostly played": self._seats_of_bots(),
        }
        for what, (stored, follows) in pairs.items():
            if stored != follows:
                yield f"Play {play.pk}: the {what} is not what its turns lead to."

    def _seats_of_bots(self) -> tuple[set[int], set[int]]:
        people = {row.seat - 1 for row in self.seats if row.person_id is not None}
        mostly = seats_of_bots(turns_of(self.play)) & people if self.play.status == Play.OVER else set[int]()
        return {row.seat - 1 for row in self.seats if row.played_by_bot}, mostly

    def _before_last_choice(self) -> tuple[Game | None, Game | None]:
        if self.play.state_before is None or self.play.actions_before is None:
            return None, None
        stored, at = SYSTEMS[self.play.system].load(self.play.state_before), self.play.actions_before
        return stored, self.before[at] if at < len(self.before) else None
