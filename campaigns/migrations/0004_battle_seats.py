"""Who sat where in a battle. For battles fought before this was noted: whoever sits in the machine now."""

import django.db.models.deletion
from django.db import migrations, models

BATCH = 500


def note_present_pilots(apps, schema_editor):
    BattleSeat = apps.get_model("campaigns", "BattleSeat")
    entries = apps.get_model("campaigns", "BattleSheet").objects.select_related("battle", "record__pilot")
    rows = entries.defer("record__state", "record__initial").iterator(chunk_size=BATCH)
    seats = [
        BattleSeat(entry_id=row.pk, pilot_id=row.record.pilot_id, name=called(row.record.pilot), since=row.battle.opened_at)
        for row in rows
    ]
    BattleSeat.objects.bulk_create(seats, batch_size=BATCH)


def called(pilot):
    if pilot is None:
        return ""
    return f"{pilot.name} “{pilot.callsign}”" if pilot.callsign else pilot.name


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0003_rules_changes'),
        ('records', '0004_fill_unit_worth'),
    ]

    operations = [
        migrations.CreateModel(
            name='BattleSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, max_length=130)),
                ('since', models.DateTimeField()),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='campaigns.battlesheet')),
                ('pilot', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='battle_seats', to='records.pilot')),
            ],
            options={
                'ordering': ('since', 'pk'),
            },
        ),
        migrations.RunPython(note_present_pilots, migrations.RunPython.noop),
    ]
