import hashlib
from datetime import timedelta

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models
from django.utils import timezone
from django.utils.crypto import salted_hmac

EARLIER = "authtoken_token"
MARK = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"


def keep_earlier_tokens(apps, schema_editor):
    """They stood in plain and for ever: now as digests, for 90 days more."""
    connection = schema_editor.connection
    if EARLIER not in connection.introspection.table_names():
        return
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT user_id, key FROM {EARLIER}")
        keys = dict(cursor.fetchall())
    users = apps.get_model("auth", "User").objects.filter(pk__in=keys)
    token = apps.get_model("league", "ApiToken")
    for user in users:
        token.objects.create(
            user=user,
            name="From before",
            scope="organise",
            digest=hashlib.sha256(keys[user.pk].encode()).hexdigest(),
            password_mark=salted_hmac(MARK, user.password, algorithm="sha256").hexdigest(),
            expires_at=timezone.now() + timedelta(days=90),
        )
    schema_editor.execute(f"DROP TABLE {EARLIER}")


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0006_bot_games"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60)),
                ("scope", models.CharField(max_length=8)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("password_mark", models.CharField(max_length=64)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("expires_at", models.DateTimeField()),
                ("last_used_on", models.DateField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="api_tokens",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("scope__in", ("read", "report", "organise"))), name="token_scope_known"
                    )
                ],
            },
        ),
        migrations.RunPython(keep_earlier_tokens, migrations.RunPython.noop),
    ]
