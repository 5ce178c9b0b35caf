"""The director's own certificates: text, who signs, logo."""

from hashlib import sha256
from typing import Any

from django.utils.translation import gettext as _

from tournaments.actions.core import Refused, change
from tournaments.documents.certificate_text import logo_kind
from tournaments.documents.paper import PaperRefused
from tournaments.models import CertificateTemplate, Tournament
from tournaments.models.text import clean_text

MAX_TEXT, MAX_SIGNERS = 2000, 200


def set_certificate(
    tournament: Tournament,
    actor: Any,
    *,
    text: str,
    signers: str = "",
    logo: bytes | None = None,
    drop_logo: bool = False,
    key: str | None = None,
) -> CertificateTemplate:
    """Store how certificates look; also after the tournament is closed, when they are printed.

    ``logo`` replaces the one there is, None keeps it unless ``drop_logo``. A text with a fault
    is stored too, so that nothing typed is lost; until it is mended the built-in one is printed.
    Refused for a logo that cannot be printed.
    """
    with change(tournament, actor, "set_certificate", key=key, even_closed=True) as this:
        lines = text.replace("\x00", "").splitlines()
        text = "\n".join(clean_text(line) for line in lines).strip("\n")
        if len(text) > MAX_TEXT:
            raise Refused(
                _("The text is longer than %(most)s characters.") % {"most": MAX_TEXT}, where="text"
            )
        signers = clean_text(signers)
        if len(signers) > MAX_SIGNERS:
            raise Refused(
                _("Longer than %(most)s characters.") % {"most": MAX_SIGNERS}, where="signers"
            )
        if logo is not None:
            try:
                logo_kind(logo)
            except PaperRefused as refusal:
                raise Refused(str(refusal), where="logo", code="logo") from refusal
        found, _created = CertificateTemplate.objects.get_or_create(tournament=this.tournament)
        this.before = certificate_told(found)
        found.text, found.signers = text, signers
        if logo is not None or drop_logo:
            found.logo = logo
        found.save()
        this.after = certificate_told(found)
    return found


def certificate_told(template: CertificateTemplate) -> dict[str, Any]:
    """What the log keeps: of the logo only which one it was."""
    logo = sha256(bytes(template.logo)).hexdigest()[:12] if template.logo else None
    return {"text": template.text, "signers": template.signers, "logo": logo}
