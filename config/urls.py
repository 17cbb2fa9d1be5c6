from django.contrib import admin
from django.urls import include, path

from config import error_views, sign_in

admin.site.login_form = sign_in.AdminSignInForm

urlpatterns = [
    path("healthz", error_views.healthz, name="healthz"),
    path("sign-in/", sign_in.SignIn.as_view(), name="sign_in"),
    path("sign-in/<str:token>/", sign_in.by_link, name="sign_in_by_link"),
    path("sign-out/", sign_in.SignOut.as_view(), name="sign_out"),
    path("admin/", admin.site.urls),
    path("", include("campaigns.urls")),
    path("", include("records.urls")),
]

handler400 = error_views.bad_request
handler403 = error_views.forbidden
handler404 = error_views.not_found
handler500 = error_views.server_error
