"""What an embedding table takes."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.base.reason import Reason


def first(advisor: Advisor, text: str) -> Reason:
    headline = advisor.ask(text).facts.headline
    assert headline is not None
    return headline


@pytest.mark.parametrize(
    ("text", "gb"),
    [
        ("How much memory does an embedding matrix of 1 billion users x 64 take?", 256),
        ("Does a recommender with 5M items, 200k users and an embedding size of 100 fit in GPU memory?", 2.08),
        ("Does an embedding table of 1 billion rows with 64 dimensions fit on 8 A100 80 GB?", 256),
    ],
)
def test_it_is_rows_times_width_times_four_bytes(text: str, gb: float, advisor: Advisor) -> None:
    """1e9 x 64 x 4 = 256 GB; 5.2e6 x 100 x 4 = 2.08 GB; with gradients and Adam four times that."""
    told = first(advisor, text)
    assert (told.code, told.values["gb"], told.values["with_states"]) == (
        "embedding_takes",
        pytest.approx(gb),
        pytest.approx(4 * gb),
    )


def test_a_shape_and_the_named_optimizer_are_used(advisor: Advisor) -> None:
    """8e8 x 64 x 4 = 204.8 GB, twice that with Adagrad, and 8 x 40 GiB are 344 GB; 10,131,227 x 256 x 4 = 10.4."""
    told = first(advisor, "two-tower with an 800M x 64 embedding table in fp32 and Adagrad, does that fit one p4d?")
    assert (told.values["state_gb"], told.values["fits"]) == (pytest.approx(409.6), False)
    rows = first(
        advisor, "I train dlrm, the largest table has 10131227 rows, sparse feature size 256. What GPU holds it?"
    )
    assert (rows.code, rows.values["gb"]) == ("embedding_takes", pytest.approx(10.374, rel=1e-3))


def test_without_a_width_it_is_told_for_each_dimension(advisor: Advisor) -> None:
    told = first(advisor, "How much memory does training with an embedding matrix for 1 billion users take?")
    assert (told.values["width"], told.values["gb"]) == (0, pytest.approx(4))


def test_an_embedding_model_has_no_such_table(advisor: Advisor) -> None:
    assert first(advisor, "How much memory does embedding 1M texts with bge-large take?").code != "embedding_takes"
