"""The application's own settings, with what tests cannot wait for made quick."""

import os
import tempfile
from pathlib import Path

from config.settings import *  # noqa: F403
from config.settings import DATABASE_URL, DATABASES

if not DATABASE_URL:
    # A file, as on the laptop: a live server's threads then have a connection each, and wait for
    # each other as they do there. A database in memory would be one connection for all.
    DATABASES["default"]["TEST"] = {
        "NAME": Path(tempfile.gettempdir()) / f"tournaments-test-{os.getpid()}.sqlite3"
    }

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
