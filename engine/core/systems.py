"""Register game systems, one line each; a system is imported on first use."""

from collections.abc import Iterator, Mapping
from importlib import import_module

from engine.core.errors import UnknownSystem
from engine.core.system import System


class Systems(Mapping[str, System]):
    """The systems by key. A registration is `key` and `module:attribute`, loaded on first use."""

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = dict(places)
        self._loaded: dict[str, System] = {}

    def register(self, key: str, place: str) -> None:
        """Add a system, or replace one. `place` is `package.module:attribute`."""
        self._places[key] = place
        self._loaded.pop(key, None)

    def forget(self, key: str) -> None:
        """Remove a registration, for tests that bring a system of their own."""
        self._places.pop(key, None)
        self._loaded.pop(key, None)

    def __getitem__(self, key: str) -> System:
        if key not in self._places:
            raise UnknownSystem(f"There is no game system '{key}'; known are {', '.join(sorted(self._places))}.")
        if key not in self._loaded:
            module, _, attribute = self._places[key].partition(":")
            system = getattr(import_module(module), attribute)
            if not isinstance(system, System):
                raise UnknownSystem(f"'{self._places[key]}' is no game system.")
            self._loaded[key] = system
        return self._loaded[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __contains__(self, key: object) -> bool:
        return key in self._places

    def __len__(self) -> int:
        return len(self._places)
