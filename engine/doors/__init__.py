"""Connect the engine to other ecosystems. Each module needs a package of its own, and nothing here imports it."""
