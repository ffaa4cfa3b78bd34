TITLE = "Game of the Year"
SEATS = (2, 6)  # the fewest and the most
