"""Photos of printed sheets, piles of them, how long a league keeps them, and how often people changed what was read.

The tables of the site stay whole if this app is left out after it was used: nothing in the database refuses to
delete a report because of its photo.
"""

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from games.models import Leased, SaidField, Sheet
from league.models import League, Round, Table, TableReport

LONGEST_DAYS, USUAL_DAYS = 730, 90


class SheetPhoto(models.Model):
    """Hold a photo as it was encoded again, and what was `read` of it. Until it is sent (`device`: the digest of the
    phone's secret, or of the form) nobody else sees it, and there is one for a table or a form. Then it is the evidence
    of a seat's report of its table, or of a version of a game's sheet: one that was entered from it, or by which a
    referee decided the table."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, null=True, related_name="+", db_constraint=False)
    report = models.OneToOneField(
        TableReport, on_delete=models.CASCADE, null=True, related_name="+", db_constraint=False
    )
    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, null=True, related_name="+", db_constraint=False)
    device = models.CharField(max_length=64, blank=True, default="")
    taken_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    content = models.BinaryField()
    read = models.JSONField(default=dict)
    taken_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("table", "device"), condition=Q(report=None, sheet=None), name="sheet_photo_one_unsent"
            ),
            models.UniqueConstraint(
                fields=("device",), condition=Q(table=None, sheet=None), name="sheet_photo_of_form"
            ),
            models.CheckConstraint(
                condition=Q(Q(report=None, sheet=None), ~Q(device=""))
                | Q(report__isnull=False, table__isnull=False, sheet=None, device="")
                | Q(report=None, sheet__isnull=False, device=""),
                name="sheet_photo_unsent_or_of_one",
            ),
        )

    def __str__(self) -> str:
        return f"photo {self.pk} of table {self.table_id}, sheet {self.sheet_id}"


class PilePhoto(Leased):
    """Hold one of the photos that a referee uploaded for a round: a job while it waits, then read as the sheet of
    `table` or refused with the `reason`. `sure` and `asked` count figures. `content` is the file while it waits, then
    the photo as it was encoded again, empty if the file was not a picture; `name` is that of the file."""

    WAITING, READ, REFUSED = STATUSES = ("waiting", "read", "refused")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="+", db_constraint=False)
    name = models.CharField(max_length=100)
    content = models.BinaryField()
    status = models.CharField(max_length=7, default=WAITING)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, null=True, related_name="+", db_constraint=False)
    sure = models.PositiveSmallIntegerField(default=0)
    asked = models.PositiveSmallIntegerField(default=0)
    read = models.JSONField(default=dict)
    reason = SaidField(max_length=300, blank=True)
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    uploaded_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("id",)
        constraints = (
            models.CheckConstraint(
                condition=Q(status="waiting", table=None)
                | Q(status="read", table__isnull=False)
                | Q(status="refused", table=None),
                name="pile_photo_read_has_table",
            ),
        )
        indexes = (models.Index(fields=("id",), condition=Q(status="waiting"), name="photos_to_read"),)

    def __str__(self) -> str:
        return f"photo {self.pk} of round {self.round_id}"


class PhotoSettings(models.Model):
    """Set how many days a league keeps photos after the result was confirmed; 0 keeps none."""

    league = models.OneToOneField(
        League, on_delete=models.CASCADE, primary_key=True, related_name="+", db_constraint=False
    )
    days = models.PositiveSmallIntegerField(default=USUAL_DAYS, validators=[MaxValueValidator(LONGEST_DAYS)])

    class Meta:
        constraints = (models.CheckConstraint(condition=Q(days__lte=LONGEST_DAYS), name="photo_settings_days"),)

    def __str__(self) -> str:
        return f"{self.days} days"


class ReadCount(models.Model):
    """Count for one figure of a report the cells that were `sure` and how many of them were `changed`, the cells
    `asked` about and how many of them were `right` as guessed. It says neither which table nor who."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="+", db_constraint=False)
    system = models.CharField(max_length=40)
    figure = models.CharField(max_length=40)
    sure = models.PositiveSmallIntegerField()
    changed = models.PositiveSmallIntegerField()
    asked = models.PositiveSmallIntegerField()
    right = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("id",)
        constraints = (
            models.CheckConstraint(
                condition=Q(changed__lte=F("sure"), right__lte=F("asked")), name="read_count_adds_up"
            ),
        )

    def __str__(self) -> str:
        return f"{self.system}: {self.figure}"
