"""Define Office Job as a game system. Options: {"settings": see engine.office_job.settings}."""

from engine.core.tables import TableSystem
from engine.office_job import SEATS, TITLE
from engine.office_job.bots import BOTS
from engine.office_job.game import OfficeJob, open_game
from engine.office_job.table import make_table

OFFICE_JOB = TableSystem(
    key="office_job",
    title=TITLE,
    seats=SEATS,
    version=OfficeJob.version,
    game=OfficeJob,
    make_table=make_table,
    open=open_game,
    bots=BOTS,
)
