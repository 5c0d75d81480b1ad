"""`chipscout compare`, as a shell sees it."""

import json

import pytest

from tests.bot.test_cli import refused, run


def test_records_are_flat_and_what_is_not_sold_is_null() -> None:
    done = run("compare", "trn2.48xlarge", "p5en.48xlarge", "--json")
    assert done.returncode == 0
    trn2, p5en = json.loads(done.stdout)
    assert (trn2["instance"], p5en["instance"]) == ("trn2.48xlarge", "p5en.48xlarge")
    assert (trn2["bf16_tflops_chip"], p5en["bf16_tflops_chip"]) == (667, 989)
    assert trn2["usd_on_demand"] is None and p5en["usd_on_demand"] == pytest.approx(63.296)
    assert all(not isinstance(value, dict) for value in trn2.values())


def test_chips_are_compared_by_what_rents_them() -> None:
    shown = run("compare", "trn2", "p5").stdout
    assert "trn2.48xlarge" in shown and "p5.48xlarge" in shown
    flat = " ".join(shown.split())
    assert "AWS Trainium2 against NVIDIA H100 SXM" in flat
    assert "AWS Trainium2 is the cheaper by the chip by Capacity Block, NVIDIA H100 SXM the faster on paper" in flat
    assert "96 against 80 GiB (AWS Trainium2 1.2x as much)" in flat  # 96 / 80


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("trn2", "p5zz"), "did you mean p5"),
        (("trn2",), "2 to 4 names"),
        (("trn2", "trn2.48xlarge"), "the same offering"),
        (("trn2", ""), "Nothing is called"),
    ],
)
def test_what_cannot_be_compared_is_said_in_a_sentence(names: tuple[str, ...], said: str) -> None:
    assert said in refused(run("compare", *names))
