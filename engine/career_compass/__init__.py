TITLE = "The Ecologist's Career Compass"
SEATS = (2, 11)  # the fewest and the most
