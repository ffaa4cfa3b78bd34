"""Foresee what a choice surely does, and whether it may be taken back, from worlds that agree with what a seat
knows."""

from collections.abc import Iterator, Sequence

from engine.core.game import Game
from engine.core.telling import Sentence

_WORLDS = (11, 12)
# Few worlds would too often agree by chance, as on a card that is frequent, on a die, or on what most hands can't beat.
_MANY_WORLDS = range(11, 35)
# A hidden choice among more than these can't be taken back: looking would cost too much.
_MOST_TRIED = 50


def surely(game: Game, action: int) -> list[Sentence]:
    """Return what the deciding seat would be told of `action` whatever is hidden from it and however chance falls: the
    sentences that many worlds agree on, in order, up to where they part."""
    return all_surely(game, [action])[0]


def all_surely(game: Game, actions: Sequence[int]) -> list[list[Sentence]]:
    """Return `surely` for each of several actions, in the same worlds, which are dealt once for all of them."""
    worlds: list[Game] = []
    return [_surely(game, action, worlds) for action in actions]


def _surely(game: Game, action: int, worlds: list[Game]) -> list[Sentence]:
    after = (world.clone() for world in _worlds_of(game, worlds))
    heard = [next(after).play_aloud(action)]
    sure = game.told(heard[0], game.actor)
    for other in after:
        if not sure:
            break
        events = other.apply_aloud(action)
        if events not in heard:
            heard.append(events)
            rest = iter(game.told(events, game.actor))
            sure = [sentence for sentence in sure if sentence in rest]
    return sure


def _worlds_of(game: Game, dealt: list[Game]) -> Iterator[Game]:
    """Yield the already dealt worlds, then new ones, which are added to `dealt`. Most choices part in the first few."""
    for at, seed in enumerate(_MANY_WORLDS):
        if at == len(dealt):
            dealt.append(game.determinize(game.actor, seed))
        yield dealt[at]


def may_be_taken_back(before: Game, action: int, *, by_all: bool = False) -> bool:
    """Return whether nobody learns anything new by `action`. For every seat and for a spectator, worlds that agree with
    what they knew must agree in what they see afterwards. A choice that draws on chance can't be taken back.

    `by_all`: the others may choose again, too, so that each of them is tested like the seat that decides.
    """
    after = before.clone()
    after.play(action)
    if after.rng != before.rng:
        return False
    return all(
        _learns_nothing(before, after, action, reader, _MANY_WORLDS if by_all or reader == before.actor else _WORLDS)
        for reader in (None, *range(before.seats))
    )


def _learns_nothing(before: Game, after: Game, action: int, reader: int | None, worlds: Sequence[int]) -> bool:
    """Return whether some choice in every world (`action` is tried first) shows the reader what it sees now. The seat
    that decides knows best what was new to it, so it is tested in more worlds."""
    seen = after.view(reader)
    for seed in worlds:
        world = before.determinize(reader, seed)
        legal = [option for option in world.legal_actions() if option == action or reader != before.actor]
        legal.sort(key=action.__ne__)
        if not any(_seen_after(world, choice, reader) == seen for choice in legal[:_MOST_TRIED]):
            return False
    return True


def _seen_after(world: Game, choice: int, reader: int | None) -> object:
    after = world.clone()
    after.apply(choice)
    return after.view(reader)
