from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("characters", "0005_owner_labels"),
        ("league", "0015_passports"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="draw",
            name="made_by_name",
            field=models.CharField(blank=True, db_default="", default="", max_length=150),
        ),
        migrations.AddField(
            model_name="drawchange",
            name="by_name",
            field=models.CharField(blank=True, db_default="", default="", max_length=150),
        ),
        migrations.AddField(
            model_name="entry",
            name="registered_by_name",
            field=models.CharField(blank=True, db_default="", default="", max_length=150),
        ),
        migrations.SeparateDatabaseAndState(  # SQLite would write the table again, without its triggers
            database_operations=[
                migrations.RunSQL(
                    "ALTER TABLE league_ledgerentry ADD COLUMN by_name varchar(150) DEFAULT '' NOT NULL",
                    "ALTER TABLE league_ledgerentry DROP COLUMN by_name",
                )
            ],
            state_operations=[
                migrations.AddField(
                    model_name="ledgerentry",
                    name="by_name",
                    field=models.CharField(blank=True, db_default="", default="", max_length=150),
                ),
            ],
        ),
        migrations.AddField(
            model_name="round",
            name="ended_by_name",
            field=models.CharField(blank=True, db_default="", default="", max_length=150),
        ),
        migrations.AddField(
            model_name="ruling",
            name="by_name",
            field=models.CharField(blank=True, db_default="", default="", max_length=150),
        ),
        migrations.AddField(
            model_name="ruling",
            name="rescinded_by_name",
            field=models.CharField(blank=True, db_default="", default="", max_length=150),
        ),
        migrations.AddField(
            model_name="tablereport",
            name="by_name",
            field=models.CharField(blank=True, db_default="", default="", max_length=150),
        ),
        migrations.AddField(
            model_name="tournament",
            name="created_by_name",
            field=models.CharField(blank=True, db_default="", default="", max_length=150),
        ),
        migrations.AddConstraint(
            model_name="draw",
            constraint=models.CheckConstraint(
                condition=models.Q(("made_by", None), ("made_by_name", ""), _connector="OR"),
                name="draw_by_account_or_text",
            ),
        ),
        migrations.AddConstraint(
            model_name="drawchange",
            constraint=models.CheckConstraint(
                condition=models.Q(("by", None), ("by_name", ""), _connector="OR"),
                name="draw_change_by_account_or_text",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("registered_by", None), ("registered_by_name", ""), _connector="OR"),
                name="entry_by_account_or_text",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=models.Q(("ended_by", None), ("ended_by_name", ""), _connector="OR"),
                name="round_by_account_or_text",
            ),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("by", None), ("by_name", ""), _connector="OR"),
                    models.Q(("rescinded_by", None), ("rescinded_by_name", ""), _connector="OR"),
                ),
                name="ruling_by_account_or_text",
            ),
        ),
        migrations.AddConstraint(
            model_name="tablereport",
            constraint=models.CheckConstraint(
                condition=models.Q(("by", None), ("by_name", ""), _connector="OR"),
                name="table_report_by_account_or_text",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("created_by", None), ("created_by_name", ""), _connector="OR"),
                name="tournament_by_account_or_text",
            ),
        ),
    ]
