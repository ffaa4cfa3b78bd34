from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("characters", "0005_owner_labels"),
        ("games", "0005_thinking_time"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="decision",
            name="by_name",
            field=models.CharField(blank=True, db_default="", default="", max_length=150),
        ),
        migrations.AddField(
            model_name="sheet",
            name="closed_by_name",
            field=models.CharField(blank=True, db_default="", default="", max_length=150),
        ),
        migrations.AddField(
            model_name="sheet",
            name="confirmed_by_name",
            field=models.CharField(blank=True, db_default="", default="", max_length=150),
        ),
        migrations.AddField(
            model_name="sheet",
            name="sealed_people",
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name="sheet",
            name="submitted_by_name",
            field=models.CharField(blank=True, db_default="", default="", max_length=150),
        ),
        migrations.AddConstraint(
            model_name="decision",
            constraint=models.CheckConstraint(
                condition=models.Q(("by", None), ("by_name", ""), _connector="OR"), name="decision_by_account_or_text"
            ),
        ),
        migrations.AddConstraint(
            model_name="sheet",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("submitted_by", None), ("submitted_by_name", ""), _connector="OR"),
                    models.Q(("confirmed_by", None), ("confirmed_by_name", ""), _connector="OR"),
                    models.Q(("closed_by", None), ("closed_by_name", ""), _connector="OR"),
                ),
                name="sheet_by_account_or_text",
            ),
        ),
    ]
