"""Plain values for machines that watch the site: request ids, who may ask, Prometheus' text format."""

import hmac
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from ipaddress import IPv4Network, IPv6Network, ip_address
from threading import Lock

REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
BOUNDS = (10, 50, 100, 250, 500, 1000, 2500, 5000, 10000)  # milliseconds
Labels = tuple[tuple[str, str], ...]


def sane_request_id(given: str) -> str:
    """Return the id that a caller gave; "" unless it is fit for a log."""
    return given if REQUEST_ID.fullmatch(given) else ""


def may_read_metrics(
    address: str, authorization: str, networks: Iterable[IPv4Network | IPv6Network], token: str
) -> bool:
    """Return whether a reader at this network address, with this Authorization header, may read metrics. Without
    networks and token nobody may."""
    if token and hmac.compare_digest(authorization.encode(), f"Bearer {token}".encode()):
        return True
    try:
        reader = ip_address(address)
    except ValueError:
        return False
    return any(reader in network for network in networks)


def in_seconds(milliseconds: int) -> str:
    return f"{milliseconds // 1000}.{milliseconds % 1000:03}"


def metric(name: str, kind: str, about: str, values: Iterable[tuple[Labels, object]]) -> list[str]:
    """Return the lines of one metric: its description and each of its values. Labels may hold any text."""
    return [f"# HELP {name} {about}", f"# TYPE {name} {kind}", *(_line(name, *value) for value in values)]


def gauges(name: str, about: str, label: str, values: Mapping[str, int]) -> list[str]:
    """Return a metric with one value for each key."""
    return metric(name, "gauge", about, [(((label, key),), value) for key, value in values.items()])


def _line(name: str, labels: Labels, value: object) -> str:
    escaped = (text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n") for _, text in labels)
    inside = ",".join(f'{key}="{text}"' for (key, _), text in zip(labels, escaped, strict=True))
    return f"{name}{{{inside}}} {value}" if inside else f"{name} {value}"


class RequestCount:
    """The number of requests by route and status, and their durations. One for a process; threads share it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._seen: dict[Labels, list[int]] = defaultdict(lambda: [0] * (len(BOUNDS) + 2))

    def add(self, method: str, route: str, status: int, milliseconds: int) -> None:
        key = (("method", method), ("route", route), ("status", str(status)))
        slowest = sum(bound < milliseconds for bound in BOUNDS)
        with self._lock:
            seen = self._seen[key]
            seen[slowest] += 1
            seen[-1] += milliseconds

    def lines(self, process: int) -> list[str]:
        """Return a histogram in seconds by method, route and status. A scrape meets any of the processes: the lines say
        which."""
        name = "corner_office_request_duration_seconds"
        lines = [f"# HELP {name} Requests answered by this process.", f"# TYPE {name} histogram"]
        with self._lock:
            everything = sorted((labels, list(seen)) for labels, seen in self._seen.items())
        for seen_as, (*buckets, total) in everything:
            labels = (*seen_as, ("process", str(process)))
            so_far = 0
            for bound, count in zip([*map(in_seconds, BOUNDS), "+Inf"], buckets, strict=True):
                so_far += count
                lines.append(_line(f"{name}_bucket", (*labels, ("le", bound)), so_far))
            lines.append(_line(f"{name}_sum", labels, in_seconds(total)))
            lines.append(_line(f"{name}_count", labels, so_far))
        return lines
