"""The public standings of 200 entries in 8 sessions: cold, from the cache, and not modified.

Whole requests through Django's test client, all middleware and database queries included.
"Cold" is the first request after a new result: every run raises the revision. Besides the time
that passed stands the processor's, which other work on the machine disturbs less.
"""

from contextlib import redirect_stdout
from io import StringIO
from statistics import median, quantiles
from time import perf_counter, process_time

from tests.tournaments.played import played

ENTRIES, SESSIONS = 200, 8
COLD_RUNS, CACHED_RUNS = 60, 300


def run() -> None:
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client
    from django.urls import reverse

    from tournaments.models import Tournament
    from tournaments.models.standings import full_standings

    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "testserver"]
    with redirect_stdout(StringIO()):
        call_command("collectstatic", interactive=False, verbosity=0)
    tournament = played(ENTRIES, SESSIONS, slug="bench")
    changed = Tournament.objects.filter(pk=tournament.pk)
    address = reverse("standings", args=[tournament.slug])
    client = Client()

    def new_result() -> None:
        tournament.revision += 1
        changed.update(revision=tournament.revision)

    def page(**headers: str) -> None:
        client.get(address, headers=headers)

    page()
    body = client.get(address)
    packed = client.get(address, headers={"accept-encoding": "gzip"})
    print(f"Standings, {ENTRIES} entries x {SESSIONS} sessions, one page")
    print(f"  page {len(body.content) / 1000:.0f} kB, packed {len(packed.content) / 1000:.0f} kB")
    _show("computed only", _times(lambda: full_standings(tournament), COLD_RUNS))
    _show("cold, after a new result", _times(page, COLD_RUNS, before=new_result))
    _show("from the cache", _times(page, CACHED_RUNS))
    _show("not modified (304)", _times(lambda: _unchanged(client, address, body), CACHED_RUNS))


def _unchanged(client, address: str, body) -> None:
    answer = client.get(address, headers={"if-none-match": body["ETag"]})
    assert answer.status_code in (200, 304)


def _times(act, runs: int, before=lambda: None) -> list[tuple[float, float]]:
    """Milliseconds passed and milliseconds of processor time, for each run."""
    times = []
    for _ in range(runs):
        before()
        start, start_cpu = perf_counter(), process_time()
        act()
        times.append(((perf_counter() - start) * 1000, (process_time() - start_cpu) * 1000))
    return times


def _show(what: str, times: list[tuple[float, float]]) -> None:
    passed, cpu = zip(*times, strict=True)
    print(
        f"  {what:<26} median {median(passed):5.1f} ms, 95 % {quantiles(passed, n=20)[-1]:5.1f} ms,"
        f" processor {median(cpu):5.1f} ms  ({len(times)} runs)"
    )
