import hashlib
import secrets
from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.utils.translation import gettext_noop

NOT_PLAYED = gettext_noop("The site was upgraded before the bots played this game. Order it again.")
AGREED = ("mode", "target", "minutes", "choices", "board", "edition", "formula")
EDITION = "london"


def close_what_waits(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """What the bots had not played yet becomes a closed play that says so, and who ordered it is told. The games that
    they have played stand for themselves."""
    for order in apps.get_model("league", "BotGame").objects.filter(status__in=("waiting", "playing")).order_by("pk"):
        play = _closed_play(apps, order)
        apps.get_model("league", "SeasonPlay").objects.create(play=play, season_id=order.season_id)
        apps.get_model("league", "Notice").objects.create(
            user_id=order.ordered_by_id,
            league_id=order.season.league_id,
            key=f"closed play {play.pk}",
            kind="finished",
            subject="A game that you ordered from the bots is not played",
            text=NOT_PLAYED,
            link=f"/play/{play.pk}/",
        )


def _closed_play(apps: StateApps, order: Any) -> Any:
    secret, said = secrets.token_bytes(32), order.table
    known = apps.get_model("characters", "Character").objects.in_bulk([one["character"] for one in said["seats"]])
    seated = [(known.get(one["character"]), one["bot"]) for one in said["seats"]]
    play = apps.get_model("games", "Play").objects.create(
        system=said["system"],
        edition=said.get("edition") or next((who.edition for who, _bot in seated if who), EDITION),
        table={name: said[name] for name in AGREED if name in said},
        counts=True,
        status="closed",
        secret=secret,
        commitment=hashlib.sha256(secret).hexdigest(),
        problem=NOT_PLAYED,
        opened_by_id=order.ordered_by_id,
        opened_at=order.ordered_at,
    )
    for number, (who, bot) in enumerate(seated, start=1):
        name = who.name if who else f"{bot.partition(':')[0].strip().title()} bot {number}"
        play.seats.create(seat=number, character=who, name=name, bot=bot, salt=secrets.token_hex(16))
    return play


class Migration(migrations.Migration):
    dependencies = [
        ("characters", "0007_pictures"),
        ("games", "0010_games_of_bots"),
        ("league", "0037_played_on_the_site"),
    ]

    operations = [
        migrations.RunPython(close_what_waits, migrations.RunPython.noop, elidable=True),
        migrations.DeleteModel(name="BotGame"),
    ]
