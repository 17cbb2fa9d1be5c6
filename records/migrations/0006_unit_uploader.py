"""Who uploaded a design: nobody is known for those that were there before."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("records", "0005_print_queue"),
    ]

    operations = [
        migrations.AddField(
            model_name="unit",
            name="uploader",
            field=models.ForeignKey(
                blank=True,
                help_text="whose upload it is; empty where it came by a command or with Lance Ledger",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
