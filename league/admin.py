"""Show leagues, tournaments and deliveries to administrators, nearly all of it for reading.

Tournaments are changed by the desk and the referees, and the log says who did. Nobody is shown the secret of the draws,
what tells phones apart, or the secrets of deliveries."""

from django.contrib import admin
from django.http import HttpRequest

from characters.admin import ReadOnly
from league.models import (
    Bye,
    Division,
    DivisionPlace,
    Draw,
    DrawChange,
    Enrolment,
    Entry,
    FileImport,
    HouseRulesVersion,
    Invitation,
    KeptApart,
    League,
    LedgerEntry,
    MailNotice,
    MailWish,
    Membership,
    Notice,
    NoticeWish,
    PushDelivery,
    PushEndpoint,
    Rating,
    Result,
    Round,
    Ruling,
    Season,
    SeasonGame,
    Stage,
    Table,
    TableReport,
    TableSeat,
    Tournament,
    Webhook,
    WebhookDelivery,
)

admin.site.site_header = admin.site.site_title = "Corner Office"


class MembershipInline(admin.TabularInline[Membership, League]):
    model = Membership
    extra = 0
    autocomplete_fields = ("user",)
    readonly_fields = ("joined_at",)


class HouseRulesInline(ReadOnly, admin.TabularInline[HouseRulesVersion, Season]):
    model = HouseRulesVersion


@admin.register(League)
class LeagueAdmin(admin.ModelAdmin[League]):
    list_display = ("name", "slug", "created_at", "quota_factor")
    search_fields = ("name", "slug", "memberships__user__username")
    readonly_fields = ("slug", "joining", "created_at")  # who may join is decided on the site
    inlines = (MembershipInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # on the site, where its founder becomes its organiser


@admin.register(Season)
class SeasonAdmin(admin.ModelAdmin[Season]):
    list_display = ("name", "league", "starts_on", "ends_on")
    list_filter = ("league",)
    list_select_related = ("league",)
    search_fields = ("name", "slug")
    readonly_fields = ("league", "slug", "starts_on", "ends_on", "draw_seed", "created_at")
    inlines = (HouseRulesInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # on the site, where it gets its house rules

    def has_delete_permission(self, request: HttpRequest, obj: Season | None = None) -> bool:
        return False


@admin.register(SeasonGame)
class SeasonGameAdmin(ReadOnly, admin.ModelAdmin[SeasonGame]):
    list_display = ("reference", "season", "played_at", "game")
    list_filter = ("season",)
    list_select_related = ("season", "game")
    search_fields = ("reference",)
    date_hierarchy = "played_at"
    show_full_result_count = False


@admin.register(Result)
class ResultAdmin(ReadOnly, admin.ModelAdmin[Result]):
    list_display = ("character", "season", "game", "played_at", "place", "table_points")
    list_filter = ("season", "system", "place")
    list_select_related = ("character", "season", "game")
    search_fields = ("character__name", "=game__id")
    show_full_result_count = False


@admin.register(Rating)
class RatingAdmin(ReadOnly, admin.ModelAdmin[Rating]):
    list_display = ("character", "rating_list", "games", "mu", "sigma", "played_at")
    list_filter = ("rating_list__system", "rating_list__league")
    list_select_related = ("character", "rating_list")
    search_fields = ("character__name",)
    show_full_result_count = False


@admin.register(Enrolment)
class EnrolmentAdmin(ReadOnly, admin.ModelAdmin[Enrolment]):
    list_display = ("character", "league", "joined_at")
    list_filter = ("league",)
    list_select_related = ("character", "league")
    search_fields = ("character__name",)


@admin.register(Invitation)
class InvitationAdmin(ReadOnly, admin.ModelAdmin[Invitation]):
    """Invitations without the token: a reader could use it."""

    list_display = ("league", "role", "created_by", "created_at", "expires_at", "used_by", "used_at")
    list_filter = ("league", "role")
    list_select_related = ("league", "created_by", "used_by")
    exclude = ("token",)


@admin.register(FileImport)
class FileImportAdmin(ReadOnly, admin.ModelAdmin[FileImport]):
    list_display = ("name", "league", "kind", "status", "summary", "uploaded_by", "uploaded_at")
    list_filter = ("status", "kind", "league")
    list_select_related = ("league", "uploaded_by")
    search_fields = ("name", "uploaded_by__username")
    exclude = ("content",)


class StageInline(ReadOnly, admin.TabularInline[Stage, Tournament]):
    model = Stage


class DivisionPlaceInline(ReadOnly, admin.TabularInline[DivisionPlace, Division]):
    model = DivisionPlace
    fields = ("character",)


class ByeInline(ReadOnly, admin.TabularInline[Bye, Round]):
    model = Bye


class ChangeInline(ReadOnly, admin.TabularInline[DrawChange, Draw]):
    model = DrawChange


class SeatInline(ReadOnly, admin.TabularInline[TableSeat, Table]):
    model = TableSeat
    fields = ("seat", "entry", "absent", "claimed_at")


class ReportInline(ReadOnly, admin.TabularInline[TableReport, Table]):
    model = TableReport
    fields = ("seat", "sheet", "by", "reported_at", "replaced_at")


@admin.register(Tournament)
class TournamentAdmin(ReadOnly, admin.ModelAdmin[Tournament]):
    list_display = ("name", "season", "status", "system", "starts_at", "place")
    list_filter = ("status", "system", "season")
    list_select_related = ("season",)
    search_fields = ("name", "slug")
    date_hierarchy = "starts_at"
    exclude = ("draw_secret", "groups_salt")
    inlines = (StageInline,)


@admin.register(Entry)
class EntryAdmin(ReadOnly, admin.ModelAdmin[Entry]):
    list_display = ("tournament", "number", "character", "status", "club", "registered_at")
    list_filter = ("status", "tournament")
    list_select_related = ("tournament", "character")
    search_fields = ("character__name", "club")
    show_full_result_count = False


@admin.register(KeptApart)
class KeptApartAdmin(ReadOnly, admin.ModelAdmin[KeptApart]):
    list_display = ("tournament", "one", "other", "reason")
    list_filter = ("tournament",)
    list_select_related = ("tournament", "one__character", "other__character")


@admin.register(Round)
class RoundAdmin(ReadOnly, admin.ModelAdmin[Round]):
    list_display = ("stage", "number", "status", "published_at", "started_at", "ended_at", "who_ended")
    list_filter = ("status", "stage__tournament")
    list_select_related = ("stage", "ended_by")
    inlines = (ByeInline,)


@admin.register(Draw)
class DrawAdmin(ReadOnly, admin.ModelAdmin[Draw]):
    list_display = ("tournament", "number", "round", "method", "digest", "who_made", "made_at")
    list_filter = ("method", "tournament")
    list_select_related = ("tournament", "round", "made_by")
    search_fields = ("=digest", "=seed")
    inlines = (ChangeInline,)


@admin.register(Table)
class TableAdmin(ReadOnly, admin.ModelAdmin[Table]):
    list_display = ("round", "number", "game", "locked", "confirm_by", "frozen_at")
    list_filter = (("frozen_at", admin.EmptyFieldListFilter), "locked", "round__stage__tournament")
    list_select_related = ("round", "game")
    search_fields = ("=game__id", "seats__entry__character__name")
    inlines = (SeatInline, ReportInline)
    show_full_result_count = False


@admin.register(Ruling)
class RulingAdmin(ReadOnly, admin.ModelAdmin[Ruling]):
    list_display = ("tournament", "kind", "entry", "table", "units", "reason", "who", "at", "rescinded_at")
    list_filter = ("kind", ("rescinded_at", admin.EmptyFieldListFilter), "tournament")
    list_select_related = ("tournament", "entry__character", "table", "by")
    search_fields = ("entry__character__name", "reason")


@admin.register(LedgerEntry)
class LedgerEntryAdmin(ReadOnly, admin.ModelAdmin[LedgerEntry]):
    list_display = ("at", "tournament", "kind", "text", "who", "told_at")
    list_filter = ("kind", "tournament")
    list_select_related = ("tournament", "by")
    search_fields = ("text",)
    show_full_result_count = False


@admin.register(Division)
class DivisionAdmin(ReadOnly, admin.ModelAdmin[Division]):
    list_display = ("name", "season", "tier")
    list_filter = ("season",)
    list_select_related = ("season",)
    inlines = (DivisionPlaceInline,)


@admin.register(Webhook)
class WebhookAdmin(ReadOnly, admin.ModelAdmin[Webhook]):
    """Webhooks without the secret, and of the address only the host: with them anybody could speak as the league."""

    list_display = ("host", "league", "style", "active", "created_by", "created_at")
    list_filter = ("style", "active", "league")
    list_select_related = ("league", "created_by")
    exclude = ("secret", "url")


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(ReadOnly, admin.ModelAdmin[WebhookDelivery]):
    list_display = ("key", "status", "tries", "response_status", "error", "created_at", "sent_at")
    list_filter = ("status",)
    search_fields = ("key",)
    exclude = ("webhook",)
    show_full_result_count = False


@admin.register(MailNotice)
class MailNoticeAdmin(ReadOnly, admin.ModelAdmin[MailNotice]):
    """Letters without the text: it holds the link that ends a person's notices."""

    list_display = ("user", "subject", "status", "tries", "error", "created_at", "sent_at")
    list_filter = ("status",)
    list_select_related = ("user",)
    search_fields = ("user__username", "subject")
    exclude = ("text",)
    show_full_result_count = False


@admin.register(MailWish)
class MailWishAdmin(ReadOnly, admin.ModelAdmin[MailWish]):
    list_display = ("user", "wanted")
    list_filter = ("wanted",)
    list_select_related = ("user",)
    search_fields = ("user__username",)
    exclude = ("token",)


@admin.register(Notice)
class NoticeAdmin(ReadOnly, admin.ModelAdmin[Notice]):
    list_display = ("user", "kind", "subject", "created_at", "read_at")
    list_filter = ("kind",)
    list_select_related = ("user",)
    search_fields = ("user__username", "subject")
    show_full_result_count = False


@admin.register(NoticeWish)
class NoticeWishAdmin(ReadOnly, admin.ModelAdmin[NoticeWish]):
    list_display = ("user", "quiet_from", "quiet_until", "zone", "digest_at")
    list_select_related = ("user",)
    search_fields = ("user__username",)


@admin.register(PushEndpoint)
class PushEndpointAdmin(ReadOnly, admin.ModelAdmin[PushEndpoint]):
    """Browsers without the address and the keys: with them anybody could write to the browser."""

    list_display = ("user", "browser", "created_at")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    exclude = ("url", "p256dh", "auth")


@admin.register(PushDelivery)
class PushDeliveryAdmin(ReadOnly, admin.ModelAdmin[PushDelivery]):
    list_display = ("key", "status", "tries", "error", "created_at", "sent_at")
    list_filter = ("status",)
    search_fields = ("key",)
    exclude = ("endpoint",)
    show_full_result_count = False
