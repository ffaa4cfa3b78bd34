"""Everything that is stored about a person, table by table, as a zip of JSON and CSV.

`SECTIONS`, to which apps that may be left out add theirs, and `LEFT_OUT` together name every column that points at an
account or a character; a test holds them to the models. What is found through a character leaves out browser and
address: another person may have acted.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, Q, QuerySet

from characters.models import Character, CharacterPicture, FormerName
from games.models import Decision, Play, PlaySeat, Sheet, SheetSeat, ThinkingTime, Turn
from league.core.rules.csv_text import write_csv
from league.models import (
    Alias,
    ApiToken,
    Block,
    BoardVersion,
    BroughtPassport,
    CharacterMerge,
    CharacterOffer,
    ClaimLink,
    DemoAccount,
    Desk,
    DivisionPlace,
    Draw,
    DrawChange,
    Enrolment,
    Entry,
    Farewell,
    FileImport,
    HeadSubscription,
    HouseRulesVersion,
    IdempotencyKey,
    Invitation,
    JoinLink,
    JoinRequest,
    KnownBrowser,
    LanguageChoice,
    LedgerEntry,
    MailNotice,
    MailWish,
    Membership,
    Notice,
    NoticeWish,
    OwnDataFile,
    PersonPage,
    PlayOrigin,
    PushEndpoint,
    QuotaUse,
    Remark,
    Report,
    Round,
    Ruling,
    SecondStepOffer,
    TableReport,
    TableSeat,
    Tournament,
    TrustedKey,
    TwoPeople,
    Webhook,
)

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class DataSection:
    """Rows of a model that point at the person by any of `by`, with `fields`, paths allowed."""

    name: str
    model: type[Model]
    by: tuple[str, ...]
    fields: tuple[str, ...]

    def of(self, user: User) -> QuerySet[Any]:
        mine = Q()
        for column in self.by:
            mine |= Q(**{column: user})
        return self.model._default_manager.filter(mine)

    def rows(self, user: User) -> Iterator[Row]:
        """Yield the rows of a user, with `as`: which of `by` the user was, where there are several."""
        rows = self.of(user).order_by("pk").values(*self.by, *self.fields)
        for row in rows.iterator(chunk_size=2000):
            parts = [column for column in self.by if row[column] == user.pk]
            values = {field: row[field] for field in self.fields}
            yield {"as": ", ".join(parts), **values} if len(self.by) > 1 else values


SECTIONS = [
    DataSection("email_addresses", EmailAddress, ("user",), ("email", "verified", "primary")),
    DataSection("memberships", Membership, ("user",), ("league__name", "role", "joined_at")),
    DataSection("desk", Desk, ("user",), ("league__name", "since", "seen_at", "stands")),
    DataSection("second_steps", Authenticator, ("user",), ("type", "created_at", "last_used_at")),
    DataSection("second_step_declined", SecondStepOffer, ("user",), ("declined_at",)),
    DataSection("sessions", UserSession, ("user",), ("ip", "user_agent", "created_at", "last_seen_at")),
    DataSection("known_browsers", KnownBrowser, ("user",), ("name", "answered", "first_at", "last_at")),
    DataSection("tokens", ApiToken, ("user",), ("name", "scope", "created_at", "expires_at", "last_used_on")),
    DataSection("wish_for_letters", MailWish, ("user",), ("wanted",)),
    DataSection("letters", MailNotice, ("user",), ("subject", "text", "status", "created_at", "sent_at", "error")),
    DataSection("notices", Notice, ("user",), ("kind", "subject", "text", "link", "created_at", "read_at")),
    DataSection(
        "wishes_for_notices", NoticeWish, ("user",), ("ways", "quiet_from", "quiet_until", "zone", "digest_at")
    ),
    DataSection("browsers_with_notices", PushEndpoint, ("user",), ("browser", "url", "created_at")),
    DataSection("answers_to_programs", IdempotencyKey, ("user",), ("key", "status_code", "answer", "given_at")),
    DataSection("person_page", PersonPage, ("user",), ("shows_leagues", "shows_tournaments")),
    DataSection("language", LanguageChoice, ("user",), ("language",)),
    DataSection("demo_account", DemoAccount, ("user",), ("id",)),
    DataSection("leaving", Farewell, ("user",), ("label", "asked_at", "due_at", "refusal")),
    DataSection("files_of_own_data", OwnDataFile, ("user",), ("asked_at", "made_at", "refusal")),
    DataSection(
        "plays_opened", Play, ("opened_by",), ("system", "status", "counts", "ordered_as", "opened_at", "over_at")
    ),
    DataSection(
        "seats_at_plays", PlaySeat, ("person",), ("play", "seat", "name", "character__name", "bot", "salt_hash", "salt")
    ),
    DataSection(
        "seats_at_plays_of_your_characters",
        PlaySeat,
        ("character__owner",),
        ("play", "seat", "name", "character__name", "bot"),
    ),
    DataSection("moved_from_at_plays", PlayOrigin, ("person",), ("play", "browser", "address", "at")),
    DataSection("turns_at_plays", Turn, ("by",), ("play", "number", "action", "at")),
    DataSection(
        "papers_of_characters",
        Character,
        ("owner",),
        ("name", "owner_label", "c_level_title", "birth_month", "birth_day", "registered_at"),
    ),
    DataSection(
        "former_names_of_your_characters", FormerName, ("character__owner",), ("character__name", "name", "until")
    ),
    DataSection(
        "what_files_call_your_characters",
        Alias,
        ("character__owner",),
        ("league__name", "character__name", "name", "said_at"),
    ),
    DataSection(
        "leagues_of_your_characters", Enrolment, ("character__owner",), ("league__name", "character__name", "joined_at")
    ),
    DataSection(
        "divisions_of_your_characters",
        DivisionPlace,
        ("character__owner",),
        ("season__name", "division__name", "character__name"),
    ),
    DataSection(
        "seats_at_tables",
        TableSeat,
        ("entry__character__owner",),
        ("table__round__stage__tournament__name", "table", "seat", "claimed_at", "absent"),
    ),
    DataSection(
        "seats_of_your_characters",
        SheetSeat,
        ("character__owner",),
        (
            *("character__name", "sheet__game", "sheet__version", "sheet__status", "sheet__played_at"),
            *("seat", "won", "place", "points", "figures"),
        ),
    ),
    DataSection(
        "entries_of_your_characters",
        Entry,
        ("character__owner",),
        ("tournament__name", "character__name", "number", "status", "club", "household", "registered_at"),
    ),
    DataSection(
        "boards", BoardVersion, ("made_by",), ("board__league__name", "name", "number", "digest", "content", "made_at")
    ),
    DataSection(
        "sheets",
        Sheet,
        ("submitted_by", "confirmed_by", "closed_by"),
        (
            *("id", "game", "version", "status", "source", "played_at", "mode", "target", "minutes", "reason"),
            *("own_settings", "submitted_at", "confirmed_at", "closed_at", "closed_reason"),
        ),
    ),
    DataSection(
        "figures_that_you_reported",
        SheetSeat,
        ("sheet__submitted_by",),
        ("sheet", "seat", "name", "character__name", "won", "place", "points", "figures"),
    ),
    DataSection("remarks", Remark, ("by",), ("game", "play", "text", "at", "hidden_at", "hidden_why")),
    DataSection("decisions", Decision, ("by",), ("game", "revision", "kind", "version", "text", "at")),
    DataSection(
        "votes",
        TableReport,
        ("by",),
        ("table", "seat__seat", "sheet", "device", "address", "reported_at", "replaced_at"),
    ),
    DataSection(
        "votes_at_seats_of_your_characters",
        TableReport,
        ("seat__entry__character__owner",),
        ("table", "seat__seat", "sheet", "reported_at", "replaced_at"),
    ),
    DataSection(
        "rulings",
        Ruling,
        ("by", "rescinded_by"),
        ("tournament__name", "kind", "reason", "units", "at", "rescinded_at", "rescinded_because"),
    ),
    DataSection("ledger", LedgerEntry, ("by",), ("league__name", "tournament__name", "kind", "text", "about", "at")),
    DataSection("tournaments", Tournament, ("created_by",), ("name", "slug", "created_at")),
    DataSection(
        "registrations",
        Entry,
        ("registered_by",),
        ("tournament__name", "character__name", "status", "club", "household", "registered_at"),
    ),
    DataSection("rounds_ended", Round, ("ended_by",), ("stage__tournament__name", "number", "ended_at")),
    DataSection("draws", Draw, ("made_by",), ("tournament__name", "number", "reason", "made_at")),
    DataSection("changes_of_draws", DrawChange, ("by",), ("draw", "kind", "reason", "at")),
    DataSection("house_rules", HouseRulesVersion, ("set_by",), ("season__name", "version", "set_at")),
    DataSection(
        "invitations",
        Invitation,
        ("created_by", "used_by"),
        ("league__name", "role", "created_at", "expires_at", "used_at"),
    ),
    DataSection(
        "claim_links",
        ClaimLink,
        ("created_by", "used_by", "undone_by"),
        ("character__name", "created_at", "used_at", "undone_at"),
    ),
    DataSection(
        "join_links",
        JoinLink,
        ("created_by",),
        ("league__name", "how", "uses", "most_uses", "created_at", "expires_at", "ended_at"),
    ),
    DataSection(
        "requests_to_join", JoinRequest, ("user",), ("league__name", "name", "asked_at", "accepted", "decided_at")
    ),
    DataSection(
        "requests_that_you_decided",
        JoinRequest,
        ("decided_by",),
        ("league__name", "asked_at", "accepted", "decided_at"),
    ),
    DataSection(
        "characters_passed_on",
        CharacterOffer,
        ("made_by", "made_to"),
        ("character__name", "made_at", "accepted_at", "ended_at"),
    ),
    DataSection(
        "characters_merged",
        CharacterMerge,
        ("asked_by", "agreed_by", "undone_by", "kept_owner", "merged_owner"),
        ("kept__name", "merged__name", "asked_at", "agreed_at", "ended_at", "undone_at"),
    ),
    DataSection(
        "characters_told_apart", TwoPeople, ("said_by",), ("league__name", "first__name", "second__name", "said_at")
    ),
    DataSection("webhooks", Webhook, ("created_by",), ("league__name", "style", "kinds", "created_at")),
    DataSection(
        "uploads",
        FileImport,
        ("uploaded_by",),
        ("league__name", "kind", "name", "status", "summary", "problems", "answers", "uploaded_at", "finished_at"),
    ),
    DataSection(
        "pictures",
        CharacterPicture,
        ("uploaded_by", "character__owner"),
        ("character__name", "digest", "uploaded_at", "hidden_at", "hidden_why"),
    ),
    DataSection(
        "passports_brought",
        BroughtPassport,
        ("brought_by", "character__owner"),
        ("league__name", "character__name", "brought_at"),
    ),
    DataSection("keys_trusted", TrustedKey, ("added_by",), ("league__name", "name", "league_there", "key", "added_at")),
    DataSection("heads_by_letter", HeadSubscription, ("user",), ("days", "next_at")),
    DataSection("done_within_hours", QuotaUse, ("user",), ("kind", "hour", "amount")),
    DataSection("reports_of_pages", Report, ("made_by", "decided_by"), ("page", "why", "made_at", "decision", "note")),
    DataSection("reports_of_you", Report, ("person",), ("page", "made_at", "decision")),
    DataSection("blocked", Block, ("user",), ("why", "at")),
    DataSection("blocks_of_others", Block, ("by",), ("why", "at")),
    DataSection("thinking_time_of_bots", ThinkingTime, ("person",), ("day", "milliseconds")),
    DataSection("log_of_the_admin", LogEntry, ("user",), ("action_time", "object_repr", "change_message")),
]
# By "app.Model.field": why it is in no section of its own.
LEFT_OUT = {
    "auth.User.groups": "In `account`.",
    "auth.User.user_permissions": "In `account`.",
    "characters.Career.character": "In `characters`.",
    "characters.CareerEvent.character": "In `characters`.",
    "characters.Fact.character": "What `seats_of_your_characters` and `characters` say, once more with its digest.",
    "league.CharacterMerge.kept": "In `characters_merged`, by the people.",
    "league.CharacterMerge.merged": "In `characters_merged`, by the people.",
    "league.TwoPeople.first": "In `characters_told_apart`, by the people.",
    "league.TwoPeople.second": "In `characters_told_apart`, by the people.",
    "league.CharacterOffer.character": "In `characters_passed_on`, by the people.",
    "league.ClaimLink.character": "In `claim_links`, by the people.",
    "league.Rating.character": "Worked out of `seats_of_your_characters`; the page of ratings shows it.",
    "league.RatingStep.character": "Worked out of `seats_of_your_characters`; the page of ratings shows it.",
    "league.Result.character": "Worked out of `seats_of_your_characters`; standings show it.",
}


def account_of(user: User) -> Row:
    return {
        "user_name": user.get_username(),
        "first_name": user.first_name,
        "last_name": user.last_name,
        "email": user.email,
        "joined": user.date_joined,
        "last_sign_in": user.last_login,
        "staff": user.is_staff,
        "superuser": user.is_superuser,
        "groups": [group.name for group in user.groups.all()],
        "permissions": [permission.codename for permission in user.user_permissions.all()],
    }


# Parts in shapes of their own, to which upper rooms add theirs.
PARTS: dict[str, Callable[[User], Iterable[Row]]] = {"account": lambda user: [account_of(user)]}
# Pictures and the like, of apps that may be left out: each with its place in the file.
ATTACHMENTS: list[Callable[[User], Iterator[tuple[str, bytes]]]] = []
IN_MEMORY = 5_000_000
AT_ONCE = 5_000  # rows, some 0.2 s of computing: more is a worker's
MOST = 250_000  # rows, some 10 s; somebody who has reported 10,000 games has 60,000


def row_count(user: User) -> int:
    return sum(section.of(user).count() for section in SECTIONS)


def own_data(user: User) -> IO[bytes]:
    """Return the file, at its beginning. One section at a time is in memory."""
    file: IO[bytes] = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        archive.writestr("read-me.txt", _READ_ME)
        for name, rows_of in [*PARTS.items(), *((section.name, section.rows) for section in SECTIONS)]:
            entries = list(rows_of(user))
            archive.writestr(f"json/{name}.json", "[\n" + ",\n".join(map(_json, entries)) + "\n]\n")
            if entries:
                archive.writestr(f"csv/{name}.csv", _csv(entries))
        for attached in ATTACHMENTS:
            for place, content in attached(user):
                archive.writestr(place, content, ZIP_STORED)
    file.seek(0)
    return file


def _csv(rows: list[Row]) -> bytes:
    header = list(rows[0])
    return write_csv(header, ([_cell(row[name]) for name in header] for row in rows))


def _cell(value: object) -> object:
    if value is None:
        return ""
    return value if isinstance(value, int | str) and not isinstance(value, bool) else _json(value).strip('"')


_json = DjangoJSONEncoder(ensure_ascii=False).encode  # without an indent, which would take the slow way


_READ_ME = """Everything that this site stores about you.

json/ has each part for programs, csv/ the same for a spreadsheet (without the parts that are empty).
Secrets are not in it: passwords, tokens and recovery codes are kept as something from which nobody gets them back.
Files that you uploaded are in "uploads" by name; you have their content.
Pictures that you uploaded are in "pictures"; the personnel file shows them.
photos/ has the newest photos of score sheets that you took or your characters reported, as long as they are kept.
What others wrote about your characters stands on the pages of the league, not here.
"""
