"""Tournaments for administrators, for reading: the desk and the referees change them, and the log says who did.

The secret of the draws and what tells phones apart are shown to nobody.
"""

from django.contrib import admin

from characters.admin import ReadOnly
from league.models import (
    Bye,
    Division,
    DivisionPlace,
    Draw,
    DrawChange,
    Entry,
    KeptApart,
    LedgerEntry,
    Round,
    Ruling,
    Stage,
    Table,
    TableReport,
    TableSeat,
    Tournament,
)


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
