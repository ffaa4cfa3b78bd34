"""The code by which phones join the network of a hall."""


def wifi_code(name: str, password: str) -> str:
    """Return the text of a QR code that joins a Wi-Fi; without a password an open one."""
    key = f"T:WPA;S:{_escaped(name)};P:{_escaped(password)}" if password else f"T:nopass;S:{_escaped(name)}"
    return f"WIFI:{key};;"


def _escaped(text: str) -> str:
    return "".join(f"\\{letter}" if letter in '\\;,:"' else letter for letter in text)
