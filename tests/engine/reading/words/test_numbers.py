"""How numbers are written: digits, words, ranges and multipliers."""

from __future__ import annotations

import pytest

from tests.engine.reading.test_document import document


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("70B", [70e9]),
        ("2T tokens", [2e12]),
        ("40 mil imagens", [40_000]),  # a thousand in Portuguese and Spanish
        ("$2 mil", [2e6]),
        ("1,500 runs", [1500]),
        ("twenty five runs", [25]),
        ("forty-eight hours", [48]),
        ("two dozen chips", [24]),
        ("6-8 hours", [7]),
        ("2 to 4 weeks", [3]),
        ("$1.1M", [1.1e6]),
        ("8 chips and 3 nodes", [8, 3]),
        ("20.000 EUR or £5k", []),  # no dollars: left unread
        ("$20.000", [20_000]),
        ("20.000 $ for it", [20_000]),
        ("1.006 $ an hour", [1.006]),
        ("$1.006 an hour", [1.006]),
        ("DeepSpeed ZeRO-3", []),
        ("no figure at all", []),
    ],
)
def test_a_number_is_read_however_it_is_written(text: str, values: list[float]) -> None:
    assert [number.value for number in document(text).numbers] == pytest.approx(values)


def test_the_size_in_a_model_name_does_not_start_a_range() -> None:
    assert [number.value for number in document("llama-2-13b").numbers][-1] == 13e9


def test_a_currency_sign_makes_it_money() -> None:
    (number,) = document("$40k").numbers
    assert number.money
    assert number.value == 40_000
