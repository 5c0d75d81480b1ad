"""A sum that a card told is the same sum where it is told again in the same terms."""

from __future__ import annotations

from engine.workload.told_sums import NO_VIEW, SumView, ToldSum


def hour(usd: float, way: str) -> ToldSum:
    return ToldSum.model_validate(
        {"usd": usd, "low": usd, "high": usd, "unit": "hour", "thing": "p4d.24xlarge", "purchase": way}
    )


def test_a_sum_is_told_apart_by_what_is_bought_and_how() -> None:
    assert hour(20.0, "on_demand").name == hour(20.0, "on_demand").model_copy(update={"day": "2026-11-01"}).name
    assert hour(20.0, "on_demand").name != hour(20.0, "spot").name


def test_a_thread_that_looks_at_nothing_has_the_plain_view() -> None:
    assert SumView() == NO_VIEW != SumView(hours=730.0)
