"""The catalogue's battle values and costs are worked out again: some rules of them were put right.

What a value is, is the rules service's business, and that goes on changing while this file does not. So the service is
asked for only when there are units, and one that cannot answer any more, about one unit or at all, stops no upgrade:
the columns keep what they hold and the log names them.
"""

import logging

from django.db import migrations

BATCH = 200
COLUMNS = ("battle_value", "cost")

log = logging.getLogger(__name__)


def worth(blueprint):
    """Battle value and cost of a stored design, None for what is not known; raises whatever the rules service does."""
    from records import rules

    design = rules.decode(rules.Unit, blueprint)
    return rules.battle_value(design).total, rules.cost(design).total


def refill(apps, schema_editor):
    units = apps.get_model("records", "Unit").objects.using(schema_editor.connection.alias).order_by("pk")
    last, left = 0, []
    while rows := list(units.filter(pk__gt=last).only("slug", "blueprint", *COLUMNS)[:BATCH]):
        last = rows[-1].pk
        changed = []
        for row in rows:
            try:
                found = worth(row.blueprint)
            # Anything may have become of the service since: an upgrade that stops here could never be finished.
            except Exception:
                left.append(row.slug)
                continue
            if found != (row.battle_value, row.cost):
                row.battle_value, row.cost = found
                changed.append(row)
        units.bulk_update(changed, COLUMNS)
    if left:
        log.warning("units with the battle value and cost they had, their blueprints being unreadable: %s", ", ".join(left))


class Migration(migrations.Migration):
    dependencies = [("records", "0006_unit_uploader")]

    operations = [migrations.RunPython(refill, migrations.RunPython.noop)]
