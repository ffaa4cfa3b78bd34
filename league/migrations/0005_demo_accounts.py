import django.db.models.deletion
from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.db import migrations, models

KNOWN = "corner-office"


def close_what_everybody_knows(apps, schema_editor):
    """Demo accounts had a password that is published. A local start gives them new ones."""
    demo = apps.get_model("league", "DemoAccount")
    for user in apps.get_model("auth", "User").objects.filter(username__in=("organiser", "player00")):
        if check_password(KNOWN, user.password):
            user.password = make_password(None)
            user.save(update_fields=["password"])
            demo.objects.create(user=user)


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("league", "0004_times_within_bounds"),
    ]

    operations = [
        migrations.CreateModel(
            name="DemoAccount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="demo_account",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.RunPython(close_what_everybody_knows, migrations.RunPython.noop),
    ]
