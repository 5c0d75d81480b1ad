"""The table of an estimate: what was named first, and others beside it."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.parts.estimate_table import OF_NAMED, ROWS


def test_what_was_named_comes_first_and_leaves_room_for_others(advisor: Advisor) -> None:
    table = advisor.ask("how long does fine-tuning 8B on 1B tokens take on 8 H100?").facts.table
    assert table is not None and len(table.rows) <= ROWS
    named = [row.is_named for row in table.rows]
    assert named[0] and sum(named) <= OF_NAMED and not all(named)
    assert table.rows[0].is_best


def test_hours_times_rate_times_machines_are_the_dollars(advisor: Advisor) -> None:
    table = advisor.ask("how long does fine-tuning 8B on 10B tokens take on 8 H100?").facts.table
    assert table is not None
    first = dict(zip(table.columns, table.rows[0].cells, strict=True))
    count = int(str(first["machines"]).split(" x ")[0])
    assert abs(float(str(first["hours"])) * float(str(first["rate"])) * count / float(str(first["usd"])) - 1) < 0.01


def test_a_cloud_and_a_way_to_buy_that_were_said_bound_every_row(advisor: Advisor) -> None:
    text = "how much does pretraining 1.3B on 26B tokens cost on an L4 vs A100, GCP on demand"
    table = advisor.ask(text).facts.table
    assert table is not None
    assert {(row.cloud, row.purchase) for row in table.offered} == {("gcp", "on_demand")}
    assert {"l4", "a100-40"} <= {row.accelerator for row in table.offered}
