"""A project of which others report something is answered from that, whatever its name looks like.

Names are all that differs: capitals, digits, names of libraries, data sets and models in them. So each kind of
question goes round over all projects held, by the step below; a name that is not seen shows as another answer.
"""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from knowledge.facts import Facts

STEP, ENOUGH = 40, 0.97  # of all repositories every so many; the share that has to be told by reports
CARDS = ("which GPU did you use to train {}?", "how many GPUs were used during training of {}?")
HOURS = ("how long does it take to train {}?", "{} training time and hardware?", "how many days did you train {}?")


def _told(advisor: Advisor, texts: list[str]) -> tuple[int, list[str]]:
    others = []
    for text in texts:
        first = advisor.ask(text).facts.headline
        if first is None or not first.code.startswith(("reported", "no_report_of")):
            others.append(f"{first.code if first else None}: {text}")
    return len(texts) - len(others), others


@pytest.mark.parametrize(("questions", "wants"), [(CARDS, "chip"), (HOURS, "hours")])
def test_what_is_reported_of_a_project_is_found_by_its_name(
    questions: tuple[str, ...], wants: str, facts: Facts, advisor: Advisor
) -> None:
    held = sorted({
        row.repository for row in facts.reports
        if row.phase == "training" and getattr(row, wants) and row.hours_of != "sample"
    })  # fmt: skip
    names = [repository.partition("/")[2] for repository in held[::STEP]]
    texts = [questions[at % len(questions)].format(name) for at, name in enumerate(names)]
    told, others = _told(advisor, texts)
    assert told >= ENOUGH * len(texts), others
