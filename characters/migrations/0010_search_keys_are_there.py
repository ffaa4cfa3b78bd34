from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """Apart from the rows that are filled: PostgreSQL alters no table with changes that wait."""

    dependencies = [("characters", "0009_former_names_and_labels_are_searched")]
    operations = [
        migrations.AddConstraint(
            "formername", models.CheckConstraint(condition=~Q(search_key=""), name="former_name_can_be_found")
        ),
        migrations.AddConstraint(
            "character",
            models.CheckConstraint(
                condition=Q(owner_label="", label_search_key="") | ~Q(owner_label="") & ~Q(label_search_key=""),
                name="character_label_can_be_found",
            ),
        ),
    ]
