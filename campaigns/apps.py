from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "campaigns"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Campaigns"

    def ready(self) -> None:
        from records import access

        from . import rights

        access.grants(rights.grant, rights.visible)
