"""`python -m tests.chaos.plays [--plays N] [--kills N] [--systems A,B]`: people play at tables of the site while its
processes are killed again and again.

Ends with 1 when a play does not come to its end, when a turn that was acknowledged is lost or there twice, or when a
record does not prove its play.
"""

import argparse
import random
import shutil
import signal
import sys
import tempfile
from pathlib import Path

from tests.chaos.__main__ import fresh_database, open_django, stop
from tests.chaos.parts import Installation
from tests.factories.processes import free_port


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--plays", type=int, default=300)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--systems", default="career_compass,career_poker")
    parser.add_argument("--seed", type=int, default=None)
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, stop)
    seed = asked.seed if asked.seed is not None else random.SystemRandom().randrange(10**6)
    folder, well = Path(tempfile.mkdtemp(prefix="plays-")), False
    try:
        with fresh_database(folder) as url:
            open_django(url)
            from tests.chaos.evenings import play

            well = play(Installation(folder, url, free_port(), free_port()), asked, seed)
    except KeyboardInterrupt:
        print("Broken off.")
    finally:
        if well:
            shutil.rmtree(folder, ignore_errors=True)
        else:
            print(f"What the parts wrote is in {folder}.")
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
