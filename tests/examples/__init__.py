"""Worked cases as pytest parameters, one per line of a file."""

import json
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def worked_cases(name: str) -> list:
    """Every case of a file, with an id that says what it is about."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines]
    return [
        pytest.param(case, id=f"{number}: {case.get('what') or case['in'].get('id', 'legal')}")
        for number, case in enumerate(cases, start=1)
    ]
