from django.db import migrations

import tournaments.models.text


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0001_first'),
    ]

    operations = [
        migrations.AlterField(
            model_name='deal',
            name='note',
            field=tournaments.models.text.CleanCharField(blank=True, default='', max_length=1000, verbose_name='note'),
        ),
    ]
