"""The record sheet on paper: its geometry, the page, the PDF, and the process that renders it.

A page is composed (``sheet_page``, ``report_page``) on a :class:`~.canvas.Canvas`: blocks of text at measured places,
and ink. Text is form, which the design alone decides, or written, which a game, a pilot or a campaign decides. Form is
set by WeasyPrint and kept (``typeset``), what is written is added in the same faces (``writing``), ``pdf`` puts both
and the ink together to a page, ``binding`` the pages to a file.
"""
