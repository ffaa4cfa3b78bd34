TITLE = "The Ecologist's Career Compass"
SEATS = (2, 8)  # the fewest and the most
