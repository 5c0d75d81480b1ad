"""Each written answer is given to the question it was written for: of every area some.

That every example asks its own question first is read of all, in tests/engine/forms/faqs/test_written.py.
"""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from knowledge.loading.load import load
from tests.share import some

# Of these questions the figures in them are worked out instead, the sum over what they name, or the parts they name.
WORKED = frozenset({
    "util-cpu-full", "vram-spill", "two-or-one-card", "specs-for-load", "same-time-more-gpus", "gpu-hours-meaning",
    "format-fp8-ampere", "format-fp4", "format-awq-chips", "egress-storage", "gpu-count-equal",
})  # fmt: skip
# And of these something that ran out of memory, or a requirement, is answered by the card and the kind of work first.
UNNAMED = frozenset({
    "oom-training", "oom-rlhf", "hardware-unsaid", "new-cards-torch", "boosted-trees-memory", "sequence-parallel",
})  # fmt: skip
FAQS = [faq for faq in load().faqs.values() if faq.id not in WORKED | UNNAMED]
ASKED = [(faq.id, faq.examples[0]) for faq in some(FAQS, 4)]


@pytest.mark.parametrize(("written", "text"), ASKED, ids=[name for name, _ in ASKED])
def test_its_own_question_gets_it(written: str, text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    parts = answer.parts or (answer,)
    told = [
        line.values.get("text") for part in parts for line in (part.facts.headline, *part.facts.sentences) if line
    ]
    assert advisor.facts.faqs[written].says in told
