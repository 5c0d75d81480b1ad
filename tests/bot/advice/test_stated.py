"""A question stated in slots, with the form of the answer."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.advice.stated import FORMS, Slot, Stated, ask_stated, settings_of
from bot.advice.team import TeamData
from bot.wording.errors import UserError
from bot.wording.words import error
from engine.forms import FORMS as ALL_FORMS

LORA: dict[str, Slot] = {"task": "fine_tuning", "method": "lora", "model": "llama", "parameters": 7e10}


def ask(advisor: Advisor, text: str = "", form: str | None = None, **slots: Slot) -> Stated:
    return ask_stated(advisor, text, slots, form, team=TeamData())


@pytest.mark.parametrize(
    ("form", "slots"),
    [
        ("fit", LORA | {"candidates": ["a100-80"], "accelerator_count": 4}),
        ("estimate", LORA | {"tokens": 1e9, "instances": ["p5.48xlarge"]}),
        ("compare", {"instances": ["p5.48xlarge", "trn2.48xlarge"]}),
        ("price", {"instances": ["p5.48xlarge"], "region": "us-east-1"}),
        ("carbon", {"instances": ["p5.48xlarge"], "run_hours": 100}),
        ("commitment", {"instances": ["p5.48xlarge"], "instance_count": 4}),
        ("choose", LORA | {"runs": 52}),
    ],
)
def test_the_form_is_the_one_asked_for_and_every_slot_counts_as_said(
    form: str, slots: dict[str, Slot], advisor: Advisor
) -> None:
    stated = ask(advisor, form=form, **slots)
    said = stated.answer.reading.profile.stated()
    assert stated.answer.form.id == form and not stated.ignored
    assert slots.keys() <= said.keys()
    filled = stated.answer.facts.filled or (stated.answer.verdict and stated.answer.verdict.base.filled)
    assert not filled or not {entry.slot for entry in filled.assumptions} & slots.keys()


def test_slots_alone_are_advice_and_the_forms_offered_are_forms() -> None:
    assert set(FORMS) <= {form.id for form in ALL_FORMS}


def test_a_slot_outweighs_the_text(advisor: Advisor) -> None:
    answer = ask(advisor, "20 fine-tunes of Llama 8B", parameters=7e10).answer
    assert answer.reading.profile.parameters == 7e10 and answer.reading.profile.runs == 20


def test_a_form_that_the_slots_do_not_answer_is_named(advisor: Advisor) -> None:
    stated = ask(advisor, form="support", **LORA)
    assert stated.answer.form.id != "support" and stated.ignored == ("form=support",)


def test_a_published_model_says_its_family_and_its_size(advisor: Advisor) -> None:
    said = ask(advisor, form="fit", model="meta-llama/Llama-3.1-8B-Instruct").answer.reading.profile
    assert (said.model, said.parameters) == ("llama", 8.03e9)


def test_names_are_understood_however_they_are_written(advisor: Advisor) -> None:
    settings = settings_of({"candidates": ["NVIDIA H200 SXM", "tpu"], "instances": "ml.p5.48xlarge"}, advisor.facts)
    assert settings == {"candidates": "h200,tpu", "instances": "p5.48xlarge"}


def test_a_name_of_several_chips_means_all_of_them(advisor: Advisor) -> None:
    assert settings_of({"candidates": ["A100", "h100"]}, advisor.facts) == {"candidates": "a100,h100"}
    typed = advisor.ask("price of A100").facts
    assert ask(advisor, form="price", candidates=["A100"]).answer.facts.table == typed.table


def test_a_thread_goes_on_in_slots(advisor: Advisor) -> None:
    first = ask(advisor, "20 full fine-tunes of Llama 8B on AWS").answer
    again = ask_stated(advisor, "", {"runs": 400}, None, before=first.goes_on_from, team=TeamData()).answer
    assert again.reading.profile.runs == 400 and again.reading.profile.parameters == first.reading.profile.parameters
    assert again.changed is not None


@pytest.mark.parametrize(
    ("slots", "form", "sentence"),
    [
        ({}, None, "State a question, slots, or both"),
        ({"modle": "llama"}, None, "There is no slot modle; did you mean model?"),
        ({"task": "traning"}, None, "traning is not a value for task"),
        ({"runs": -3}, None, "-3 is not a value for runs"),
        ({"runs": float("nan")}, None, "nan is not a value for runs"),
        ({"candidates": ["h999"]}, None, "h999 is not a chip known here"),
        ({"instances": ["8xH100"]}, None, "Nothing is called 8xH100"),
        ({"instances": ["p5.48xlarg"]}, None, "did you mean p5.48xlarge?"),
        ({"candidates": []}, None, "takes one value, or a list of at most 32"),
        ({"model": [["a"]]}, None, "takes one value"),
        ({"model": "x" * 400}, None, "takes one value"),
        (LORA, "advice", "There is no form advice"),
    ],
)
def test_what_does_not_exist_is_one_sentence(
    slots: dict[str, Slot], form: str | None, sentence: str, advisor: Advisor
) -> None:
    with pytest.raises(UserError) as refused:
        ask_stated(advisor, "", slots, form, team=TeamData())
    assert sentence in error(refused.value)
