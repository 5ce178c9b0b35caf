"""The shape shared by the commands that answer JSON Lines: standard input to standard output."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Callable
from typing import Any, ClassVar

from django.core.management.base import BaseCommand

from scoring.answers import answer_line


class JsonLinesCommand(BaseCommand):
    """Answer every input line at once with one output line, in order; needs no database.

    Exit status 0 if every answer was ``"ok": true``, 1 otherwise.
    """

    requires_system_checks: ClassVar[list[str]] = []
    answer: ClassVar[Callable[[dict[str, Any]], dict[str, Any]]]

    def handle(self, **options: object) -> None:
        answer = type(self).answer
        write, flush = self.stdout.write, self.stdout.flush
        all_ok = True
        try:
            for number, line in enumerate(sys.stdin.buffer):
                if number == 0:  # some editors begin a file with a byte order mark
                    line = line.removeprefix(codecs.BOM_UTF8)
                text, ok = answer_line(line, answer)
                all_ok = all_ok and ok
                write(text)
                flush()  # whoever feeds the pipe may wait for this answer before the next line
        except BrokenPipeError:  # the reader has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            all_ok = False
        if not all_ok:
            sys.exit(1)
