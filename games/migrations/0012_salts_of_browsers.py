"""Browsers give the hash of a salt before they show it. Salts of before count as shown at once."""

import hashlib

from django.db import migrations, models
from django.db.models import Q


def hash_salts(apps, schema_editor):
    for seat in apps.get_model("games", "PlaySeat").objects.exclude(salt="").iterator():
        seat.salt_hash = hashlib.sha256(bytes.fromhex(seat.salt)).hexdigest()
        seat.save(update_fields=["salt_hash"])


class Migration(migrations.Migration):
    dependencies = [("games", "0011_before_the_last_choice")]
    operations = [
        migrations.AddField("play", "sealed_at", models.DateTimeField(null=True)),
        migrations.AddField(
            "playseat", "salt_hash", models.CharField(max_length=64, blank=True, default="", db_default="")
        ),
        migrations.RemoveConstraint("playseat", "play_seat_taken_adds_chance"),
        migrations.RunPython(hash_salts, migrations.RunPython.noop, elidable=True),
        migrations.AddConstraint(
            "playseat",
            models.CheckConstraint(
                condition=Q(salt="", salt_hash="") | Q(person__isnull=False) | ~Q(bot=""),
                name="play_seat_empty_adds_nothing",
            ),
        ),
    ]
