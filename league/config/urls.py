from allauth.account.decorators import secure_admin_login
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django.contrib import admin
from django.urls import include, path

from league.accounts.views.sign_in import session_list

# The door of the pages counts failed sign-ins; that of the admin would not.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

# Providers are named by the environment alone, and people connect and disconnect their accounts themselves.
admin.site.unregister([SocialAccount, SocialApp, SocialToken])

urlpatterns = [
    path("accounts/sessions/", session_list, name="usersessions_list"),  # not allauth's
    # Not `allauth.urls`, which would add the addresses of all providers; `league.accounts.urls` has ours.
    path("accounts/", include("allauth.account.urls")),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("accounts/sessions/", include("allauth.usersessions.urls")),
    path("admin/", admin.site.urls),
    path("api/v1/", include("league.site.api.urls")),
    path("", include("league.site.urls")),
]

handler400 = "league.core.views.failures.bad_request"
handler500 = "league.core.views.failures.server_error"
