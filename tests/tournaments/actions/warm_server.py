"""Starts the application's server again and again for ``killed_server``, each time within moments.

The code is read once, here; a line on standard input forks a whole server of it: gunicorn's
arbiter and its worker, a process group of their own. Of the server before nothing is left but
what is on the disk: this process holds no connection to the database and no request ever reaches
it. Answers with the group's number. Usage: ``python -m … PORT``.
"""

import os
import socket
import sys
import time
from typing import Any

from django.db import connections
from django.template import loader
from django.test import Client
from gunicorn.app.base import BaseApplication

from config.wsgi import application

TEMPLATES = ("desk/table.html", "desk/overview.html", "table/page.html")


class Server(BaseApplication):
    """gunicorn as ``serve`` starts it: one worker, with threads."""

    def __init__(self, port: int) -> None:
        self.listener = listen(port)
        super().__init__()

    def load_config(self) -> None:
        options = {
            "bind": f"fd://{self.listener.fileno()}",
            "threads": 4,
            "preload_app": True,
            "loglevel": "critical",
            "control_socket_disable": True,
        }
        for name, value in options.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        return application


def listen(port: int) -> socket.socket:
    """The port, as soon as the last server's end has left it free."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    while True:
        try:
            listener.bind(("127.0.0.1", port))
            listener.listen()
            return listener
        except OSError:
            time.sleep(0.002)


def main() -> None:
    port = int(sys.argv[1])
    Client(headers={"host": "127.0.0.1"}).get("/sign-in/")
    for name in TEMPLATES:
        loader.get_template(name)
    connections.close_all()
    server = 0
    for _line in iter(sys.stdin.readline, ""):
        if server:
            os.waitpid(server, 0)
        server = os.fork()
        if not server:
            os.setsid()
            sys.argv = sys.argv[:1]
            Server(port).run()
        print(server, flush=True)


if __name__ == "__main__":
    main()
