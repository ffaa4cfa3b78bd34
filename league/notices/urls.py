from django.urls import URLPattern, path

from league.notices import views

urlpatterns: list[URLPattern] = [
    path("leagues/<str:slug>/webhooks/", views.webhook_list, name="webhook_list"),
    path("leagues/<str:slug>/webhooks/<int:pk>/", views.webhook_detail, name="webhook_detail"),
    path("notices/", views.notices_wish, name="notices_wish"),
    path("heads/subscribe/", views.head_subscription, name="head_subscription"),
    path("heads/off/<str:token>/", views.head_subscription_end, name="head_subscription_end"),
    path("notices/off/<str:token>/", views.notices_end, name="notices_end"),
]
