from django.urls import URLPattern, path

from league.handbook.views import guides, rule_pages

urlpatterns: list[URLPattern] = [
    path("how-to-play/<str:system>/", guides.how_to_play, name="how_to_play"),
    path("rules/", rule_pages.rule_books, name="rule_books"),
    path("rules/<str:system>/", rule_pages.rule_book, name="rule_book"),
    path("rules/<str:system>/<str:rule>/", rule_pages.rule_moment, name="rule_moment"),
    path("play/<str:system>/sheet/<int:seats>/", guides.paper_sheet, name="paper_sheet"),
    path("play/<str:system>/sheet/<int:seats>.pdf", guides.paper_sheet_pdf, name="paper_sheet_pdf"),
    path("play/sheets/", guides.paper_sheets, name="paper_sheets"),
]
