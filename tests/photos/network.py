"""A small convolutional network in numpy: forwards, backwards, Adam, and its file as ONNX."""

import struct

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from league.photo.charts.digits import HEIGHT, WIDTH
from league.photo.rules.settling import CLASSES

FIRST, SECOND, THIRD, HIDDEN = 12, 32, 32, 64
SHAPES = {
    "w1": (FIRST, 1, 5, 5),
    "b1": (FIRST,),
    "w2": (SECOND, FIRST, 3, 3),
    "b2": (SECOND,),
    "w3": (THIRD, SECOND, 3, 3),
    "b3": (THIRD,),
    "w4": (THIRD * (HEIGHT // 4) * (WIDTH // 4), HIDDEN),
    "b4": (HIDDEN,),
    "w5": (HIDDEN, CLASSES),
    "b5": (CLASSES,),
}
MOMENTUM, SPREAD, DECAY, KEEP = 0.9, 0.999, 1e-4, 0.7


class Network:
    """Weights, their moving mean, and Adam's moments. Images are [number, channel, row, column]."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng, self.steps = rng, 0
        self.weights = {
            name: rng.normal(0, np.sqrt(2 / _inputs(shape)), shape).astype(np.float32)
            if len(shape) > 1
            else np.zeros(shape, np.float32)
            for name, shape in SHAPES.items()
        }
        self.mean = {name: weight.copy() for name, weight in self.weights.items()}
        self.first = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self.second = {name: np.zeros_like(weight) for name, weight in self.weights.items()}

    def mean_scores(self, images: np.ndarray) -> np.ndarray:
        parts = [images[at : at + 250] for at in range(0, len(images), 250)]
        return np.concatenate([self._forward(part, self.mean, keep=1)[0] for part in parts])

    def step(self, images: np.ndarray, answers: np.ndarray, *, rate: float) -> float:
        """Learn from one batch, and return its loss."""
        scores, back = self._forward(images, self.weights, keep=KEEP)
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        shares = powers / powers.sum(axis=1, keepdims=True)
        loss = -np.log(shares[range(len(answers)), answers] + 1e-9).mean()
        shares[range(len(answers)), answers] -= 1
        slopes = back(shares / len(answers))
        self.steps += 1
        held = min(0.998, self.steps / (self.steps + 20))
        for name, slope in slopes.items():
            weight, first, second = self.weights[name], self.first[name], self.second[name]
            first += (1 - MOMENTUM) * (slope - first)
            second += (1 - SPREAD) * (slope * slope - second)
            scale = np.sqrt(1 - SPREAD**self.steps) / (1 - MOMENTUM**self.steps)
            weight -= rate * (
                scale * first / (np.sqrt(second) + 1e-8) + (DECAY * 10 * weight if weight.ndim > 1 else 0)
            )
            self.mean[name] += (1 - held) * (weight - self.mean[name])
        return float(loss)

    def _forward(self, images: np.ndarray, w: dict[str, np.ndarray], *, keep: float):
        c1, back1 = convolved(images, w["w1"], w["b1"])
        p1, pool1 = pooled(np.maximum(c1, 0))
        c2, back2 = convolved(p1, w["w2"], w["b2"])
        a2 = np.maximum(c2, 0)
        c3, back3 = convolved(a2, w["w3"], w["b3"])
        p3, pool3 = pooled(np.maximum(c3, 0))
        flat = p3.reshape(len(p3), -1)
        h = flat @ w["w4"] + w["b4"]
        mask = (self.rng.random(h.shape, np.float32) < keep) / np.float32(keep) if keep < 1 else np.float32(1)
        a4 = np.maximum(h, 0) * mask
        scores = a4 @ w["w5"] + w["b5"]

        def back(slope: np.ndarray) -> dict[str, np.ndarray]:
            found = {"w5": a4.T @ slope, "b5": slope.sum(axis=0)}
            slope = (slope @ w["w5"].T) * mask * (h > 0)
            found |= {"w4": flat.T @ slope, "b4": slope.sum(axis=0)}
            slope = pool3((slope @ w["w4"].T).reshape(p3.shape)) * (c3 > 0)
            slope, found["w3"], found["b3"] = back3(slope)
            slope, found["w2"], found["b2"] = back2(slope * (c2 > 0))
            _, found["w1"], found["b1"] = back1(pool1(slope) * (c1 > 0))
            return found

        return scores, back


def _inputs(shape: tuple[int, ...]) -> int:
    return int(np.prod(shape[1:])) if len(shape) == 4 else shape[0]


def _windows(images: np.ndarray, side: int) -> np.ndarray:
    """Return a row of inputs for each pixel: [number * rows * columns, channels * side * side]."""
    pad = side // 2
    padded = np.pad(images, ((0, 0), (0, 0), (pad, pad), (pad, pad)))
    view = sliding_window_view(padded, (side, side), axis=(2, 3)).transpose(0, 2, 3, 1, 4, 5)
    return view.reshape(images.shape[0] * images.shape[2] * images.shape[3], -1)


def convolved(images: np.ndarray, weight: np.ndarray, bias: np.ndarray):
    number, channels, rows, columns = images.shape
    filters, side = weight.shape[0], weight.shape[2]
    windows = _windows(images, side)
    made = (windows @ weight.reshape(filters, -1).T + bias).reshape(number, rows, columns, filters)

    def back(slope: np.ndarray):
        flat = slope.transpose(0, 2, 3, 1).reshape(-1, filters)
        turned = weight[:, :, ::-1, ::-1].transpose(1, 0, 2, 3).reshape(channels, -1)
        below = np.empty(0)
        if channels > 1:
            below = (_windows(slope, side) @ turned.T).reshape(number, rows, columns, channels).transpose(0, 3, 1, 2)
        return below, (flat.T @ windows).reshape(weight.shape), flat.sum(axis=0)

    return made.transpose(0, 3, 1, 2), back


def pooled(images: np.ndarray):
    number, channels, rows, columns = images.shape
    fours = images.reshape(number, channels, rows // 2, 2, columns // 2, 2)
    best = fours.max(axis=(3, 5), keepdims=True)
    mask = fours == best

    def back(slope: np.ndarray) -> np.ndarray:
        return (mask * slope[:, :, :, None, :, None]).reshape(images.shape)

    return best[:, :, :, 0, :, 0], back


# ONNX is protobuf: a field is its number and kind, then a length or a whole number.
def _number(value: int) -> bytes:
    made = b""
    while True:
        value, low = value >> 7, value & 127
        made += bytes([low | 128 if value else low])
        if not value:
            return made


def _field(number: int, value: bytes | str | int) -> bytes:
    if isinstance(value, int):
        return _number(number << 3) + _number(value)
    content = value.encode() if isinstance(value, str) else value
    return _number(number << 3 | 2) + _number(len(content)) + content


def _tensor(name: str, values: np.ndarray) -> bytes:
    sizes = b"".join(_field(1, size) for size in values.shape)
    return sizes + _field(2, 1) + _field(8, name) + _field(9, values.astype("<f4").tobytes())


def _attribute(name: str, value: int | float | list[int]) -> bytes:
    if isinstance(value, list):
        return _field(1, name) + b"".join(_field(8, one) for one in value) + _field(20, 7)
    if isinstance(value, float):
        return _field(1, name) + _number(2 << 3 | 5) + struct.pack("<f", value) + _field(20, 1)
    return _field(1, name) + _field(3, value) + _field(20, 2)


def _node(kind: str, inputs: list[str], output: str, **attributes: int | float | list[int]) -> bytes:
    made = b"".join(_field(1, name) for name in inputs) + _field(2, output) + _field(3, output) + _field(4, kind)
    return made + b"".join(_field(5, _attribute(*pair)) for pair in attributes.items())


def _value(name: str, *sizes: int | str) -> bytes:
    dimensions = b"".join(_field(1, _field(2, size) if isinstance(size, str) else _field(1, size)) for size in sizes)
    return _field(1, name) + _field(2, _field(1, _field(1, 1) + _field(2, dimensions)))


def onnx(network: Network, temperature: float) -> bytes:
    """Return the file of the mean weights; the last layer is divided by the temperature."""
    weights = dict(network.mean)
    weights["w5"], weights["b5"] = weights["w5"] / temperature, weights["b5"] / temperature
    five, three = {"kernel_shape": [5, 5], "pads": [2] * 4}, {"kernel_shape": [3, 3], "pads": [1] * 4}
    pool = {"kernel_shape": [2, 2], "strides": [2, 2]}
    nodes = [
        _node("Conv", ["seen", "w1", "b1"], "c1", **five),
        _node("Relu", ["c1"], "a1"),
        _node("MaxPool", ["a1"], "p1", **pool),
        _node("Conv", ["p1", "w2", "b2"], "c2", **three),
        _node("Relu", ["c2"], "a2"),
        _node("Conv", ["a2", "w3", "b3"], "c3", **three),
        _node("Relu", ["c3"], "a3"),
        _node("MaxPool", ["a3"], "p3", **pool),
        _node("Flatten", ["p3"], "flat", axis=1),
        _node("Gemm", ["flat", "w4", "b4"], "h4"),
        _node("Relu", ["h4"], "a4"),
        _node("Gemm", ["a4", "w5", "b5"], "scores"),
    ]
    graph = b"".join(_field(1, node) for node in nodes) + _field(2, "digits")
    graph += b"".join(_field(5, _tensor(name, weight)) for name, weight in weights.items())
    graph += _field(11, _value("seen", "number", 1, HEIGHT, WIDTH)) + _field(12, _value("scores", "number", CLASSES))
    return _field(1, 8) + _field(2, "corner-office") + _field(7, graph) + _field(8, _field(1, "") + _field(2, 13))
