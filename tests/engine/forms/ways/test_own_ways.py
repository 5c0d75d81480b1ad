"""Each part of a text with the way to buy that it tells."""

from __future__ import annotations

from engine.forms.ways.own_ways import own_ways


def test_each_part_has_its_own_way() -> None:
    parts = ("1x a2-highgpu-8g on a 1-year CUD + ", "1x a3-highgpu-8g pay as you go, 90 days each")
    assert own_ways(parts, ("on_demand", "reserved_1yr")) == ("reserved_1yr", "on_demand")


def test_a_part_that_tells_none_leaves_them_all() -> None:
    assert own_ways(("2 x p5.48xlarge and ", "3 x g5.xlarge on spot"), ("spot",)) is None
