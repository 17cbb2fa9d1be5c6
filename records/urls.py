"""The rooms of ``records``: each one's addresses stand beside its views."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver

from .views import catalogue_urls, prints_urls, sheets_urls

urlpatterns: list[URLPattern | URLResolver] = [
    *sheets_urls.urlpatterns,
    *catalogue_urls.urlpatterns,
    *prints_urls.urlpatterns,
]
