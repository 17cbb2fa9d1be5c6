"""Addresses of the catalogue."""

from django.urls import path

from . import catalogue

urlpatterns = [
    path("catalogue/", catalogue.search, name="catalogue"),
    path("catalogue/upload/", catalogue.upload, name="upload_units"),
    path("catalogue/<slug:slug>/", catalogue.unit, name="unit"),
]
