"""How much a job of inference reads and writes: requests, and the tokens of a prompt and of an answer."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.base.constants import Constants
from engine.forms.served.shown import Shown
from engine.workload.profile import Profile

Kind = Literal["writes", "rewrites", "reads", "labels", "embeds"]

WRITES, REWRITES, READS, LABELS = "job_writes", "job_rewrites", "job_reads", "job_labels"  # cues
BATCH, OF_PROMPTS, EMBEDS = "job_batch", "job_of_prompts", "job_embeds"
OVER = "job_over"  # "400k PDFs through a model"
JOBS = (WRITES, REWRITES, READS, LABELS, BATCH, EMBEDS, OVER)


class Job(NamedTuple):
    """So many requests of so many tokens; an encoder answers none. `unsaid`: the slots that are assumed."""

    kind: Kind
    requests: float
    prompt: float
    answer: float | None
    unsaid: tuple[str, ...]

    @property
    def read(self) -> float:
        """Tokens of all prompts."""
        return self.requests * self.prompt

    @property
    def written(self) -> float:
        """Tokens of all answers."""
        return self.requests * (self.answer or 0.0)


def kind_of(shown: Shown, *, encodes: bool) -> Kind:
    """By its verb; a batch of which nothing else is said reads prompts, or writes so many tokens."""
    if encodes:
        return "embeds"
    if shown.has(REWRITES):
        return "rewrites"
    if shown.has(WRITES) and not shown.has(OF_PROMPTS):
        return "writes"
    if shown.has(LABELS):
        return "labels"
    counts_answers = shown.said.samples is None and not shown.has(READS, OF_PROMPTS)
    return "writes" if counts_answers else "reads"


def job_of(shown: Shown, constants: Constants, *, encodes: bool) -> Job | None:
    """None where no amount was said. So many tokens are those of what the kind counts: prompts, or answers."""
    said, kind = shown.said, kind_of(shown, encodes=encodes)
    prompt, answer = _lengths(said, kind, constants)
    if said.samples is not None:
        requests = float(said.samples)
    elif said.tokens is not None:
        requests = said.tokens / ((answer or prompt) if kind == "writes" else prompt)
    else:
        return None
    unsaid = []
    read = said.tokens_per_sample or said.image_side
    if said.prompt_tokens is None and (kind == "writes" or read is None):
        unsaid.append("prompt_tokens")
    length = kind == "writes" and said.tokens_per_sample is not None  # of what is written
    if answer is not None and said.answer_tokens is None and kind != "rewrites" and not length:
        unsaid.append("answer_tokens")
    return Job(kind, requests, prompt, answer, tuple(unsaid))


def image_tokens(said: Profile, constants: Constants) -> float | None:
    """Tokens that a square image of the side that was said becomes; None where none was said."""
    return (said.image_side / constants.likely("image_token_pixels")) ** 2 if said.image_side else None


def _lengths(said: Profile, kind: Kind, constants: Constants) -> tuple[float, float | None]:
    """Tokens of a prompt and of an answer: a sample is what is written where that is counted, else what is read."""
    sample = said.tokens_per_sample or image_tokens(said, constants)
    usual_in, usual_out = constants.likely("serving_input_tokens"), constants.likely("serving_output_tokens")
    if kind == "writes":
        return said.prompt_tokens or usual_in, said.answer_tokens or sample or usual_out
    if kind == "rewrites":
        prompt = said.prompt_tokens or sample or said.answer_tokens or usual_out
        return prompt, said.answer_tokens or prompt
    if kind == "embeds":
        return said.prompt_tokens or sample or constants.likely("encoder_input_tokens"), None
    label = constants.likely("label_output_tokens") if kind == "labels" else usual_out
    return said.prompt_tokens or sample or usual_in, said.answer_tokens or label
