"""Play a round: throw, comparison, stack, cards changing hands (rules 4 to 6, 10 to 16; B3 to B9, B14)."""

from collections.abc import Sequence

from engine.career_compass.cards import FACES, LEVELS
from engine.career_compass.state import Prompt, State

_THROW = (0,)


def throws(g: State) -> Sequence[int]:
    """Return the throw, the only action at the beginning of a trial."""
    return _THROW


def next_trial(g: State) -> None:
    """Begin a trial. The seats throw in turn, which has no effect (B20)."""
    g.decision = Prompt.THROW
    g.actor = g.trials % g.table.seats


def throw(g: State, action: int) -> None:
    """Throw the die, which names the skill (rules 6 and 10); players who hold few cards now may choose among them
    (B15)."""
    g.trials += 1
    if g.table.settings.rethrow or not g.stack:
        g.skill = FACES[g.joker][g.below(6)]
    if g.events is not None:
        g.events.append(("threw", g.actor, g.skill, bool(g.stack)))
    packs, chooses = g.packs, g.table.chooses
    free = tuple([seat for seat in g.contenders if chooses[len(packs[seat])]])
    if free:
        g.free = g.asking = free
        g.readers = g.levels = g.joker_levels = g.tied = ()
        g.taker = -1
        ask(g, Prompt.READ)
    else:
        compare(g)


def ask(g: State, prompt: int) -> None:
    """Ask the next seat that has to choose; nobody sees what the others chose (B11)."""
    g.decision = prompt
    g.actor = g.asking[0]
    g.asking = g.asking[1:]


def compare(g: State) -> None:
    """Compare the levels. The highest wins; only those equal at the top read the joker skill (rules 5, 11, 12; B3,
    B12)."""
    packs, picks, readers = g.packs, g.picks, g.contenders
    table = LEVELS[g.skill]
    levels = [table[packs[seat][picks[seat]]] for seat in readers]
    best = max(levels)
    g.readers = readers
    g.levels = tuple(levels)
    if levels.count(best) == 1:
        g.taker, g.tied, g.joker_levels = readers[levels.index(best)], (), ()
    else:
        _compare_jokers(g, [level == best for level in levels])
    if g.events is not None:
        _note_reading(g)
    if g.free:
        keepers = g.tied or (g.taker,)
        g.asking = tuple(seat for seat in g.free if seat not in keepers)
        if g.asking:
            ask(g, Prompt.GIVE)
            return
    settle(g)


def _note_reading(g: State) -> None:
    assert g.events is not None
    for seat, level in zip(g.readers, g.levels, strict=True):
        g.events.append(("read", seat, g.packs[seat][g.picks[seat]], g.skill, level))
    for seat, level in zip(g.readers, g.joker_levels, strict=False):
        if level >= 0:
            g.events.append(("read_joker", seat, g.joker, level))


def _compare_jokers(g: State, equal: list[bool]) -> None:
    """Compare the joker levels: the highest wins, or the players who share it go on (rules 11 and 14)."""
    table = LEVELS[g.joker]
    read = [table[g.packs[seat][g.picks[seat]]] if same else -1 for seat, same in zip(g.readers, equal, strict=True)]
    best = max(read)
    tied = tuple(seat for seat, level in zip(g.readers, read, strict=True) if level == best)
    g.joker_levels = tuple(read)
    g.taker, g.tied = (tied[0], ()) if len(tied) == 1 else (-1, tied)


def settle(g: State) -> None:
    """Hand the cards over, or put them in the middle while the tied players go on (rules 12, 14, 15; B6, B7)."""
    taker, packs, picks, gifts = g.taker, g.packs, g.picks, g.gifts
    if taker >= 0:
        readers = g.readers
        at = readers.index(taker)
        won = [packs[taker].pop(picks[taker])]
        won += [packs[seat].pop(gifts[seat]) for seat in (*readers[at + 1 :], *readers[:at])]
    else:
        won = [packs[seat].pop(picks[seat] if seat in g.tied else gifts[seat]) for seat in g.readers]
    for seat in g.free:
        picks[seat] = gifts[seat] = 0
    g.free = ()
    if taker >= 0:
        _collect(g, taker, won)
    else:
        g.stack += tuple(won)
        g.happened("stacked", g.tied, len(won), len(g.stack))
        _play_on(g)


def _collect(g: State, seat: int, won: Sequence[int]) -> None:
    """Put the won cards, then the stack, under the pack (B4); the round is complete."""
    cards = (*won, *g.stack) if g.stack else won
    if g.events is not None:
        g.events.append(("took", seat, len(won), len(g.stack)))
    g.packs[seat].extend(g.shuffled(cards) if g.table.settings.bottom_order == "shuffled" else cards)
    g.stack = ()
    _end_round(g)


def _play_on(g: State) -> None:
    """Go on with the next card of each tied player; a player without any drops out (rule 15, B8)."""
    able = tuple(seat for seat in g.tied if g.packs[seat])
    if len(able) > 1:
        g.contenders = able
        next_trial(g)
    elif able:
        _collect(g, able[0], ())
    elif g.table.settings.no_card_tie == "random":
        taker = g.tied[g.below(len(g.tied))]
        g.happened("drawn_for_stack", taker, g.tied)
        _collect(g, taker, ())
    else:
        for at, card in enumerate(g.stack):
            g.packs[g.tied[at % len(g.tied)]].append(card)
        g.happened("shared_stack", g.tied, len(g.stack))
        g.stack = ()
        _end_round(g)


def _end_round(g: State) -> None:
    """End the round. Only now does it count that a player has no card left (rule 4, B9), or that the rounds are up
    (B17)."""
    g.rounds += 1
    g.contenders = g.table.everybody
    if not all(g.packs):
        end_game(g, "no_cards")
    elif g.rounds == g.table.max_rounds:
        end_game(g, "round_limit")
    else:
        next_trial(g)


def end_game(g: State, reason: str) -> None:
    """Name the winners: the seats with the most cards, or by house rule the most levels of the joker skill among
    them."""
    best = max(map(len, g.packs))
    winners = tuple([seat for seat, pack in enumerate(g.packs) if len(pack) == best])
    if g.table.settings.ties == "joker_sum" and len(winners) > 1:
        levels = LEVELS[g.joker]
        sums = {seat: sum(levels[card] for card in g.packs[seat]) for seat in winners}
        most = max(sums.values())
        winners = tuple(seat for seat in winners if sums[seat] == most)
    g.winners = winners
    g.happened("ended", winners, best, reason)
    g.reason = reason
    g.over = True
    g.decision = Prompt.OVER
