"""Each entry knows the edition of the rules that decided it; entries made before do not."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("records", "0007_refill_unit_worth")]

    operations = [
        migrations.AddField(
            model_name="sheetentry",
            name="edition",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
    ]
