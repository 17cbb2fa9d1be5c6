# Tasks declared with @shared_task belong to this app wherever they are first imported.
from config.celery import app as celery_app

__all__ = ["celery_app"]
