"""The fault run itself, for half a minute: it finds nothing, and leaves nothing behind."""

import subprocess
import sys

import pytest

import run


@pytest.mark.slow
@pytest.mark.skipif(run.WINDOWS, reason="kills process groups")
def test_half_a_minute_of_faults_loses_nothing():
    env = run.environment(run.OUR_SETTINGS)
    command = [sys.executable, "-m", "tests.chaos", "--minutes", "0.5", "--seed", "1"]
    told = subprocess.run(command, cwd=run.ROOT, env=env, capture_output=True, text=True, timeout=600)
    assert told.returncode == 0, told.stdout + told.stderr
    assert "faults in all" in told.stdout
