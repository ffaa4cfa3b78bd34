"""The laptop in a hall saves itself on a second place, and another laptop goes on from there.

Each copy has the whole database and what is kept beside it, so sign-ins and the codes on the tables go on to hold. The
name of a laptop is in no copy: one that does not find its own in the database is the next to write.
"""

import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import requests
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.translatable import said
from league.accounts.services.demo import open_demo_account
from league.core.operations.services import back_up, finished_file, restore
from league.core.services.installation_key import kept_secret
from league.models import Hall, Laptop
from league.tournaments.entries.services.tournament_log import lock_tournament, log_event
from league.tournaments.hall.queries import Content, hall_here, written_here
from league.tournaments.hall.rules.files import (
    KEPT,
    MOST_BYTES,
    MOST_DATABASE,
    BadHallFile,
    read_file,
    read_seal,
    salt_in,
)
from league.tournaments.hall.services.back import opened
from league.tournaments.hall.services.in_hall import file_for_home, news_of, open_file, unseal

AT_HOME, BESIDE = 20, 2  # seconds that home has to answer, and a laptop in the same network
NAME = "hall"  # beside a database that was opened on the page: what `run.py` calls its folder from then on
MOST_TOLD = 300  # characters of a refusal


def whole_file(hall: Hall) -> bytes:
    """Return the file by which the tournament comes home, and by which another laptop can go on."""
    content = news_of(hall)
    with TemporaryDirectory() as folder:
        back_up(to=Path(folder, "copy"))
        database = Path(folder, "copy").read_bytes()
    kept = {name: path.read_text() for name in KEPT if (path := settings.VAR_DIR / name).exists()}
    packed = b64encode(zlib.compress(database, 1)).decode()
    return file_for_home(hall, {**content, "laptop": {"database": packed, "kept": kept}})


def keep_copy() -> None:
    """Write a copy to the second place, if one is named and anything is new. What is wrong with it is on the page of
    the hall until a copy succeeds. A copy there by another laptop, which goes on since, is left alone."""
    hall, place = hall_here(), settings.HALL_COPIES
    laptop = Laptop.objects.filter(hall=hall, left_at=None).first()
    if hall is None or laptop is None or not place or laptop.copied >= (written := written_here()):
        return
    try:
        to = Path(place, f"{hall.tournament.slug}.hall")
        if _another_goes_on(hall, to):
            return leave(hall=hall)
        copy = whole_file(hall)
        if len(copy) > MOST_BYTES:
            raise ValidationError(_("A copy would have more than {size} MB.").format(size=MOST_BYTES // 1_000_000))
        with finished_file(to, True) as unfinished:
            unfinished.write_bytes(copy)
        done = {"copied": written, "copied_at": timezone.now(), "copy_problem": ""}
    except ValidationError as error:
        done = {"copy_problem": " ".join(error.messages)}
    Laptop.objects.filter(hall=hall).update(**done)


def _another_goes_on(hall: Hall, file: Path) -> bool:
    """Return whether a later laptop of this hall wrote the file. Raise ValidationError if it is another hall's."""
    try:
        if not file.exists():
            return False
        if file.stat().st_size > MOST_BYTES:
            raise BadHallFile
        written = read_file(file.read_bytes(), read_seal(hall.seal))["hall"]
    except (BadHallFile, OSError) as error:
        raise ValidationError(_("{file} is of another hall, or can't be read.").format(file=file)) from error
    return bool(written["writer"] > hall.writer)


def later_copy(hall: Hall, data: bytes) -> Content | None:
    """Return what is in the file if it is the copy of a laptop that went on after this one."""
    try:
        content = read_file(data, read_seal(hall.seal))
    except BadHallFile:
        return None
    return content if "laptop" in content and content["hall"]["writer"] > hall.writer else None


def go_on_from(*, content: Content) -> None:
    """Make this installation the one of which the file has a copy; what it had of an earlier laptop of the hall is kept
    beside it. Raise BadHallFile for a file without a copy, and ValidationError, with nothing changed, if something
    else is here, a process has it open, or a later version wrote the file."""
    try:
        unpacker = zlib.decompressobj()
        database = unpacker.decompress(b64decode(content["laptop"]["database"]), MOST_DATABASE)
        kept = {name: str(content["laptop"]["kept"][name]) for name in KEPT if name in content["laptop"]["kept"]}
    except (AttributeError, KeyError, TypeError, ValueError, zlib.error) as error:
        raise BadHallFile(said("The file has no copy of a laptop. Open the one that was taken along.")) from error
    for name, text in kept.items():
        with finished_file(settings.VAR_DIR / name, True) as unfinished:
            unfinished.write_text(text)
    with TemporaryDirectory() as folder, _put_aside():
        copy = Path(folder, "copy")
        copy.write_bytes(database)
        restore(source=copy)
    call_command("migrate", verbosity=0)


@contextmanager
def _put_aside() -> Iterator[None]:
    """Give the database of an earlier laptop another name, and its own again if what follows is refused."""
    if hall_here() is None:
        yield
        return
    database = Path(connection.settings_dict["NAME"])
    aside = database.with_name(f"until-{timezone.now():%Y-%m-%d-%H%M%S}.sqlite3")
    connection.close()
    if Path(f"{database}-wal").exists():
        raise ValidationError(_("This hall is open here. Close it first: Ctrl-C where it runs."))
    database.rename(aside)
    try:
        yield
    except ValidationError:
        connection.close()
        aside.replace(database)
        raise


@transaction.atomic
def go_on_here(*, hall: Hall, addresses: Sequence[str]) -> None:
    """Write down where phones reach this laptop, and if it is a new one, that it writes from now on."""
    name, here = kept_secret("laptop"), lock_tournament(hall.tournament_id, hall=hall.tournament.hall_id)
    laptop, _new = Laptop.objects.get_or_create(hall=hall, defaults={"name": name})
    if laptop.name != name:
        laptop.earlier = " ".join({*laptop.earlier.split(), *laptop.addresses.split()} - {*addresses})
        laptop.name, laptop.copied, laptop.copied_at, laptop.copy_problem, laptop.refused = name, 0, None, "", ""
        hall.writer += 1
        hall.save(update_fields=["writer"])
        text = said("Another laptop goes on with {tournament}.", tournament=here.name)
        log_event(tournament=here, kind="taken_along", text=text, rows=[here], key=hall.key)
    laptop.addresses = " ".join(addresses)
    laptop.save()


def addresses_here() -> list[str]:
    """Return where phones reach this laptop."""
    return [f"http://{host}:{urlsplit(settings.SITE_URL).port}" for host in settings.HALL_HOSTS]


@transaction.atomic
def open_here(*, data: bytes, words: str) -> Hall:
    """Open what was taken along on this laptop, which was started without a file, and let the staff sign in. Raise
    WrongWords, BadHallFile, FileRefused, and ValidationError as `open_file`, and for a hall that has begun."""
    salt = salt_in(data).hex()
    content = unseal(data, words)
    if "laptop" in content or (settings.VAR_DIR.parent / salt).exists():
        text = _("A hall that has begun goes on with a command. Close this one (Ctrl-C) and start: {command}")
        raise ValidationError(text.format(command="python3 run.py hall FILE"))
    hall = open_file(content=content)
    go_on_here(hall=hall, addresses=addresses_here())
    let_staff_in(hall)
    with finished_file(settings.VAR_DIR / NAME, True) as unfinished:
        unfinished.write_text(salt)
    return hall


def let_staff_in(hall: Hall) -> dict[str, str]:
    """Give everybody of the staff a password, and return what they type by user name."""
    staff = hall.tournament.season.league.memberships.select_related("user").order_by("user__username")
    return {member.user.get_username(): open_demo_account(user=member.user) for member in staff}


def name_network(*, hall: Hall, name: str, password: str) -> None:
    """Write down the Wi-Fi that phones join, for everybody at the desk."""
    Laptop.objects.filter(hall=hall).update(network=name, password=password)


@transaction.atomic
def leave(*, hall: Hall) -> None:
    """Write nothing here from now on, because another laptop goes on."""
    here = lock_tournament(hall.tournament_id, hall=hall.tournament.hall_id)
    Laptop.objects.filter(hall=hall).update(left_at=timezone.now())
    here.hall = hall
    here.save(update_fields=["hall"])


def hear(*, hall: Hall, content: bytes) -> None:
    """Read what another laptop of this hall has sent to this one. Raise BadHallFile, and ValidationError unless it is
    one that went on after this."""
    _hall, sent = opened(hall.tournament, content)
    if sent["hall"]["writer"] <= hall.writer:
        raise ValidationError(_("This laptop goes on."))
    leave(hall=hall)


def send_out(hall: Hall) -> bool:
    """Tell an earlier laptop that this one goes on, and send home what is new. Return whether home has everything now.
    Without a network it is tried again the next time; nothing here waits for it.

    What is not on the second place yet waits until it is: home never knows more than the laptop that goes on from
    there."""
    laptop, written = Laptop.objects.get(hall=hall), written_here()
    if any(_sent(hall, address, news_of(hall), seconds=BESIDE) == "" for address in laptop.earlier.split()):
        Laptop.objects.filter(hall=hall).update(earlier="")
    is_safe = not settings.HALL_COPIES or laptop.copied >= written or laptop.copy_problem
    if laptop.left_at is None and is_safe and hall.revision < written:
        content = news_of(hall)
        refused = _sent(hall, hall.home, content, seconds=AT_HOME)
        if refused == "":
            hall.revision, hall.as_of = content["hall"]["revision"], timezone.now()
            hall.save(update_fields=["revision", "as_of"])
        if refused is not None:
            Laptop.objects.filter(hall=hall).update(refused=refused)
    return hall.revision >= written


def _sent(hall: Hall, address: str, content: Content, *, seconds: int) -> str | None:
    """Send a file to home, or to another laptop of the hall, and return why it was refused: "" if it was taken, None
    without an answer. Where a later laptop is known, this one leaves."""
    file = (f"{hall.tournament.slug}.hall", file_for_home(hall, content))
    try:
        answer = requests.post(f"{address}/halls/{hall.key}/", files={"file": file}, timeout=seconds)
        if answer.status_code == HTTPStatus.ACCEPTED:
            return ""
        told = answer.json()
        if told["writer"] > hall.writer:
            leave(hall=hall)
        return str(told["refused"])[:MOST_TOLD]
    except (requests.RequestException, ValueError, KeyError, TypeError):
        return None
