"""A pytest plugin for one run against a mutant: imports it in place of the module, and keeps tests off the database.

MUTANT_MODULE names the module, MUTANT_SOURCE the file with the changed source. Nothing in the work tree is touched,
so a run that is broken off leaves nothing behind.
"""

import os
import sys
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType

import pytest
from hypothesis import Phase
from hypothesis import settings as hypothesis_settings

# One example that fails is enough; nobody reads the smallest one.
hypothesis_settings.register_profile(
    "mutants", phases=[Phase.explicit, Phase.generate], deadline=None, database=None, derandomize=True
)


class Changed(SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType:
        source = Path(os.environ["MUTANT_SOURCE"]).read_text(encoding="utf-8")
        return compile(source, self.path, "exec", dont_inherit=True)


class Finder:
    """Answers for the one module that is changed."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name != os.environ["MUTANT_MODULE"]:
            return None
        spec = PathFinder.find_spec(name, path)
        assert spec is not None and spec.origin is not None, f"{name} is no module of this project"
        spec.loader = Changed(name, spec.origin)
        return spec


def needs_database(item: pytest.Item) -> bool:
    return item.get_closest_marker("django_db") is not None or "db" in getattr(item, "fixturenames", ())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Rules are proved without a database, and its schema alone takes longer than all of their tests."""
    if os.environ.get("MUTANT_TESTS") == "pure":
        slow = [item for item in items if needs_database(item)]
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in slow]


if "MUTANT_SOURCE" in os.environ:
    sys.meta_path.insert(0, Finder)  # type: ignore[arg-type]
