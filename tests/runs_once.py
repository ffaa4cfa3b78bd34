"""Which tests no database server can change, as tests/data/once.toml lists them."""

import tomllib
from pathlib import Path

LISTED = {
    path: why
    for why, paths in tomllib.loads(Path(__file__).with_name("data").joinpath("once.toml").read_text("utf-8")).items()
    for path in paths
}


def runs_once(test: str) -> bool:
    """Of the id of a test: its file, the test or this case of it is listed."""
    return bool({test, test.partition("[")[0], test.partition("::")[0]} & LISTED.keys())
