from django.urls import URLPattern, URLResolver

app_name = "records"
urlpatterns: list[URLPattern | URLResolver] = []
