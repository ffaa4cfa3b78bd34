"""What reading photos of score sheets comes to: `python3 run.py bench photo`. No photo is a real camera's: all are
rendered, written on with digits that training never saw (`tests/photos/`). BENCH_PHOTOS says how many, a thousand
without it; BENCH_WRITERS=others writes with scikit-learn's digits, where it is installed."""

import multiprocessing
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import pytest

from tests.benchmarks.measures import measured, percentile

pytest.importorskip("cv2")

from tests.photos.handwriting import other_writers
from tests.photos.measuring import a_shot, counted

pytestmark = pytest.mark.benchmark
PHOTOS = int(os.environ.get("BENCH_PHOTOS", "1000"))


def test_a_thousand_rendered_photos():
    glyphs = other_writers() if os.environ.get("BENCH_WRITERS") == "others" else None
    # A process of its own: what rendering needs is no memory of the reader's.
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as reader:
        read = [reader.submit(counted, a_shot(number, glyphs=glyphs)).result() for number in range(PHOTOS)]
    counts = sum((one.counts for one in read), Counter[str]())
    seconds = [one.seconds for one in read]

    def share(part: str, of: str) -> str:
        return f"{counts[part] / max(1, counts[of]):.2%} of {counts[of]:,}"

    wrong = counts["figures sure and wrong"] + counts["empty sure and wrong"]
    measured(
        f"{PHOTOS:,} rendered photos of score sheets",
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
    assert counts["photos"] == PHOTOS
