"""Units that were in the catalogue before battle value and cost were worked out get theirs."""

from django.db import migrations

from records import rules
from records.rules import BadData

BATCH = 200


def fill(apps, schema_editor):
    Unit = apps.get_model("records", "Unit")
    changed = []
    for row in Unit.objects.only("blueprint").iterator(chunk_size=BATCH):
        try:
            design = rules.decode(rules.Unit, row.blueprint)
        except BadData:
            # A blueprint that cannot be read any more has no value either; it stays as it is.
            continue
        row.battle_value, row.cost = rules.battle_value(design).total, rules.cost(design).total
        changed.append(row)
    Unit.objects.bulk_update(changed, ("battle_value", "cost"), batch_size=BATCH)


class Migration(migrations.Migration):
    dependencies = [("records", "0003_unit_worth")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
