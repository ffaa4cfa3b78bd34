"""Whose streams are counted together."""

import pytest

from league.config.events import address_of
from league.core.live.rules import household


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7/32"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("", ""),
        ("unix:", ""),
        ("somewhere", ""),
    ],
)
def test_an_ipv6_network_counts_as_one_address(address, counted):
    assert household(address) == counted


@pytest.mark.parametrize(
    ("local", "forwarded", "address"),
    [
        (True, [b"192.0.2.7"], "127.0.0.1"),
        (False, [b"192.0.2.7"], "192.0.2.7"),
        (False, [b"10.9.9.9, 192.0.2.7"], "192.0.2.7"),
        (False, [b"10.9.9.9", b"192.0.2.7"], "192.0.2.7"),
        (False, [], ""),
    ],
)
def test_the_last_that_the_proxy_names_is_the_reader_and_locally_whoever_connects(settings, local, forwarded, address):
    settings.LOCAL = local
    headers = [(b"host", b"league.example"), *((b"x-forwarded-for", one) for one in forwarded)]
    assert address_of({"client": ("127.0.0.1", 5), "headers": headers}) == address
