import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import OuterRef, Q, Subquery


def label_owners_made_by_files(apps, schema_editor):
    """Accounts that files made: no password, never signed in, so nobody has agreed to anything. Their names become
    labels; accounts and memberships stay."""
    user = apps.get_model(*settings.AUTH_USER_MODEL.split("."))
    made = user.objects.filter(password__startswith="!", last_login=None, is_staff=False, is_superuser=False)
    name = Subquery(user.objects.filter(pk=OuterRef("owner")).values("username"))
    apps.get_model("characters", "Character").objects.filter(owner__in=made).update(owner_label=name, owner=None)


def give_labels_back(apps, schema_editor):
    user = apps.get_model(*settings.AUTH_USER_MODEL.split("."))
    named = Subquery(user.objects.filter(username=OuterRef("owner_label")).values("pk"))
    characters = apps.get_model("characters", "Character").objects
    characters.filter(~Q(owner_label=""), owner=None).update(owner=named)


class Migration(migrations.Migration):
    dependencies = [
        ("characters", "0004_rescinded_rows_are_kept"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="character",
            name="owner_label",
            field=models.CharField(blank=True, db_default="", default="", max_length=150),
        ),
        migrations.AlterField(
            model_name="character",
            name="owner",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="characters",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RunPython(label_owners_made_by_files, give_labels_back),
    ]
