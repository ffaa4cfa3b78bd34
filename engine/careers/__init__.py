TITLE = "Careers"
SEATS = (2, 6)  # the fewest and the most
