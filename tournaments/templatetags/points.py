"""Points as people write them."""

from django import template

from tournaments.numbers import points_text, signed

register = template.Library()
register.filter("points", points_text)
register.filter("signed", signed)
