"""Points as people write them."""

from django import template

from tournaments.actions.sheets import points_text
from tournaments.numbers import signed

register = template.Library()
register.filter("points", points_text)
register.filter("signed", signed)
