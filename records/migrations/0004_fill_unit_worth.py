"""Once filled the battle value and cost of units that were there before; 0007_refill_unit_worth fills all of them."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("records", "0003_unit_worth")]

    operations = []
