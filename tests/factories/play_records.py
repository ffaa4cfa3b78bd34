"""Records of plays without a site: bots play, somebody takes a choice back, somebody is away. Seats with an odd number
add salts of their own; those of the others follow from the secret."""

from engine import SYSTEMS
from engine.core.bots import make_bot
from engine.core.chance import chance_before
from engine.core.records import play_keyed
from engine.core.rng import Stream
from games.rules.fair_chance import hash_of, key_of, salt_from
from games.rules.play_records import ACT, BACK, TurnLine, game_record, play_record, that_stand


def a_secret(seed: int) -> bytes:
    return seed.to_bytes(32, "big")


def some_salts(seats: int, seed: int = 0) -> list[str]:
    return [
        f"{seed * 100 + seat:032x}" if seat % 2 else salt_from(a_secret(seed), seat) for seat in range(1, seats + 1)
    ]


def their_hashes(salts: list[str]) -> list[str]:
    return ["" if at % 2 else hash_of(salt) for at, salt in enumerate(salts)]


def turns_of_bots(system: str, seats: int, seed: int) -> list[TurnLine]:
    """Every turn of a game."""
    key = key_of(a_secret(seed), some_salts(seats, seed))
    game, bot, stream = SYSTEMS[system].new_game(seats, key=key), make_bot(SYSTEMS[system], "greedy"), Stream(seed)
    turns: list[TurnLine] = []
    while not game.over:
        legal = game.legal_actions()
        action = game.describe(legal[0] if len(legal) == 1 else bot.choose(game, legal, stream))
        turns.append(TurnLine(len(turns), game.actor, ACT, action, None))
        play_keyed(game, action, key, len(turns) - 1)
    return turns


def record_of_bots(system: str, seats: int, seed: int) -> str:
    return recorded(system, seats, seed, turns_of_bots(system, seats, seed))


def recorded(system: str, seats: int, seed: int, turns: list[TurnLine]) -> str:
    secret, salts = a_secret(seed), some_salts(seats, seed)
    stand = [turn.move for turn in that_stand(turns)]
    return play_record(
        secret, salts, their_hashes(salts), turns, game_record(system, seats, {}, key_of(secret, salts), stand)
    )


def with_second_thoughts(system: str, seats: int, seed: int) -> list[TurnLine]:
    """The turns of bots, of which one was first another choice, taken back; and somebody was away for a while. Chance
    fell in neither choice."""
    key, played = key_of(a_secret(seed), some_salts(seats, seed)), turns_of_bots(system, seats, seed)
    game = SYSTEMS[system].new_game(seats, key=key)
    for turn in played:
        others = [one.text for one in game.legal if one.text != turn.action]
        if turn.number >= 5 and others and not _draws(game, others[0], key, turn.number):
            break
        play_keyed(game, turn.move, key, turn.number)
    at = turn.number
    beside = [
        TurnLine(0, 1, "replaced", "", None),
        TurnLine(0, turn.seat, ACT, others[0], None),
        TurnLine(0, turn.seat, BACK, "", at),
        TurnLine(0, 1, "returned", "", None),
    ]
    return [one._replace(number=number) for number, one in enumerate([*played[:at], *beside, *played[at:]])]


def _draws(game, action: str, key: bytes, number: int) -> bool:
    after = game.clone()
    play_keyed(after, action, key, number)
    return after.rng != chance_before(key, number)
