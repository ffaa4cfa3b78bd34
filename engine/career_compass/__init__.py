TITLE = "The Ecologist's Career Compass"
SEATS = (2, 33)  # the fewest, and a card for each
