"""How many machines of each type that was named a load of requests takes, of models of text."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.loads.loads_reasons import LoadTakes


def test_each_that_was_named_has_its_count_the_cheapest_first(advisor: Advisor) -> None:
    text = "TEI, bge-m3 fp16, 1200 req/s, 512 tok each, p99 < 80ms. how many L4? how many inf2.xlarge? the cheaper"
    first = advisor.ask(text).facts.headline
    assert isinstance(first, LoadTakes)
    assert {row[1] for row in first.rows} == {"NVIDIA L4", "AWS Inferentia2"}
    assert first.rows[0][7] <= first.rows[1][7]
    assert all(row[3] <= row[2] <= row[4] for row in first.rows)


def test_a_machine_takes_as_many_as_where_it_is_costed_alone(advisor: Advisor) -> None:
    both = advisor.ask("bge-m3 in fp16, 1200 requests/s of 512 tokens: how many L4 or how many L40S?").facts.headline
    alone = advisor.ask("bge-m3 in fp16, 1200 requests/s of 512 tokens: how many L4?").facts
    assert isinstance(both, LoadTakes) and alone.headline is not None
    count = next(row[2] for row in both.rows if row[1] == "NVIDIA L4")
    assert alone.headline.values["chips"] == count


def test_one_machine_alone_is_answered_elsewhere(advisor: Advisor) -> None:
    first = advisor.ask("bge-m3, 1200 requests/s of 512 tokens: how many L4?").facts.headline
    assert not isinstance(first, LoadTakes)
