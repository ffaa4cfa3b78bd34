"""The origin of a report, as far as a site needs it to tell two people from one."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Origin:
    """The digests of the browser's secret and of the network address. Empty for a program that does not know."""

    device: str = ""
    address: str = ""


NOWHERE = Origin()
