"""Draws: who meets at each table, and in which seats. Pure, and proved from a source and a seed.

`methods` is the way in: it draws by the newest version and proves by that of the draw. Version 1 (`version_1`) is
proved by drawing again, and if a solver found a cheaper plan by checking that (`setting`, `settled`).

1. `sizes` of the formats says how many tables of which size there are.
2. `schedules` searches. Small fields, and many rounds for the field, are planned to the end each round: the round drawn
   by the standings is taken if the others can still follow it without a repeat, else the best round of a plan. Plans
   are known designs (`designs`, found again in what was played), exchanges over all rounds (`planning`)
   or solved. Everybody else is drawn by
   `pairing.draw_round`.
3. `pairing` seats players who are due a small table, bot or bye first (fewest so far, lowest standing), cuts the
   standings into tables, and swaps (`Swapping`) while the cost falls. The cost is compared part by part: bans, repeats,
   consecutive repeats, spread of points, second short tables, clubs, seats, neighbours. No part is traded for a later
   one.
4. `seating` gives seats exactly; how badly people's seats fit together is part of the cost of a swap.

Nothing here reads a clock, work is limited by counting steps, and the only randomness is
`chance.SearchEffort.stream(seed)`.
"""
