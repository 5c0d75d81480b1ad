"""Every form reads the same everywhere: its first line comes first in a terminal, in Slack and in JSON."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor, Answer
from bot.blockkit.check import check_message
from bot.card.as_json import answer_json
from bot.card.as_text import card_text
from bot.card.blocks.message import card_blocks, sentence
from engine.forms import FORMS

ASKED = {
    "choose": ("weekly LoRA of Llama 8B, 1B tokens, PyTorch, AWS", "Llama 8B LoRA on 1B tokens weekly, torch, AWS"),
    "fit": ("does a 70B LoRA fit on one p4d?", "can one p4d hold a LoRA of a 70B model?"),
    "estimate": (
        "how long does a LoRA of Llama 8B on 1B tokens take on 8 H100?",
        "hours and dollars for a LoRA of Llama 8B on 1B tokens on 8 H100?",
    ),
    "serving": (
        "label 5M documents of 800 tokens with Llama 3.1 8B",
        "how long does labeling 5M documents of 800 tokens with Llama 3.1 8B take?",
    ),
    "compare": ("compare trn2.48xlarge with p5en.48xlarge", "trn2.48xlarge vs p5en.48xlarge"),
    "price": ("cheapest H100?", "what does a p5 cost in Ohio?"),
    "carbon": (
        "carbon of 16 trn2 chips for a day in us-east-1",
        "how much CO2 do 16 trn2 chips emit in a day in us-east-1?",
    ),
    "commitment": ("savings plan or reserved for p5 used 12 hours a day?", "should we reserve p5 for a year?"),
    "explain": ("what is a NeuronCore?", "explain what a NeuronCore is"),
    "support": ("does vLLM run on Trainium2?", "is vLLM supported on Trainium2?"),
    "decline": ("loss is NaN", "will H100 prices fall next year?"),
    "ask_back": ("which GPU?", "what should we use?"),
    "remark": ("we cannot get p5.48xlarge in us-east-1", "no p5.48xlarge to be had in us-east-1, launches fail"),
    "chat": ("hi", "what can you do?"),
}
EACH = [(form, text) for form, texts in ASKED.items() for text in texts]


@pytest.fixture(scope="module")
def answers(advisor: Advisor) -> dict[str, Answer]:
    return {text: advisor.ask(text) for _, text in EACH}


def test_every_form_is_asked_here() -> None:
    assert set(ASKED) == {form.id for form in FORMS}


@pytest.mark.parametrize(("form", "text"), EACH)
def test_other_words_get_the_same_form(form: str, text: str, answers: dict[str, Answer]) -> None:
    assert answers[text].form.id == form
    assert answer_json(answers[text])["form"] == form


@pytest.mark.parametrize(("form", "text"), EACH)
def test_the_first_line_is_the_first_everywhere(form: str, text: str, answers: dict[str, Answer]) -> None:
    answer = answers[text]
    first = answer_json(answer)["verdict"]["headline"]
    assert " ".join(card_text(answer).split()).startswith(first), form
    told = "".join(str(block) for block in card_blocks(answer)[:2])
    assert first[:60].replace("&", "&amp;") in told
    assert sentence(answer).startswith(first[:60].replace("&", "&amp;"))


@pytest.mark.parametrize(("form", "text"), EACH)
def test_slack_takes_it(form: str, text: str, answers: dict[str, Answer]) -> None:
    answer = answers[text]
    assert check_message({"text": sentence(answer), "blocks": card_blocks(answer)}) == (), form


@pytest.mark.parametrize(("form", "text"), EACH)
def test_whatever_is_cited_is_listed(form: str, text: str, answers: dict[str, Answer]) -> None:
    body = answer_json(answers[text])
    cited = {cite for line in body["facts"]["answer"] for cite in line["cites"]}
    cited |= {cite for row in (body["facts"]["table"] or {"rows": []})["rows"] for cite in row["cites"]}
    assert cited <= set(body["cites"]), form
