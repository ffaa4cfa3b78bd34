from django.urls import URLPattern, path

from league.tournaments.entries.views import check_in, days, entries, papers, register

urlpatterns: list[URLPattern] = [
    path("c/<str:token>/", papers.claim_on_paper, name="claim_on_paper"),
    path("tournaments/<str:slug>/register/", register.entry_register, name="entry_register"),
    path("tournaments/<str:slug>/desk/check-in/", check_in.desk_check_in, name="desk_check_in"),
    path("tournaments/<str:slug>/desk/check-in/code/", days.desk_room_code, name="desk_room_code"),
    path("tournaments/<str:slug>/here/", days.check_in_here, name="check_in_here"),
    path("tournaments/<str:slug>/desk/fees/", days.desk_fees, name="desk_fees"),
    path("tournaments/<str:slug>/desk/fees.csv", days.fees_file, name="fees_file"),
    path("tournaments/<str:slug>/desk/entries/", entries.desk_entries, name="desk_entries"),
    path("tournaments/<str:slug>/desk/entries/add/", entries.entry_add, name="entry_add"),
    path("tournaments/<str:slug>/desk/entries/import/", entries.entry_import, name="entry_import"),
    path("tournaments/<str:slug>/desk/entries/<int:number>/", entries.entry_edit, name="entry_edit"),
]
