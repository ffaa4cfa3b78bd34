"""What benchmarks print."""

from collections.abc import Sequence


def measured(title: str, *figures: str) -> None:
    print(f"\n{title}: {', '.join(figures)}")


def percentile(taken: Sequence[float], share: int) -> float:
    return sorted(taken)[min(len(taken) - 1, len(taken) * share // 100)] * 1000
