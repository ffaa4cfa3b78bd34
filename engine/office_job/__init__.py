TITLE = "Office Job"
SEATS = (2, 5)  # the fewest and the most
