"""Draws: who sits with whom, and in which seat. Pure, and repeatable from a field and a seed.

1. `table_sizes` says how many tables of which size there are.
2. `schedules.next_round` is the way in. Small fields, and many rounds for the field, are planned to the end each round
   and the first of the planned rounds is taken; everybody else is drawn by `pairing.draw_round`.
3. `pairing` seats those who are due a small table, bot or bye first (fewest so far, lowest standing), cuts the standings
   into tables, and swaps while the cost falls. The cost (`cost`) is compared part by part: bans, repeats, consecutive
   repeats, spread of points, second short tables, clubs, seats, neighbours. A part never gets worse for a later one.
4. `seating` gives seats exactly; how badly four people's seats fit together is part of the cost of a swap.

The same field and the same seed give the same draw, whatever the machine: nothing here reads a clock, and the only
randomness is `field.stream(seed)`.
"""
