"""Administer characters. Facts, events and careers are read-only: facts are append-only, and the rest follows from
them."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from characters.models import Career, CareerEvent, Character, Fact, FormerName


class ReadOnly:
    """An administration in which nothing can be added, changed or deleted."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class CareerInline(ReadOnly, admin.TabularInline[Career, Character]):
    model = Career
    fields = ("number", "level", "status", "games", "wins", "points", "happiness", "fame", "cash", "current")
    ordering = ("number",)


class FormerNameInline(ReadOnly, admin.TabularInline[FormerName, Character]):
    model = FormerName


@admin.register(Character)
class CharacterAdmin(admin.ModelAdmin[Character]):
    """The administration of characters. Name and titles are changed on the site, which keeps former names; here a
    character gets another owner."""

    list_display = ("name", "owner", "edition", "primary_company", "registered_at")
    list_filter = ("edition", "primary_company")
    list_select_related = ("owner",)
    search_fields = ("name", "slug", "owner__username", "owner_label", "former_names__name")
    date_hierarchy = "registered_at"
    fields = (
        "name",
        "slug",
        ("owner", "owner_label"),
        "edition",
        ("specialty", "side_interest"),
        ("primary_company", "secondary_company"),
        ("title", "c_level_title"),
        "registered_at",
        ("last_fact", "reviewed_fact"),
    )
    readonly_fields = tuple(
        name for line in fields for name in ((line,) if isinstance(line, str) else line) if name != "owner"
    )
    autocomplete_fields = ("owner",)
    inlines = (CareerInline, FormerNameInline)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Character | None = None) -> bool:
        return False


@admin.register(Fact)
class FactAdmin(ReadOnly, admin.ModelAdmin[Fact]):
    list_display = ("character", "number", "game", "recorded_at", "short_digest")
    list_select_related = ("character",)
    search_fields = ("character__name", "=game")
    date_hierarchy = "recorded_at"
    show_full_result_count = False

    @admin.display(description="digest")
    def short_digest(self, fact: Fact) -> str:
        return fact.digest[:12]


@admin.register(CareerEvent)
class CareerEventAdmin(ReadOnly, admin.ModelAdmin[CareerEvent]):
    list_display = ("character", "kind", "reference", "at", "from_level", "to_level", "points", "rescinded")
    list_filter = ("kind", "to_level", ("rescinded_at", admin.EmptyFieldListFilter))
    list_select_related = ("character",)
    search_fields = ("character__name", "reference")
    date_hierarchy = "at"
    show_full_result_count = False


@admin.register(Career)
class CareerAdmin(ReadOnly, admin.ModelAdmin[Career]):
    list_display = ("character", "number", "level", "status", "games", "wins", "points_since_level_change", "current")
    list_filter = ("current", "status", "level")
    list_select_related = ("character",)
    search_fields = ("character__name",)
    show_full_result_count = False
