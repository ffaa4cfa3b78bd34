"""The key that keeps a person from being told twice that it is their turn."""


def turn_key(play: int, number: int) -> str:
    return f"turn-{play}-{number}"
