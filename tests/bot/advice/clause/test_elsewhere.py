"""A clause that asks something else behind the facts of a fitting question: the answer never begins as if that was asked."""

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
