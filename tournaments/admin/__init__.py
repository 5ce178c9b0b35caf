"""The office at /office/: people and clubs are corrected, everything with results is read.

Every change goes through an action, as it does at the desk.
"""

from django.contrib import admin
from django.utils.translation import gettext_lazy

from tournaments.admin import address_book, tournaments

__all__ = ["address_book", "tournaments"]

admin.site.site_header = gettext_lazy("Office")
admin.site.site_title = gettext_lazy("Office")
admin.site.index_title = gettext_lazy("Address book, tournaments and accounts")
