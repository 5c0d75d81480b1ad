"""What weights are to be read, loaded and gathered, by the size that is told."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.symptoms.symptom_reasons import SymptomCores, SymptomHost, SymptomLoads, SymptomState


def test_what_was_read_in_the_time_told(advisor: Advisor) -> None:
    """480B x 2 bytes are 960 GB, in 43 x 60 s 0.372 GB a second; at 5 they take 192 s."""
    text = "vLLM needs 43 minutes just to read the weights of Qwen3-Coder-480B from EFS. faster instance?"
    told = advisor.ask(text).facts.headline
    assert isinstance(told, SymptomLoads)
    assert told.gb == pytest.approx(960) and told.rate == pytest.approx(0.372, abs=0.001)
    assert told.then == pytest.approx(192)


def test_four_bits_are_half_a_byte(advisor: Advisor) -> None:
    told = advisor.ask("a 34B AWQ model in vllm takes 50 minutes to start the first time, why?").facts.headline
    assert isinstance(told, SymptomLoads) and told.gb == pytest.approx(17)


def test_what_the_host_holds_and_what_it_has(advisor: Advisor) -> None:
    """13B in FP32 are 52 GB; g4dn.xlarge has 16 GiB."""
    told = advisor.ask("13b loading gets killed on g4dn.xlarge, GPU memory isn't even touched").facts.headline
    assert isinstance(told, SymptomHost)
    assert told.half == pytest.approx(26) and told.plain == pytest.approx(52)
    assert (told.instance, told.ram, told.larger) == ("g4dn.xlarge", 16, "g4dn.2xlarge")


def test_a_machine_without_a_size(advisor: Advisor) -> None:
    text = "Loading our compiled network on g4dn.xlarge gets Killed at once, GPU memory isn't touched. Wrong machine?"
    told = advisor.ask(text).facts.headline
    assert isinstance(told, SymptomHost) and told.half is None and told.ram == 16


def test_the_states_of_adam_come_at_the_first_step(advisor: Advisor) -> None:
    """30B x 12 bytes are 360 GB, 45 on each of 8; with the weights 420."""
    text = "a 30b with ZeRO-3 goes OOM at the first optimizer step on 8x A100 80GB, forward is fine. why"
    told = advisor.ask(text).facts.headline
    assert isinstance(told, SymptomState)
    assert (told.state, told.moments, told.each) == pytest.approx((420, 360, 45))


@pytest.mark.parametrize(
    ("machine", "cores", "each", "larger"),
    [
        ("inf2.24xlarge", 12, 11.7, "inf2.48xlarge"),
        ("inf2.48xlarge", 24, 5.83, ""),
        ("inf2.xlarge", 2, 70, "inf2.24xlarge"),
    ],
)
def test_a_core_that_cannot_allocate_is_told_its_share_on_the_machine_that_is_named(
    machine: str, cores: int, each: float, larger: str, advisor: Advisor
) -> None:
    """70B x 2 bytes are 140 GB over the cores of the machine, two on each chip, with 16 GB each."""
    text = f'Loading Llama 3 70B on {machine} fails with "Failed to allocate on ND 3:NC 0, total 15.972GB". Why?'
    told = advisor.ask(text).facts.headline
    assert isinstance(told, SymptomCores)
    assert (told.instance, told.cores, told.larger) == (machine, cores, larger)
    assert told.each == pytest.approx(each, rel=0.02)
