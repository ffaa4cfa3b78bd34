"""Read one digit in each box, with a probability for every answer.

The network is small (`league/photo/data/digits.onnx`, with its training log beside it) and runs in OpenCV. It knows
two answers beside the ten digits: an empty box, and what is not a digit, such as a figure that was crossed out.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from league.photo.rules.settling import CLASSES

WIDTH, HEIGHT = 24, 28  # of what the network sees of a box, in pixels
FAINTEST = 0.22  # the darkest ink of a box counts as black, if it is at least so much darker than the paper
NETWORK = Path(__file__).parent.parent / "data" / "digits.onnx"

Ink = NDArray[np.float32]


def as_seen(ink: Ink) -> Ink:
    """Return the inside of a box as the network expects it. `ink` is 0 for paper and 1 for black, of any size."""
    small = cv2.resize(ink, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    darkest = max(float(np.partition(small, -8, axis=None)[-8]), FAINTEST)
    return np.asarray(np.clip(small / darkest, 0, 1), np.float32)


def digit_probabilities(boxes: Sequence[Ink]) -> NDArray[np.float32]:
    """Return a row of `CLASSES` probabilities for the inside of each box."""
    if not boxes:
        return np.zeros((0, CLASSES), np.float32)
    network = _network()
    network.setInput(np.stack([as_seen(box) for box in boxes])[:, None])
    scores = network.forward()
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: NDArray[np.float32] = powers / powers.sum(axis=1, keepdims=True)
    return shares


@cache
def _network() -> cv2.dnn.Net:
    # An array, because OpenCV 5.0.0 crashes on bytes.
    return cv2.dnn.readNetFromONNX(np.frombuffer(NETWORK.read_bytes(), np.uint8))
