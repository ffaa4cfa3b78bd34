"""Which addresses of the network a stranger may send this site to: those of the public internet alone."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

_GLOBAL_UNICAST = IPv6Network("2000::/3")
_TRANSLATED = IPv6Network("64:ff9b::/96")


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the public internet. An IPv4 address inside an IPv6 one is judged itself.
    Raises ValueError for what is no IP address."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        inner = _inner(found)
        if inner is None:
            return found in _GLOBAL_UNICAST and found.is_global
        found = inner
    return found.is_global and not found.is_multicast


def _inner(address: IPv6Address) -> IPv4Address | None:
    if address in _TRANSLATED:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour
