"""A Redis number for every process of a parallel run, counted upwards from the one in REDIS_URL.

pytest-django gives each of them a database. A plugin and no fixture: the settings read the address first, and the
workers that the fault tests start inherit it.
"""

import os
from collections.abc import Mapping
from urllib.parse import urlsplit

DATABASES = 16


def own_redis(environment: Mapping[str, str]) -> str:
    """The address for this process; refuses a number that Redis does not have, so that nobody flushes another's."""
    address = urlsplit(environment["REDIS_URL"])
    number = int(address.path.strip("/") or 0) + int(environment.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    if number >= DATABASES:
        raise ValueError(f"Redis has no database {number}: fewer processes (-n) or a lower number in REDIS_URL.")
    return address._replace(path=f"/{number}").geturl()


if os.environ.get("REDIS_URL"):
    os.environ["REDIS_URL"] = own_redis(os.environ)
