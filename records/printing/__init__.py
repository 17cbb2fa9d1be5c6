"""The record sheet on paper: its geometry, the page, the PDF, and the process that renders it."""
