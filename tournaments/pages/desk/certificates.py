"""How the certificates look: text with placeholders, who signs, a logo."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.certificates import MAX_SIGNERS, MAX_TEXT, set_certificate
from tournaments.actions.roles import may
from tournaments.documents.certificate_text import PLACEHOLDERS, built_in
from tournaments.documents.certificates import template_fault
from tournaments.models import CertificateTemplate, Tournament
from tournaments.pages.support import OnceForm, attempt_form, desk_view


class CertificateForm(OnceForm):
    text = forms.CharField(
        label=gettext_lazy("Text"),
        max_length=MAX_TEXT,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "true"}),
        help_text=gettext_lazy("A line that begins with # is very large, one with ## is large."),
    )
    signers = forms.CharField(
        label=gettext_lazy("Who signs"),
        max_length=MAX_SIGNERS,
        required=False,
        help_text=gettext_lazy("Up to four, parted by “;”: each gets a line to sign on."),
    )
    logo = forms.FileField(
        label=gettext_lazy("Logo"),
        required=False,
        help_text=gettext_lazy("PNG or JPEG, up to 2 MB."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg"}),
    )
    drop_logo = forms.BooleanField(label=gettext_lazy("Without a logo"), required=False)


@desk_view
def certificate(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """GET: the template as it is, or the built-in one to begin with. POST: store it."""
    stored = CertificateTemplate.objects.filter(tournament=tournament).first()
    form = CertificateForm(
        request.POST or None,
        request.FILES or None,
        initial={
            "text": (stored.text if stored else "") or built_in(),
            "signers": (stored.signers if stored else "") or _("Director; Referee"),
        },
    )
    if request.method == "POST" and form.is_valid() and _stored(form, tournament, request.user):
        if fault := template_fault(tournament):
            messages.warning(request, fault_sentence(fault))
        else:
            messages.success(request, _("Saved."))
        return redirect("certificate", tournament.slug)
    context = {
        "tournament": tournament,
        "tab": "print",
        "form": form,
        "placeholders": [f"{{{name}}}" for name in PLACEHOLDERS],
        "has_logo": bool(stored and stored.logo),
        "allowed": may(request.user, tournament, "set_certificate"),
        "fault": template_fault(tournament) if request.method == "GET" else "",
    }
    return render(request, "desk/certificate.html", context)


def fault_sentence(fault: str) -> str:
    """A fault of the template, and what is printed meanwhile."""
    return _("%(fault)s Until this is mended, certificates have the built-in text.") % {
        "fault": fault
    }


def _stored(form: CertificateForm, tournament: Tournament, user: Any) -> bool:
    given = form.cleaned_data
    logo = given["logo"].read() if given["logo"] else None
    return attempt_form(
        form,
        lambda: set_certificate(
            tournament,
            user,
            text=given["text"],
            signers=given["signers"],
            logo=logo,
            drop_logo=given["drop_logo"],
            key=form.key,
        ),
    )


urlpatterns = [path("certificate/", certificate, name="certificate")]
