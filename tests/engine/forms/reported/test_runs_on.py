"""Whether a program runs on a kind of chip is answered by what was said of that very program, then by others."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from bot.advice.advisor import Advisor
from engine.forms.reported.runs_on import SaidOfSupport, SupportUnsaid
from knowledge.facts import Facts, ProjectSupport
from tests.day import DAY


def said(repository: str, on: str, level: str, **more: Any) -> ProjectSupport:
    """What maintainers said last week of a whole program."""
    usual: dict[str, Any] = {
        "evidence": "they said so", "said_by": "maintainers", "said_in": f"{repository}#1",
        "said_on": DAY, "checked_on": DAY,
    }  # fmt: skip
    return ProjectSupport.model_validate({"repository": repository, "on": on, "level": level, **usual, **more})


SAID = (
    said("lab/ZoraMesh", "amd-gpu", "no"),
    said("lab/ZoraMesh", "amd-gpu", "yes", said_by="user", said_in="lab/ZoraMesh#2"),
    said("lab/ZoraMesh", "amd-gpu", "partly", of="rendering", said_in="lab/ZoraMesh#3"),
    said("lab/ZoraMesh", "multi-gpu", "yes", said_on=date(2024, 5, 6)),
    said("lab/ZoraMesh", "volta", "partly", evidence="with its first version"),
    said("lab/TidyLib", "amd-gpu", "no", of="INT4"),
)


@pytest.fixture(scope="module")
def advisor(facts: Facts) -> Advisor:
    return Advisor(facts.model_copy(update={"project_support": SAID}), DAY)


@pytest.mark.parametrize(
    "question",
    ["Does ZoraMesh run on AMD GPUs?", "Is ZoraMesh supported on an MI300X?", "Can I use ZoraMesh with ROCm?"],
)
def test_its_maintainers_word_of_the_whole_comes_first(advisor: Advisor, question: str) -> None:
    answer = advisor.ask(question)
    first = answer.facts.headline
    assert isinstance(first, SaidOfSupport)
    assert (answer.form.id, first.answer, first.by, first.of) == ("support", "no", "maintainers", "")
    assert "report:lab/ZoraMesh#1" in answer.sources


def test_the_part_that_is_named_leads(advisor: Advisor) -> None:
    first = advisor.ask("Does rendering with ZoraMesh run on AMD GPUs?").facts.headline
    assert isinstance(first, SaidOfSupport)
    assert (first.answer, first.of, first.part) == ("partly", "rendering", False)


@pytest.mark.parametrize("question", ["Does ZoraMesh support multiple GPUs?", "Can ZoraMesh be run on several GPUs?"])
def test_how_it_is_run_is_asked_like_a_chip_and_old_words_are_doubted(advisor: Advisor, question: str) -> None:
    answer = advisor.ask(question)
    first = answer.facts.headline
    assert isinstance(first, SaidOfSupport)
    assert (first.on, first.answer) == ("multi-gpu", "yes")
    assert [doubt.code for doubt in answer.facts.doubts] == ["support_aged"]  # two years and a half


def test_a_generation_stands_for_its_cards(advisor: Advisor) -> None:
    first = advisor.ask("Does ZoraMesh work on a V100?").facts.headline
    assert isinstance(first, SaidOfSupport)
    assert (first.on, first.answer) == ("volta", "partly")


@pytest.mark.parametrize("question", ["Does ZoraMesh support TPU?", "Will there be TPU support for ZoraMesh?"])
def test_where_nothing_is_said_of_it_a_port_is_needed(advisor: Advisor, question: str) -> None:
    first = advisor.ask(question).facts.headline
    assert isinstance(first, SupportUnsaid)
    assert (first.name, first.on) == ("ZoraMesh", "tpu")


def test_a_chip_is_no_program_that_runs_there(facts: Facts) -> None:
    """A row on Optimum TPU tells of "TPU v6e" as its part."""
    first = Advisor(facts, DAY).ask("does Megatron-Core run on TPU v6e?").facts.headline
    assert first is not None
    assert not isinstance(first, SaidOfSupport)


def test_a_part_that_is_not_named_is_no_answer(advisor: Advisor) -> None:
    """Of TidyLib only what it does in 4 bits is said: whether it runs at all is answered by what is held of chips."""
    first = advisor.ask("Does TidyLib run on AMD GPUs?").facts.headline
    assert not isinstance(first, SaidOfSupport) or first.part


def test_memory_is_another_question(advisor: Advisor) -> None:
    for question in ("How much memory does ZoraMesh need on a V100?", "How long does ZoraMesh train on 8 V100?"):
        first = advisor.ask(question).facts.headline
        assert not isinstance(first, SaidOfSupport | SupportUnsaid), question


@pytest.fixture(scope="module")
def real(facts: Facts) -> Advisor:
    return Advisor(facts, DAY)


@pytest.mark.parametrize(
    ("question", "of"),
    [
        ("Does FLUX.1-dev run on Inferentia2?", "FLUX"),
        ("Add support for FLUX.1-schnell on inf2? I tried all weekend to adapt it with neuronx.", "FLUX"),
        ("Can I deploy SDXL-turbo on inf2.xlarge?", "SDXL"),
        ("Can wav2vec2-base run on Inf2?", "Wav2Vec2"),
        ("Is stable-diffusion-xl-base-1.0 supported on inf2?", "Stable Diffusion"),
    ],
)
def test_a_model_is_named_with_its_size_too(real: Advisor, question: str, of: str) -> None:
    first = real.ask(question).facts.headline
    assert isinstance(first, SaidOfSupport)
    assert (first.answer, first.of, first.on) == ("yes", of, "inferentia2")


def test_a_second_version_is_another_model(real: Advisor) -> None:
    assert isinstance(real.ask("Does FLUX.2-dev run on inf2?").facts.headline, SupportUnsaid)


@pytest.mark.parametrize(
    "question", ["Is Trn1 supported with NKI 0.3.0?", "Does NKI 0.3.0 work on inf2.xlarge?", "NKI 0.3.0 on trn1?"]
)
def test_a_version_that_is_named_comes_before_a_yes_to_all_of_them(real: Advisor, question: str) -> None:
    first = real.ask(question).facts.headline
    assert isinstance(first, SaidOfSupport)
    assert (first.answer, first.version) == ("no", "0.3.0")
    assert real.ask("Is NKI supported on trn1?").facts.headline.code == "supported"  # of no version
