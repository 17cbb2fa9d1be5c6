from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "campaigns"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Campaigns"

    def ready(self) -> None:
        from records import access, destinations
        from records.words import app

        from . import places, rights, words

        access.grants(rights.grant, rights.visible)
        destinations.offers(places.forces_of)
        app.REFUSALS.update(words.REFUSALS)
