from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "campaigns"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Campaigns"

    def ready(self) -> None:
        from records import access, destinations
        from records import surroundings as records_surroundings
        from records.printing import sources
        from records.words import app

        from . import places, printing, rights, surroundings, words

        access.grants(rights.grant, rights.visible)
        destinations.offers(places.forces_of)
        sources.register(printing.roster_of)
        sources.tells_battles(printing.began)
        sources.offers("force", printing.force_paper)
        sources.offers("unplaced", printing.unplaced_paper)
        sources.offers("battle", printing.battle_paper)
        sources.adds("pilot", printing.deeds_of)
        sources.groups(printing.campaign_group)
        records_surroundings.tells(surroundings.links)
        records_surroundings.fights(surroundings.fray)
        app.REFUSALS.update(words.REFUSALS)
