"""chat_commands: the commands for Discord, as it wants them."""

import json
from typing import Any

from django.utils.translation import override

from league.management.output import LeagueCommand
from league.site.queries.chat import COMMANDS, CONNECT

LOCALES = {"de": "de", "fr": "fr", "es": "es-ES"}
MANAGE_SERVER = "32"


class Command(LeagueCommand):
    help = "Prints the commands that Discord is to offer, as JSON to upload."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(json.dumps([_definition(name) for name in COMMANDS], ensure_ascii=False, indent=1))


def _definition(name: str) -> dict[str, Any]:
    more: dict[str, Any] = {}
    if name == CONNECT:
        option = {"type": 3, "name": "league", "description": "The last part of its address", "required": True}
        more = {"default_member_permissions": MANAGE_SERVER, "options": [option]}
    return {"name": name, "type": 1, "contexts": [0], "description": _in("en-gb", name), **more} | {
        "description_localizations": {locale: _in(language, name) for language, locale in LOCALES.items()}
    }


def _in(language: str, name: str) -> str:
    with override(language):
        return str(COMMANDS[name])
