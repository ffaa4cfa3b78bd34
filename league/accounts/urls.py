from django.urls import URLPattern, path

from league.accounts.views import languages, second_step, sessions, tokens

urlpatterns: list[URLPattern] = [
    path("accounts/language/", languages.language_choose, name="language_choose"),
    path("accounts/tokens/", tokens.token_list, name="token_list"),
    path("accounts/sessions/<int:pk>/end/", sessions.session_end, name="session_end"),
    path("accounts/sessions/end-all/", sessions.end_all, name="end_all"),
    path("accounts/sessions/seen/", sessions.sign_ins_seen, name="sign_ins_seen"),
    path("accounts/2fa/not-now/", second_step.second_step_decline, name="second_step_decline"),
]
