"""How much a job of inference reads and writes."""

from __future__ import annotations

import pytest

from engine.base.constants import Constants
from engine.forms.served.amounts import Job, job_of
from engine.forms.served.shown import Shown
from engine.workload.profile import Profile
from knowledge.loading.load import load


def job(cue: str, *, encodes: bool = False, **said: object) -> Job:
    shown = Shown(frozenset({cue}), Profile.model_validate(said), "")
    found = job_of(shown, Constants(load()), encodes=encodes)
    assert found is not None
    return found


def test_what_is_generated_is_written() -> None:
    """10M samples of 1,000 tokens are 10B tokens of answers, to prompts of the usual length."""
    found = job("job_writes", samples=10_000_000, tokens_per_sample=1000)
    assert (found.written, found.answer, found.unsaid) == (10e9, 1000, ("prompt_tokens",))


def test_what_is_labeled_is_read_and_answered_with_a_few_tokens() -> None:
    """5M documents of 800 tokens: 4B to read."""
    found = job("job_labels", samples=5_000_000, prompt_tokens=800)
    assert found.read == 4e9 and found.answer is not None and found.answer < 100
    assert found.unsaid == ("answer_tokens",)


def test_what_is_translated_is_read_and_written_alike() -> None:
    found = job("job_rewrites", tokens=2e9)
    assert found.read == found.written == 2e9


@pytest.mark.parametrize(("cue", "read"), [("job_of_prompts", 1e9), ("job_reads", 1e9)])
def test_tokens_of_prompts_are_read(cue: str, read: float) -> None:
    assert job(cue, tokens=1e9).read == read


def test_tokens_of_a_batch_that_says_no_more_are_written() -> None:
    assert job("job_batch", tokens=1e9).written == 1e9


def test_an_encoder_writes_nothing() -> None:
    found = job("job_embeds", encodes=True, samples=200_000_000, tokens_per_sample=512)
    assert (found.read, found.answer, found.written) == (102.4e9, None, 0)
