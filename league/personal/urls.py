from django.urls import URLPattern, path

from league.personal import views

urlpatterns: list[URLPattern] = [
    path("privacy/", views.privacy, name="privacy"),
    path("accounts/my-data/", views.my_data, name="my_data"),
    path("accounts/person-page/", views.person_page_edit, name="person_page_edit"),
    path("people/<path:name>/", views.person_page, name="person_page"),
    path("accounts/delete/", views.account_delete, name="account_delete"),
    path("accounts/stay/<str:token>/", views.farewell_undo, name="farewell_undo"),
]
