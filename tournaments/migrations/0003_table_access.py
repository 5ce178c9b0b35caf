import secrets

import django.db.models.deletion
from django.db import migrations, models

import tournaments.models.table_access


def open_pages_of_released_sessions(apps, schema_editor):
    """Sessions released before tables had pages: a sheet printed from now on has its code."""
    access = apps.get_model("tournaments", "TableAccess")
    tables = apps.get_model("tournaments", "Table").objects
    access.objects.bulk_create(
        access(
            session_id=table.session_id,
            number=table.number,
            table=table,
            token=secrets.token_urlsafe(16),
        )
        for table in tables.filter(session__state__in=["released", "running"])
    )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_wishes_and_substitutes")]

    operations = [
        migrations.CreateModel(
            name="TableAccess",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="table")),
                (
                    "token",
                    models.CharField(
                        default=tournaments.models.table_access.new_token,
                        editable=False,
                        max_length=32,
                        unique=True,
                    ),
                ),
                (
                    "keeper",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="seat"),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="accesses",
                        to="tournaments.session",
                        verbose_name="session",
                    ),
                ),
                (
                    "table",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="access",
                        to="tournaments.table",
                        verbose_name="table",
                    ),
                ),
            ],
            options={
                "verbose_name": "page of a table",
                "verbose_name_plural": "pages of tables",
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("token", ""), _negated=True),
                        name="table_access_has_token",
                    )
                ],
            },
        ),
        migrations.RunPython(open_pages_of_released_sessions, migrations.RunPython.noop),
    ]
