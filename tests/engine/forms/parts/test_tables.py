"""The tables of an answer about memory."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.parts.tables import way_said
from engine.workload.profile import Profile


def test_the_way_that_was_said_is_marked(advisor: Advisor) -> None:
    table = advisor.ask("does QLoRA of 34B fit on a 48 GB card?").facts.table
    assert table is not None
    assert [row.cells[table.columns.index("way")] for row in table.rows if row.is_named] == ["qlora"]


def test_training_in_a_precision_is_no_way_to_serve() -> None:
    assert way_said(Profile(task="fine_tuning", precision="int8")) is None
    assert way_said(Profile(task="inference", precision="int8")) == "int8"
    assert way_said(Profile(task="pretraining")) == "pretraining"


def test_a_method_that_was_ruled_out_is_not_counted(advisor: Advisor) -> None:
    table = advisor.ask("How much memory do I need to fine-tune 7B without LoRA?").facts.table
    assert table is not None
    assert "lora" not in [row.cells[table.columns.index("way")] for row in table.rows]
