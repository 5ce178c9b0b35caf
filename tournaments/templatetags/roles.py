"""What a role may do, for templates: buttons that would be refused are not shown."""

from django import template

from tournaments.actions import roles

register = template.Library()


@register.filter
def allows(role: str | None, action: str) -> bool:
    """``{% if request.role|allows:"draw_session" %}``"""
    return roles.allows(role, action)
