"""Leagues, seasons and members for administrators. Results, imports and house rules are for reading."""

from django.contrib import admin
from django.http import HttpRequest

from characters.admin import ReadOnly
from league.models import (
    Enrolment,
    FileImport,
    HouseRulesVersion,
    Invitation,
    League,
    Membership,
    Rating,
    Result,
    Season,
    SeasonGame,
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
    readonly_fields = ("slug", "created_at")
    inlines = (MembershipInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # on the site, where its founder becomes its organiser


@admin.register(Season)
class SeasonAdmin(admin.ModelAdmin[Season]):
    list_display = ("name", "league", "starts_on", "ends_on")
    list_filter = ("league",)
    list_select_related = ("league",)
    search_fields = ("name", "slug")
    readonly_fields = ("league", "slug", "draw_seed", "created_at")
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
