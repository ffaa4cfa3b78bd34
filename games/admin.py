"""Show games and their sheets to administrators, read-only: what a table reported is corrected on the site, by a new
version with a reason."""

from django.contrib import admin

from characters.admin import ReadOnly
from games.models import Game, GameRecord, Sheet, SheetSeat, ThinkingTime


class SheetInline(ReadOnly, admin.TabularInline[Sheet, Game]):
    model = Sheet
    fields = ("version", "status", "played_at", "who_submitted", "who_confirmed", "reason", "reviewed_at")
    readonly_fields = ("who_submitted", "who_confirmed")
    show_change_link = True


class SheetSeatInline(ReadOnly, admin.TabularInline[SheetSeat, Sheet]):
    model = SheetSeat
    fields = ("seat", "character", "name", "won", "place", "points", "figures")


@admin.register(Game)
class GameAdmin(ReadOnly, admin.ModelAdmin[Game]):
    list_display = ("id", "system", "edition", "played_by_bots", "created_at")
    list_filter = ("system", "edition", "played_by_bots")
    search_fields = ("=id", "season_game__reference")
    inlines = (SheetInline,)


@admin.register(Sheet)
class SheetAdmin(ReadOnly, admin.ModelAdmin[Sheet]):
    list_display = ("game", "version", "status", "source", "played_at", "who_submitted", "who_confirmed", "reviewed_at")
    list_filter = ("status", "source", "mode", ("reviewed_at", admin.EmptyFieldListFilter))
    list_select_related = ("game", "submitted_by", "confirmed_by")
    search_fields = ("=game__id", "game__season_game__reference", "seats__name")
    date_hierarchy = "played_at"
    inlines = (SheetSeatInline,)
    show_full_result_count = False


@admin.register(GameRecord)
class GameRecordAdmin(ReadOnly, admin.ModelAdmin[GameRecord]):
    list_display = ("game", "rules_version", "recorded_at")
    search_fields = ("=game__id", "game__season_game__reference")


@admin.register(ThinkingTime)
class ThinkingTimeAdmin(ReadOnly, admin.ModelAdmin[ThinkingTime]):
    list_display = ("person", "day", "milliseconds")
    list_select_related = ("person",)
