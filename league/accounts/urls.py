from django.urls import URLPattern, path

from league.accounts.views import own_data, providers, sign_in

urlpatterns: list[URLPattern] = [
    path("accounts/language/", sign_in.language_choose, name="language_choose"),
    path("accounts/address-again/", sign_in.address_again, name="address_again"),
    path("accounts/user-name/", sign_in.user_name_change, name="user_name_change"),
    path("accounts/tokens/", sign_in.token_list, name="token_list"),
    path("accounts/sessions/<int:pk>/end/", sign_in.session_end, name="session_end"),
    path("accounts/sessions/end-all/", sign_in.end_all, name="end_all"),
    path("accounts/sessions/seen/", sign_in.sign_ins_seen, name="sign_ins_seen"),
    path("accounts/2fa/not-now/", sign_in.second_step_decline, name="second_step_decline"),
    # The names that allauth leads to are its own.
    path("accounts/ways-in/", providers.ways_in_list, name="socialaccount_connections"),
    path("accounts/by/new/", providers.provider_sign_up, name="socialaccount_signup"),
    path("accounts/by/<slug:slug>/", providers.provider_start, name="provider_start"),
    path("accounts/by/<slug:slug>/back/", providers.provider_back, name="provider_back"),
    path("accounts/my-data/", own_data.my_data, name="my_data"),
    path("accounts/delete/", own_data.account_delete, name="account_delete"),
    path("accounts/stay/<str:token>/", own_data.farewell_undo, name="farewell_undo"),
]
