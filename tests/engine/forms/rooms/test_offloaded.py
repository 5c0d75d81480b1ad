"""Whether offload is needed: 16 bytes a parameter against the cards, 4 of them where the optimizer is away."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.rooms.offloaded import OffloadNeeded


@pytest.mark.parametrize(
    ("text", "chips", "without", "with_it"),
    [
        (
            "Wir haben 4 Knoten mit je 4x A100 40GB (100G InfiniBand, 512 GB RAM). Llama-3.1-70B voll finetunen, "
            "kein LoRA. Passt das mit ZeRO-3, oder nur mit Offload auf den Hauptspeicher?",
            16,
            False,  # 70.6 x 16 = 1,130 GB against 640
            True,  # 70.6 x 4 = 282 GB
        ),
        (
            "Full fine-tune of Qwen2.5-32B on 8x A100 80GB with ZeRO-3: does it fit, or do I need CPU offload?",
            8,
            True,
            True,
        ),
    ],
)
def test_the_side_that_holds_is_told(text: str, chips: int, without: bool, with_it: bool, advisor: Advisor) -> None:
    headline = advisor.ask(text).facts.headline
    assert isinstance(headline, OffloadNeeded)
    assert (headline.said, headline.without, headline.with_it) == (chips, without, with_it)


def test_ram_that_is_free_is_asked_for_where_the_cards_ran_out(advisor: Advisor) -> None:
    text = "5 x 3090 zero3 full training of qwen 7B OOM, 700GB of host memory is free. Can I use CPU memory?"
    told = advisor.ask(text).facts.headline
    assert isinstance(told, OffloadNeeded) and told.with_it and not told.without
    assert told.host_gib == pytest.approx(7.72e9 * 12 / 2**30, rel=0.01)  # 86 GiB
