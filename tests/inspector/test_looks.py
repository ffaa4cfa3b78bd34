"""Each look finds what it is there for."""

import pytest

from tests.inspector.looks import uneven_rows
from tests.inspector.nodes import read

HEAD = "<table><thead><tr><th>Place</th><th>Name</th><th>Points</th></tr></thead>"


@pytest.mark.parametrize(
    ("rows", "uneven"),
    [
        ("<tr><td>1</td><td>Ada</td><td>9</td></tr>", 0),
        ("<tr><td>1</td><td>Ada</td><td>BBC News</td><td>9</td></tr>", 1),
        ("<tr><td>1</td><td>Ada</td></tr><tr><td>2</td></tr>", 2),
        ("<tr><td>1</td><td colspan=2>Ada</td></tr>", 0),
        ("<tr><td rowspan=2>1</td><td>Ada</td><td>9</td></tr><tr><td>Bo</td><td>9</td></tr>", 0),
        ("<tr><td>1</td><td>Ada<table><tr><td>inside</td></tr></table></td><td>9</td></tr>", 0),
    ],
)
def test_a_row_has_a_cell_under_each_heading(rows: str, uneven: int):
    page = read(f"{HEAD}<tbody>{rows}</tbody></table>")
    assert len(uneven_rows(page)) == uneven
