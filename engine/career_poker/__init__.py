TITLE = "Career Poker"
SEATS = (4, 8)  # the fewest and the most
