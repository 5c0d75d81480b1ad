"""A clause that asks something else behind the facts of a fitting question: no answer begins as if that was asked."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.sentences import answer_line
from tests.share import some

STORIES = (
    "We fully fine-tune a 13B on 2x p4d.24xlarge.",
    "LoRA of Llama 3 70B on 8x H100.",
    "We serve Qwen3 32B in FP8 on one L40S.",
    "Pretraining a 3B on 300B tokens with 16 H100.",
    "QLoRA of a 34B on four A10G.",
    "SDXL LoRA training on an RTX 4090 with 24 GB.",
    "We run Mistral 7B on inf2.xlarge for 20 users.",
    "Full fine-tuning of Gemma 2 9B on a v5e-16.",
    "Whisper large-v3 for 40 live calls on a T4.",
    "GRPO on a Qwen2.5 7B with 4x A100 80GB.",
)
# What is asked, and the beginnings of words of which a first line that tells it has one.
CLAUSES = {
    "Is EFA mandatory for that?": ("efa", "mandatory"),
    "Is InfiniBand compulsory between the nodes?": ("infiniband", "compulsory"),
    "Which network do those machines have?": ("network", "gbit"),
    "Does NVLink matter here?": ("nvlink",),
    "Does the accuracy suffer?": ("accura", "quality"),
    "Will perplexity get worse?": ("perplexity", "quality"),
    "What learning rate should we set?": ("learning rate",),
    "How do we get alerted when it stops?": ("alert",),
    "Do we need monitoring for it?": ("monitor",),
    "Which quota has to be raised?": ("quota", "limit"),
    "How do I raise the quota?": ("quota", "limit"),
    "Is GDPR a problem there?": ("gdpr",),
    "Does the license allow that?": ("licen",),
    "Is the encryption on by default?": ("encrypt",),
    "Which firewall ports have to be open?": ("firewall",),
    "Which driver does it need?": ("driver", "cuda"),
    "Can you share the docker image?": ("docker", "image"),
    "Does the tokenizer have to change?": ("tokenizer",),
    "How do I debug the segfault?": ("segfault",),
    "Why do I get NaNs?": ("nan",),
    "Does it resume after a crash?": ("resume", "crash", "checkpoint"),
    "How long do cold starts last?": ("cold", "start"),
    "Can it autoscale at night?": ("autoscal", "scale"),
    "Does Kubernetes see it?": ("kubernetes", "k8s"),
    "Will we get an invoice with VAT?": ("invoice", "vat", "tax"),
    "What SLA do they give?": ("sla",),
    "Is a refund possible?": ("refund", "credit"),
    "How loud is the cooling?": ("cooling", "loud"),
    "How do I merge the adapter?": ("merg",),
    "Can I export the model to ONNX?": ("onnx",),
    "Which evals should we run?": ("eval",),
    "What's the catch?": ("but", "catch", "taken away", "upfront", "only"),
    "What happens then?": ("then", "stop", "lost", "if "),
    "Where does that number come from?": ("comes from", "is from", "rests on", "by the sum"),
    "How much slower is that than a B200?": ("slower", "times", "faster", "x the", " h ("),
    "Is there a point where more cards stop helping?": ("more", "limit", "point"),
    "What was the original trained on?": ("trained", "report", "authors"),
}
# A first line that says by itself that it does not tell what was asked.
ADMITS = (
    "I cannot tell", "I hold nothing", "I did not understand", "I understood", "You ask", "No sum", "I know no",
    "How many at once I cannot say", "I cannot know", "That depends",
)  # fmt: skip
CELLS = tuple((story, clause) for story in STORIES for clause in CLAUSES)


@pytest.mark.parametrize(("story", "clause"), some(CELLS, 5))
def test_no_answer_begins_as_if_the_fit_was_asked(advisor: Advisor, story: str, clause: str) -> None:
    first = answer_line(advisor.ask(f"{story} {clause}")).lower()
    tells = any(word in first.replace(clause.lower(), "") for word in CLAUSES[clause])
    assert tells or any(opening.lower() in first for opening in ADMITS), first


def test_a_line_on_other_hardware_than_every_clause_is_no_answer(advisor: Advisor) -> None:
    """A machine is weighed against another one, and a sum is of one of them."""
    serving = "We serve Llama 2 7B to one user at a time. By price: inf2.xlarge or g5.xlarge?"
    line = answer_line(advisor.ask(serving))
    assert line.startswith("I cannot tell") or ("inf2.xlarge" in line and "g5.xlarge" in line)


def test_a_place_under_which_is_asked_is_told_or_named(advisor: Advisor) -> None:
    first = answer_line(advisor.ask("서울 리전에서 H100 쓸 수 있나요? 32B 모델 서빙하려고요"))
    assert not first.startswith("Yes")
    assert "서울" in first or "ap-northeast-2" in first


def test_memory_that_ran_out_is_no_question_of_software(advisor: Advisor) -> None:
    text = "The FSDP QLoRA notebook of a 32B goes out of memory on g5.12xlarge. Can I get it on g5?"
    assert not answer_line(advisor.ask(text)).startswith("Yes. FSDP")


def test_a_turn_that_was_reckoned_is_looked_at_once_more(advisor: Advisor) -> None:
    first = advisor.ask("Does Mixtral 8x7B run on an inf2.xlarge?")
    told = advisor.ask("Then which instance, and what does it cost an hour?", before=first.goes_on_from)
    line = answer_line(told)
    assert line.startswith("I cannot tell") or "inf2.xlarge" not in line


@pytest.mark.parametrize(
    "clause",
    ["Does the random seed change the result?", "Is the SSH key stored anywhere?", "Do logs survive a reboot?"],
)
def test_a_yes_on_room_is_none_to_what_names_no_work(advisor: Advisor, clause: str) -> None:
    first = answer_line(advisor.ask(f"We fully fine-tune a 13B on 2x p4d.24xlarge. {clause}"))
    assert first.startswith(f'I cannot tell "{clause}". The nearest I have: ')
