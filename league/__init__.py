"""The site.

COMPILED_ENGINE names a folder with a compiled copy of the engine (`engine/building/compiled.py`), which every process
of the site then plays with.
"""

import os
import sys

if folder := os.environ.get("COMPILED_ENGINE"):
    sys.path.insert(0, folder)
