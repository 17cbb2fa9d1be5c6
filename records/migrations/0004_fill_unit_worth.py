"""Units that were in the catalogue before battle value and cost were worked out get theirs.

This asks the rules as they are on the day it runs, through the same upgrades of old JSON that every page reads with. A
design that cannot be read keeps its empty figures, and is named.
"""

import logging

from django.db import migrations

from records import rules
from records.rules import BadData

BATCH = 200
logger = logging.getLogger(__name__)


def fill(apps, schema_editor):
    Unit = apps.get_model("records", "Unit")
    changed = []
    for row in Unit.objects.only("slug", "blueprint").iterator(chunk_size=BATCH):
        try:
            design = rules.decode(rules.Unit, row.blueprint)
        except BadData as error:
            logger.warning("The design %s cannot be read, so it gets no battle value and no cost: %s", row.slug, error)
            continue
        row.battle_value, row.cost = rules.battle_value(design).total, rules.cost(design).total
        changed.append(row)
    Unit.objects.bulk_update(changed, ("battle_value", "cost"), batch_size=BATCH)


class Migration(migrations.Migration):
    dependencies = [("records", "0003_unit_worth")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
