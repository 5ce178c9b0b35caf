"""How static files are stored for serving."""

from typing import Any

from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage


class GzippedManifestStorage(CompressedManifestStaticFilesStorage):
    """Hashed names and gzip, without Brotli.

    Brotli takes most of the first start's time, and browsers accept it over HTTPS only, so
    never in a hall.
    """

    def create_compressor(self, **kwargs: Any) -> Compressor:
        return super().create_compressor(use_brotli=False, **kwargs)
