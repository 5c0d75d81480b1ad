"""Several models on the same card: which writes more tokens a second."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.feasible.two_models import ModelsThere
from tests.engine.forms.feasible.first import first_of


def test_the_active_weights_decide(advisor: Advisor) -> None:
    """An L4 has 300 GB/s: 3.6B active at 0.56 bytes are 2 GB, 8.03B at 2 bytes 16.1: 6.8 times, as its embeddings are
    in 16 bits."""
    told = first_of(
        advisor, "gpt-oss-20b vs llama 3.1 8b on one L4, which gives more tokens/s, and do they fit?", ModelsThere
    )
    assert [one.fits for one in told.each] == [True, True]
    assert told.each[0].model == "gpt-oss-20b" and told.times == pytest.approx(6.8, rel=0.02)


def test_two_that_are_weighed_are_not_put_beside_one_another(advisor: Advisor) -> None:
    """600 GB/s over 7.24B x 2 bytes and 9.24B x 2 bytes."""
    text = "Mistral 7B vs Gemma 2 9B on a single A10G: do both fit in bf16 and which one is faster?"
    told = first_of(advisor, text, ModelsThere)
    assert [round(one.most) for one in told.each] == [41, 32]
