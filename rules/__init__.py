"""The game of Doppelkopf and its tournament law: pure Python, no I/O, no clock.

Paragraph numbers are those of the Turnier-Spielregeln (TSR) of the Deutscher
Doppelkopf-Verband, edition of 2026-02-21.
"""
