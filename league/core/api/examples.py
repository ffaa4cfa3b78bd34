"""Examples of the documentation, from the sample season; what they are made of is `examples.json`."""

from league.core.api.schema import examples_beside

_OF = examples_beside(__file__)
STANDING = _OF["standing"]
STANDINGS = {
    "season": "spring-2026",
    "system": None,
    "count": 24,
    "version": "9f2b6c01d7e4a835",
    "next": None,
    "counting": "all",
    "best_of": None,
    "draw_seed": "5f0c6a1b2d3e4f50",
    "results": [STANDING],
}
WHY = STANDING | _OF["why"]
