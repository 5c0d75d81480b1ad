"""A question about work that nobody named begins with what others need, not with what it depends on."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.fits.unsized import ModelUnnamed
from engine.forms.parts.estimate_reasons import WorkUnknown
from engine.forms.reported.rates import LEAST
from engine.forms.reported.usual_reasons import UsualHours, UsualRoom
from knowledge.facts import Facts, ProjectKind
from knowledge.loading.load import load
from tests.day import DAY
from tests.engine.forms.reported.projects import report

MEMORY = [8.0, 12.0, 16.0, 24.0, 80.0]  # a fifth of the projects each: 80% within 24 GB, 60% within 16


@pytest.fixture(scope="module")
def advisor(facts: Facts) -> Advisor:
    """Of 2 x 20 projects: 20 of segmentation, which train in 80 GB, and 20 of any kind with memory and hours."""
    of_any = [
        report(
            f"lab/P{at}", memory_gb=MEMORY[at % 5], memory_is="enough", chips=1, chip="a100-80",
            hours=10 * (1 + at % 4), hours_of="run",
        )
        for at in range(LEAST)
    ]  # fmt: skip
    of_kind = [report(f"lab/S{at}", memory_gb=80, memory_is="needed") for at in range(LEAST)]
    kinds = tuple(ProjectKind(repository=one.repository, kind="segmentation") for one in of_kind)
    return Advisor(facts.model_copy(update={"reports": (*of_any, *of_kind), "project_kinds": kinds}), DAY)


@pytest.mark.parametrize(
    "question",
    [
        "How much GPU memory do I need to train the model?",
        "What is the minimum GPU memory for training?",
        "How much VRAM is required to train this network?",
    ],
)
def test_a_class_of_card_comes_first_where_none_is_named(advisor: Advisor, question: str) -> None:
    """40 projects: 16 of them within 24 GB, all within 80; no smaller card does for half."""
    first = advisor.ask(question).facts.headline
    assert isinstance(first, UsualRoom)
    assert (first.projects, first.named, first.shares[0].gb, first.shares[0].share) == (40, False, 80, 1)


@pytest.mark.parametrize(
    "question",
    [
        "Can I train the model on an RTX 3090?",
        "Is one RTX 3090 enough to train this?",
        "Is 24 GB enough for training the model?",
    ],
)
def test_the_share_that_does_with_the_card_comes_first_where_one_is_named(advisor: Advisor, question: str) -> None:
    """Within 24 GB: 16 of 40."""
    first = advisor.ask(question).facts.headline
    assert isinstance(first, UsualRoom)
    assert (first.named, round(first.shares[0].share, 2)) == (True, 0.4)


@pytest.mark.parametrize(
    ("question", "chips"),
    [
        ("How long does training take?", 1),
        ("How long did it take you to train?", 1),
    ],
)
def test_the_hours_of_others_come_first_where_nothing_tells_them(advisor: Advisor, question: str, chips: int) -> None:
    """10, 20, 30 and 40 h, five projects each: a quarter takes 10, half 20, three quarters 30. Cards divide it."""
    first = advisor.ask(question).facts.headline
    assert isinstance(first, UsualHours)
    assert (first.low, first.middle, first.high) == (10 / chips, 20 / chips, 30 / chips)
    assert round(first.usd_high / first.usd, 6) == 30  # chip-hours, however many cards share them


def test_hours_of_others_stand_below_the_words_that_it_cannot_be_told(advisor: Advisor) -> None:
    told = advisor.ask("How long will the training take on 4 A100 80GB?").facts
    line = next(line for line in told.sentences if isinstance(line, UsualHours))
    assert isinstance(told.headline, WorkUnknown) and line.middle == 5  # 20 h of one


def test_of_a_kind_of_work_its_own_projects_stand_below_the_first_line(advisor: Advisor) -> None:
    told = advisor.ask("How much memory does training a segmentation network take?").facts
    line = next(line for line in told.sentences if isinstance(line, UsualRoom))
    assert (line.kind, line.projects, line.shares[0].gb) == ("segmentation", LEAST, 80)


@pytest.mark.parametrize(
    "question",
    [
        "Does full fine-tuning of an 8B fit on one A100 80GB?",
        "How long does fine-tuning an 8B on 100M tokens take on 8 H100?",
        "It runs out of memory on my RTX 3090. Can I train it there?",
        "cheapest H100",
    ],
)
def test_what_is_known_of_the_work_itself_stands_alone(advisor: Advisor, question: str) -> None:
    told = advisor.ask(question).facts
    assert not any(isinstance(line, UsualRoom | UsualHours) for line in (told.headline, *told.sentences))


@pytest.mark.parametrize(
    ("question", "phase"),
    [
        ("What is the minimum VRAM of the GPU to run your model?", "inference"),
        ("How much GPU memory does inference need?", "inference"),
        ("How much GPU memory does it need?", "training"),
    ],
)
def test_the_phase_is_the_one_that_is_said(question: str, phase: str) -> None:
    first = Advisor(load(), DAY).ask(question).facts.headline
    assert isinstance(first, UsualRoom) and first.phase == phase


@pytest.mark.parametrize(
    "question",
    [
        "学習にはどのくらいの時間がかかりましたか？",
        "どのような計算機環境で学習し、どの程度の時間がかかったのでしょうか？",
    ],
)
def test_how_long_it_took_is_asked_in_japanese_too(question: str) -> None:
    assert isinstance(Advisor(load(), DAY).ask(question).facts.headline, UsualHours)


def test_of_both_phases_in_one_question_the_usual_one_is_told_and_never_now_this_and_then_that(
    advisor: Advisor,
) -> None:
    """A set of two has no order of its own: it differed from process to process."""
    said = advisor.ask("If I want to train a model on my own data, how much GPU memory can run it at least?").facts
    told = next(line for line in (said.headline, *said.sentences) if isinstance(line, UsualRoom))
    assert told.phase == "training"


@pytest.mark.parametrize(
    "text",
    [
        "We have several capacity reservations with p3 and p4 instances. Can we use them inside Studio Spaces?",
        "There is a limited quota for Standard_NV6, so we cannot deploy it. Can you tell which SKUs are approved?",
        "Our support ticket for p3 was closed. Is it possible to reopen it?",
    ],
)
def test_shares_by_memory_answer_no_question_on_quotas_and_reservations(text: str, advisor: Advisor) -> None:
    headline = advisor.ask(text).facts.headline
    assert not isinstance(headline, (UsualRoom, ModelUnnamed))


@pytest.mark.parametrize("text", ["Is a T4 enough to train FooNet?", "How much VRAM does FooNet take in training?"])
def test_shares_by_memory_answer_what_asks_for_room(text: str, advisor: Advisor) -> None:
    assert isinstance(advisor.ask(text).facts.headline, UsualRoom)
