"""Connect the engine to other ecosystems. Each module needs its own package, and nothing here imports it."""
