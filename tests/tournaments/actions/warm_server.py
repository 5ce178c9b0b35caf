"""The application for ``killed_server``, warm before it is forked: a new worker serves at once."""

from django.db import connections
from django.template import loader
from django.test import Client

from config.wsgi import application

__all__ = ["application"]

Client(headers={"host": "127.0.0.1"}).get("/sign-in/")
for name in ("desk/table.html", "desk/overview.html"):
    loader.get_template(name)
connections.close_all()
