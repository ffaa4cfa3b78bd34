"""What reading photos of score sheets comes to: `python3 run.py bench photo`. No photo is a real camera's: all are
rendered, written on with digits that training never saw (`tests/photos/`). BENCH_PHOTOS says how many of the built-in
games, a thousand without it; BENCH_WRITERS=others writes with scikit-learn's digits, where it is installed."""

import multiprocessing
import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

import pytest

from tests.benchmarks.measures import measured, percentile

pytest.importorskip("cv2")

from games.rules.definitions import canonical, definition
from tests.factories.definitions import seven_on_paper
from tests.photos.handwriting import other_writers
from tests.photos.measuring import Shot, a_shot, counted

pytestmark = pytest.mark.benchmark
PHOTOS = int(os.environ.get("BENCH_PHOTOS", "1000"))
OF_OWN_GAMES = 126  # eighteen of each


@pytest.fixture
def glyphs():
    return other_writers() if os.environ.get("BENCH_WRITERS") == "others" else None


def test_a_thousand_rendered_photos(glyphs):
    measure("score sheets", PHOTOS, (a_shot(number, glyphs=glyphs) for number in range(PHOTOS)))


def test_rendered_photos_of_own_games(glyphs):
    games = [definition(canonical(raw), f"own-{key}") for key, raw in seven_on_paper().items()]
    shots = (a_shot(number, glyphs=glyphs, games=games) for number in range(OF_OWN_GAMES))
    counts = measure("own games", OF_OWN_GAMES, shots)
    assert counts["figures sure and wrong"] == counts["empty sure and wrong"] == 0


def measure(what: str, photos: int, shots: Iterator[Shot]) -> Counter[str]:
    """Read the photos, and say what came out."""
    # A process of its own: what rendering needs is no memory of the reader's.
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as reader:
        read = [reader.submit(counted, shot).result() for shot in shots]
    counts = sum((one.counts for one in read), Counter[str]())
    seconds = [one.seconds for one in read]

    def share(part: str, of: str) -> str:
        return f"{counts[part] / max(1, counts[of]):.2%} of {counts[of]:,}"

    wrong = counts["figures sure and wrong"] + counts["empty sure and wrong"]
    measured(
        f"{photos:,} rendered photos of {what}",
        f"sheets found {share('found', 'photos')}, by their own QR code {share('code', 'found')}",
        f"digits right {share('digits right', 'digits')}",
        f"empty boxes right {share('blanks right', 'blanks')}",
        f"ticks right {share('ticks right', 'ticks')}",
        f"figures shown as sure {share('figures sure', 'figures')}, cells left empty {share('empty sure', 'empty')}",
        f"of those wrong {wrong} of {counts['figures sure'] + counts['empty sure']:,}"
        f" ({counts['figures sure and wrong']} figures)",
        f"offers right {share('offers right', 'offers')}",
        f"{sum(seconds) / len(read) * 1000:.0f} ms of the processor, 95 % within {percentile(seconds, 95):.0f} ms",
        f"at most {max(one.megabytes for one in read):.0f} MB in the process",
        f"refused {', '.join(f'{name[9:]} {number}' for name, number in counts.items() if name.startswith('refused'))}",
    )
    assert counts["photos"] == photos
    return counts
