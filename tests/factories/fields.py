"""Fields that are to be drawn: after some simulated rounds, and out of thin air."""

from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from league.standings.rules.tiebreaks import points_for
from league.tournaments.draws.rules.field import Field, FieldPlayer, pair
from league.tournaments.draws.rules.pairing import draw_round
from league.tournaments.draws.rules.seating import after


def a_field(players: int, table_size: int = 4, **more) -> Field:
    return Field(tuple(FieldPlayer(who, who, 0) for who in range(1, players + 1)), table_size, **more)


def played_field(field: Field, rounds: int, seed: int = 1, draw_with=draw_round) -> Field:
    """The field after some rounds that chance decided."""
    rng = Random(seed)
    for number in range(rounds):
        field = scored(field, draw_with(field, f"{seed}:{number}"), rng)
    return field


def scored(field: Field, draw, rng: Random) -> Field:
    """The field after this round, in its new order."""
    won = {}
    for table in draw.tables:
        people = list(table.players)
        rng.shuffle(people)
        won |= {who: points_for(place, 1, len(people)) for place, who in enumerate(people, start=1)}
    field = after(field, draw)
    scores = [replace(player, points=player.points + won.get(player.id, 0)) for player in field.players]
    order = sorted(scores, key=lambda player: (-player.points, rng.random()))
    placed = tuple(replace(player, position=place) for place, player in enumerate(order, start=1))
    return replace(field, players=placed)


@st.composite
def any_field(draw, most: int = 40) -> Field:
    """Any field without bans: clubs, scores, and pasts in which anybody may have met anybody."""
    size = draw(st.integers(3, 6))
    count = draw(st.integers(size, most))
    rng = Random(draw(st.integers(0, 10_000)))
    ids = rng.sample(range(1, 200), count)
    clubs = draw(st.sampled_from([[], ["Harrods"], ["Harrods", "Agrivi", "Arsenal"]]))
    top = draw(st.sampled_from([0, 3, 40]))
    points = sorted((16 * rng.randint(0, top) for _ in ids), reverse=True)
    meetings = {pair(*rng.sample(ids, 2)): rng.randint(1, 3) for _ in range(draw(st.integers(0, 60)))}
    return Field(
        players=tuple(
            FieldPlayer(
                who,
                place,
                points[place - 1],
                frozenset(rng.sample(clubs, min(len(clubs), rng.randint(0, 1)))),
                tuple(rng.randint(0, 3) for _ in range(rng.choice([0, size]))),
                rng.randint(0, 2),
            )
            for place, who in enumerate(ids, start=1)
        ),
        table_size=size,
        shortfall=draw(st.sampled_from(["mixed", "bot", "bye"])),
        least=draw(st.sampled_from([2, size])),
        meetings=meetings,
        last_met=frozenset(rng.sample(sorted(meetings), min(len(meetings), 8))),
        neighbours=dict.fromkeys(meetings, 1),
        neighbours_matter=draw(st.booleans()),
        rounds_left=draw(st.integers(1, 4)),
        seats_matter=draw(st.booleans()),
    )
