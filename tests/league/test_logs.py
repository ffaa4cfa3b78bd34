"""What is written down, where people read it and where a file keeps it."""

import subprocess
import sys

import pytest

SAYS = """
import logging.config, structlog
from league.config.logs import log_lines
logging.config.dictConfig(log_lines(for_people=True))
structlog.get_logger("site").warning("worker_is_stuck", lane="tables")
"""


@pytest.mark.parametrize("environment", [{}, {"TERM": "xterm-256color"}])
def test_a_log_in_a_file_holds_no_codes_for_colours(tmp_path, environment):
    with (tmp_path / "site.log").open("wb") as log:
        subprocess.run([sys.executable, "-c", SAYS], stderr=log, check=True, env=environment)
    written = (tmp_path / "site.log").read_text(encoding="utf-8")
    assert "worker_is_stuck" in written and "lane=tables" in written and "\x1b" not in written
