from django.urls import URLPattern, path

from league.personal.views import farewell, own_data

urlpatterns: list[URLPattern] = [
    path("privacy/", own_data.privacy, name="privacy"),
    path("accounts/my-data/", own_data.my_data, name="my_data"),
    path("accounts/delete/", farewell.account_delete, name="account_delete"),
    path("accounts/stay/<str:token>/", farewell.farewell_undo, name="farewell_undo"),
]
