"""What the engine adds to a written answer: memory, the share of the peak, where a machine is sold."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.faqs.figures import figures
from engine.forms.form import Asked
from tests.day import DAY


def asked(advisor: Advisor, text: str) -> Asked:
    return Asked(advisor.parse(text), advisor.library(), DAY)


def test_memory_needs_a_model_or_a_chip(advisor: Advisor) -> None:
    assert figures("memory", asked(advisor, "out of memory while training")) is None
    named = figures("memory", asked(advisor, "out of memory while fine-tuning on an A100 80GB"))
    assert named is not None and not named.concludes  # how much the card holds
    sized = figures("memory", asked(advisor, "out of memory while fine-tuning a 13B on an A100 80GB"))
    assert sized is not None and sized.concludes and sized.answer.table is not None and sized.words == "fit"


def test_a_stated_speed_is_told_as_a_share_of_the_peak(advisor: Advisor) -> None:
    """7e9 parameters x 6 x 2,000 tokens/s are 84 TFLOP/s and more with attention: above 27% of an A100's 312."""
    found = figures("own_speed", asked(advisor, "full fine-tuning of a 7B on one A100 runs at 2000 tokens/s"))
    assert found is not None and found.concludes
    assert found.answer.headline is not None and found.answer.headline.code == "own_speed"


def test_without_a_speed_it_is_what_others_reached(advisor: Advisor) -> None:
    found = figures("own_speed", asked(advisor, "training on H100 is slow"))
    assert found is not None and not found.concludes
    assert found.answer.headline is not None and found.answer.headline.code == "mfu_seen"
    assert figures("mfu", asked(advisor, "training is slow")) is None


def test_where_a_machine_is_sold_needs_its_name(advisor: Advisor) -> None:
    found = figures("where_sold", asked(advisor, "p4d.24xlarge: InsufficientInstanceCapacity"))
    assert found is not None and found.answer.headline is not None
    assert found.answer.headline.code == "none_to_be_had" and found.answer.questions == ()
    assert figures("where_sold", asked(advisor, "InsufficientInstanceCapacity")) is None


def test_no_figures_are_none(advisor: Advisor) -> None:
    assert figures("", asked(advisor, "out of memory on an A100")) is None


def test_cards_of_ones_own_are_told_by_what_they_hold(advisor: Advisor) -> None:
    named = figures("cards", asked(advisor, "two RTX 3090 or one RTX 4090 to fine-tune?"))
    assert named is not None and named.answer.table is not None and len(named.answer.table.rows) == 2
    common = figures("cards", asked(advisor, "which card to buy for training?"))
    assert common is not None and common.answer.table is not None and len(common.answer.table.rows) > 2


def test_sides_are_those_of_a_comparison(advisor: Advisor) -> None:
    found = figures("sides", asked(advisor, "A100 vs H100"))
    assert found is not None and found.answer.table is not None and found.answer.passages == ()
    assert figures("sides", asked(advisor, "which of them is newer?")) is None
