"""Cards on pages: drawn, named, and in short."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournaments.pages.cards import card_name, card_text, cards_text

register = template.Library()
register.filter("card_name", card_name)
register.filter("card_text", card_text)
register.filter("cards_text", cards_text)


@register.simple_tag
def card(code: str, *, silent: bool = False) -> SafeString:
    """A card drawn; ``silent`` where its name stands beside it or is the button's label."""
    english = (get_language() or "de").startswith("en") and code[1:] in ("Q", "J")
    address = f"{static('cards.svg')}#{code}{'-en' if english else ''}"
    if silent:
        return format_html(
            '<svg class="playing-card" viewBox="0 0 60 84" aria-hidden="true">'
            '<use href="{}"></use></svg>',
            address,
        )
    return format_html(
        '<svg class="playing-card" viewBox="0 0 60 84" role="img" aria-label="{}">'
        '<use href="{}"></use></svg>',
        card_name(code),
        address,
    )


@register.filter
def is_red(code: str) -> bool:
    return code[0] in "HD"
