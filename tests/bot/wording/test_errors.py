"""An error of the user's is a code and values; its sentence is a template."""

from __future__ import annotations

import re
from pathlib import Path

import bot
from bot.wording.errors import UserError
from bot.wording.words import ERRORS, environment

RAISED = re.compile(r'UserError\(\s*"(\w+)"')
SOURCES = sorted(Path(next(iter(bot.__path__))).rglob("*.py"))
IN_THE_FORM = {"amount", "number", "whole", "name", "one_name"}  # of a form's fields; worded beside the form


def test_it_carries_what_the_sentence_needs_and_is_known_by_its_code() -> None:
    problem = UserError("bad_date", value="yesterday")
    assert (problem.code, problem.values, str(problem)) == ("bad_date", {"value": "yesterday"}, "bad_date")


def test_every_code_that_is_raised_has_its_sentence() -> None:
    modules = [environment().get_template(name).module for name in ERRORS]
    codes = {code for path in SOURCES for code in RAISED.findall(path.read_text(encoding="utf-8"))}
    assert len(codes) > 50
    assert {code for code in codes - IN_THE_FORM if not any(hasattr(module, code) for module in modules)} == set()
