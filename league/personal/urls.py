from django.urls import URLPattern, path

from league.personal.views import farewell, own_data, person_pages

urlpatterns: list[URLPattern] = [
    path("privacy/", own_data.privacy, name="privacy"),
    path("accounts/my-data/", own_data.my_data, name="my_data"),
    path("accounts/person-page/", person_pages.person_page_edit, name="person_page_edit"),
    path("people/<path:name>/", person_pages.person_page, name="person_page"),
    path("accounts/delete/", farewell.account_delete, name="account_delete"),
    path("accounts/stay/<str:token>/", farewell.farewell_undo, name="farewell_undo"),
]
