"""Addresses of record sheets."""

from __future__ import annotations

from django.urls import path

from . import sheets, stream, trays

urlpatterns = [
    path("sheets/", sheets.index, name="sheets"),
    path("sheets/open/", sheets.open_sheet, name="open_sheet"),
    path("sheets/<int:pk>/", sheets.sheet, name="sheet"),
    path("sheets/<int:pk>/panels/", sheets.panels, name="sheet_panels"),
    path("sheets/<int:pk>/location/<str:location>/", trays.tray, name="sheet_tray"),
    path("sheets/<int:pk>/weapons/", trays.weapons, name="sheet_weapons"),
    path("sheets/<int:pk>/projection/", trays.projection, name="sheet_projection"),
    path("sheets/<int:pk>/enter/", sheets.enter, name="enter"),
    path("sheets/<int:pk>/undo/", sheets.undo, name="undo"),
    path("sheets/<int:pk>/redo/", sheets.redo, name="redo"),
    path("sheets/<int:pk>/retire/", sheets.retire, name="retire_sheet"),
    path("sheets/<int:pk>/log/", sheets.log, name="sheet_log"),
    path("sheets/<int:pk>/at/<int:number>/", sheets.at, name="sheet_at"),
    path("sheets/<int:pk>/stream/", stream.sheet_stream, name="sheet_stream"),
]
