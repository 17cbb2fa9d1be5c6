"""Addresses of the prints."""

from __future__ import annotations

from django.urls import URLPattern, path

from . import print_choices, prints

urlpatterns: list[URLPattern] = [
    path("prints/", prints.index, name="prints"),
    path("prints/choose/", print_choices.choose, name="print_choose"),
    path("prints/preview/", print_choices.preview, name="print_preview"),
    path("prints/new/", prints.create, name="print_sheet"),
    path("prints/<uuid:pk>/", prints.show, name="print"),
    path("prints/<uuid:pk>/file/", prints.file, name="print_file"),
    path("prints/<uuid:pk>/cancel/", prints.cancel, name="print_cancel"),
    path("prints/<uuid:pk>/retry/", prints.retry, name="print_retry"),
    path("prints/<uuid:pk>/delete/", prints.delete, name="print_delete"),
]
