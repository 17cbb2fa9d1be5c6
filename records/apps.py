from django.apps import AppConfig


class RecordsConfig(AppConfig):
    name = "records"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Record sheets"

    def ready(self) -> None:
        from .printing import sources
        from .selectors import papers

        sources.offers("pilot", papers.pilot_paper)
        sources.offers("reference", papers.reference_paper)
