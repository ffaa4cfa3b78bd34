"""What docs/commands.md says of the commands, read from the commands themselves.

`python -m tests.command_page` writes it.
"""

import os
from argparse import Action
from pathlib import Path

import django
from django.core.management import BaseCommand, find_commands, get_commands, load_command_class
from django.core.management import __path__ as of_django

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "commands.md"
FLOORS = ("league", "games", "characters")
TOP = """\
# Commands

`python manage.py COMMAND`, in the environment: `.venv/bin/python manage.py COMMAND`, on Windows
`.venv\\Scripts\\python manage.py COMMAND`.

A command ends with 0 when it is done, with 1 when it refused (nothing has changed, and the reasons are on standard
error, one a line), and with 2 when it was not called properly. Imports are all or nothing: every problem of a file is
listed, and the same file again changes nothing. `-` in place of a FILE is standard input. *How it works* on the site
explains the columns of `characters.csv`, `results.csv` and `entries.csv`; every export can be imported again.

`python manage.py COMMAND --help` also lists the options that every command of Django has. The engine has commands of
its own, see [engine/README.md](../engine/README.md). `python -m tests.command_page` writes this page.
"""


def page() -> str:
    return TOP + "".join(f"\n{_section(name, command)}" for name, command in commands().items())


def commands() -> dict[str, BaseCommand]:
    """Return our own commands by name, without those that only change one of Django's."""
    names = set(get_commands()) - set(find_commands(of_django[0]))
    ours = {name: app for name, app in get_commands().items() if name in names and app.partition(".")[0] in FLOORS}
    return {name: load_command_class(app, name) for name, app in sorted(ours.items())}


def _section(name: str, command: BaseCommand) -> str:
    of_every_command = {action.dest for action in BaseCommand().create_parser("manage.py", name)._actions}
    actions = [one for one in command.create_parser("manage.py", name)._actions if one.dest not in of_every_command]
    actions.sort(key=lambda action: bool(action.option_strings))
    usage = " ".join(["manage.py", name, *map(_usage, actions)])
    descriptions = [f"- `{_call(action)}`: {_help(action)}" for action in actions if _help(action)]
    return "\n".join([f"## {name}", "", command.help, "", f"    {usage}", "", *descriptions, ""]).rstrip("\n") + "\n"


def _usage(action: Action) -> str:
    call = f"{_call(action)} ..." if action.nargs in ("*", "+") else _call(action)
    return call if action.required and action.nargs != "*" else f"[{call}]"


def _call(action: Action) -> str:
    """Return an argument as it is typed, such as `--format table|json|csv` or `FILE`."""
    value = "|".join(map(str, action.choices or ())) or str(action.metavar or action.dest.upper())
    if not action.option_strings:
        return value
    return action.option_strings[-1] if action.nargs == 0 else f"{action.option_strings[-1]} {value}"


def _help(action: Action) -> str:
    """Return what is said of an argument, with its default where that is a word or a number of use."""
    text, default = action.help or "", action.default
    if action.nargs == 0 or action.choices or not default or not isinstance(default, int | str) or "default" in text:
        return text
    return f"{text} (default: {default})".strip()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
    django.setup()
    PAGE.write_text(page(), encoding="utf-8")
