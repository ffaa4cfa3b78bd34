"""What cannot stand, as refusals that a player can act on."""

from collections.abc import Sequence

from django.core.exceptions import ValidationError

from games.rules.sheets import Known, Problem, ScoreSheet, errors
from games.rules.systems import problems


def check_sheet(sheet: ScoreSheet, known: Known) -> None:
    """Raises ValidationError with one sentence for each reason why the sheet cannot stand."""
    refuse(errors(problems(sheet, known)))


def refuse(found: Sequence[Problem]) -> None:
    """Raises ValidationError with one sentence for each problem, if there is one."""
    if found:
        raise ValidationError(
            [
                # Django fills params into the sentence, so a name such as "100 % Ada" needs its sign doubled.
                ValidationError(str(problem).replace("%", "%%"), code=problem.figure, params={"seat": problem.seat})
                for problem in found
            ]
        )
