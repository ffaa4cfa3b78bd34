from django.urls import URLPattern, path

from league.notices.views import mail_reports, notices, webhooks

urlpatterns: list[URLPattern] = [
    path("leagues/<str:slug>/webhooks/", webhooks.webhook_list, name="webhook_list"),
    path("leagues/<str:slug>/webhooks/<int:pk>/", webhooks.webhook_detail, name="webhook_detail"),
    path("mail-reports/", mail_reports.mail_reports, name="mail_reports"),
    path("inbox/", notices.notice_list, name="notice_list"),
    path("inbox/<int:pk>/", notices.notice_open, name="notice_open"),
    path("notices/push/", notices.push_add, name="push_add"),
    path("notices/push/<int:pk>/end/", notices.push_end, name="push_end"),
    path("notices/", notices.notices_wish, name="notices_wish"),
    path("heads/subscribe/", webhooks.head_subscription, name="head_subscription"),
    path("heads/off/<str:token>/", webhooks.head_subscription_end, name="head_subscription_end"),
    path("notices/off/<str:token>/", notices.notices_end, name="notices_end"),
]
