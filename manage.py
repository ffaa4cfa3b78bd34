#!/usr/bin/env python3
import gc
import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
    gc.disable()  # until `league.apps` is ready: what modules make on their way in is no garbage
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
