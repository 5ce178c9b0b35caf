"""Print our figures: ``python -m tests.bench`` all of them, ``python -m tests.bench seating`` one.

Each ``bench_*.py`` has a ``run()`` that prints. They get an empty SQLite database in a folder of
their own, so that the figures include a real one and no data of this machine is touched.
"""

import importlib
import os
import platform
import sys
import tempfile
from pathlib import Path


def names() -> list[str]:
    return sorted(
        path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py")
    )


def main(wanted: list[str]) -> int:
    known = names()
    if unknown := [name for name in wanted if name not in known]:
        print(f"No such figure: {', '.join(unknown)}. There are: {', '.join(known)}.")
        return 2
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATA_DIR"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        _prepare_database()
        print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}")
        for name in wanted or known:
            print()
            importlib.import_module(f"tests.bench.bench_{name}").run()
    return 0


def _prepare_database() -> None:
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
