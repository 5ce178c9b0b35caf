"""Placeholder until its page arrives."""

urlpatterns: list = []
