"""Draws: who sits with whom, and in which seat. Pure, and repeatable from a field and a seed.

1. `table_sizes` says how many tables of which size there are.
2. `schedules.next_round` is the way in. Small fields, and many rounds for the field, are planned to the end each round: the
   round drawn by the standings is taken if the others can still follow it without a repeat, else the best round of a
   plan. Plans are known designs (`designs`, found again in what was played by `recovery`), exchanges over all rounds
   (`planning`) or solved (`exact`). Everybody else is drawn by `pairing.draw_round`.
3. `pairing` seats those who are due a small table, bot or bye first (fewest so far, lowest standing), cuts the standings
   into tables, and swaps (`swapping`) while the cost falls. The cost is compared part by part: bans, repeats,
   consecutive repeats, spread of points, second short tables, clubs, seats, neighbours. No part is traded for a later one.
4. `seating` gives seats exactly; how badly people's seats fit together is part of the cost of a swap.

The same field and seed give the same draw on any machine with the same locked packages: nothing here reads a clock, work
is limited by counting steps, and the only randomness is `field.stream(seed)`.
"""
