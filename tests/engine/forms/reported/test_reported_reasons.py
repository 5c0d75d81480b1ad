"""What is told of a report names who said it and when."""

from __future__ import annotations

from bot.wording.reasons import fact
from engine.forms.reported.reported_reasons import ReportedMemory
from engine.forms.reported.reports import told
from knowledge.facts import Facts
from tests.engine.forms.reported.projects import report


def test_each_report_has_its_author_and_day(facts: Facts) -> None:
    rows = (
        report(phase="lora", of="rank 16", memory_gb=11.5, memory_is="used", said_by="user"),
        report(phase="training", memory_gb=80, memory_is="needed", chips=8, chip="h100"),
    )
    line = fact(ReportedMemory(name="ZoraMesh", reports=tuple(told(row, facts) for row in rows)))
    assert line == (
        "ZoraMesh LoRA training, as reported: used 11.5 GB a card (a user, 2024-05-06; rank 16); training needs "
        "80 GB a card (8 x H100 SXM) (its authors, 2024-05-06)."
    )
