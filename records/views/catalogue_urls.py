"""Addresses of the catalogue."""

from django.urls import path

from . import catalogue, uploads

urlpatterns = [
    path("catalogue/", catalogue.search, name="catalogue"),
    path("catalogue/upload/", catalogue.upload, name="upload_units"),
    path("catalogue/uploads/", uploads.index, name="uploads"),
    path("catalogue/remove/", uploads.remove, name="unit_remove"),
    path("catalogue/<slug:slug>/", catalogue.unit, name="unit"),
]
