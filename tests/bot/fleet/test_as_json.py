"""A plan for scripts."""

from __future__ import annotations

import json

import pytest

from bot.advice.advisor import Advisor
from bot.fleet.as_json import plan_json
from tests.bot.fleet.sample import SERVE, TUNE, plan_of_text


def test_the_lines_add_up_and_every_source_is_there(advisor: Advisor) -> None:
    body = json.loads(json.dumps(plan_json(plan_of_text(advisor, TUNE + SERVE + "apis = true\n"))))
    assert (body["schema_version"], body["as_of"], body["months"]) == (1, "2026-11-21", 3)
    lines = [line for kind in ("used", "committed", "booked", "migrated") for line in body["plan"][kind]]
    assert sum(line["usd"]["likely"] for line in lines) == pytest.approx(body["plan"]["usd"]["likely"])
    assert {cite for line in lines for cite in line["cites"]} == set(body["cites"])
    assert {line["workload"]: line["data_leaves"] for line in body["plan"]["used"]} == {"tune": False, "chat": True}
    assert all(line["region"] and line["price_as_of"] for line in lines if "instance" in line)


def test_without_a_plan_the_amounts_are_there(advisor: Advisor) -> None:
    body = plan_json(plan_of_text(advisor, "budget.total_usd = 100\n" + TUNE))
    assert body["plan"] is None
    (needed,) = body["needs_one_of"]
    assert (needed["what"], needed["after"]) == ("total", pytest.approx(100 + needed["more"]))
    assert body["headline"].startswith("There is no plan")
