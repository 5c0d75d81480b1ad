"""Checks across entries: the first fault is reported with its file and entry."""

from __future__ import annotations

import pytest

from knowledge.errors import KnowledgeError
from knowledge.facts import Accelerator, Facts, Figure
from knowledge.loading.check import check, cites, faults


def remedies(facts: Facts) -> list[str]:
    return [fault.remedy for fault in faults(facts)]


def with_chip(facts: Facts, **changed: object) -> Facts:
    """The facts with another H100."""
    chip = facts.accelerators["h100-sxm"].model_copy(update=changed)
    return facts.model_copy(update={"accelerators": facts.accelerators | {"h100-sxm": chip}})


def test_the_data_that_ships_has_no_faults(facts: Facts) -> None:
    assert remedies(facts) == []


def test_a_figure_inside_an_entry_is_checked_for_its_source(facts: Facts) -> None:
    memory = facts.accelerators["h100-sxm"].hbm_gib.model_copy(update={"source": "a-blog"})
    (remedy,) = remedies(with_chip(facts, hbm_gib=memory))
    assert remedy.startswith("source 'a-blog' is not in sources.toml")


def test_an_unknown_figure_is_omitted_rather_than_zero(facts: Facts) -> None:
    zero = facts.accelerators["h100-sxm"].hbm_gbps.model_copy(update={"value": 0})
    assert remedies(with_chip(facts, hbm_gbps=zero)) == [
        "hbm_gbps must be above zero; an unknown figure is left out, not written as 0"
    ]


def test_an_instance_of_an_unknown_chip_is_a_fault(facts: Facts) -> None:
    instance = facts.instances["p5.48xlarge"].model_copy(update={"accelerator": "h1000"})
    broken = facts.model_copy(update={"instances": facts.instances | {"p5.48xlarge": instance}})
    assert remedies(broken) == ["accelerator 'h1000' is unknown; add it to accelerators.toml"]


def test_a_topic_that_names_no_entry_is_a_fault(facts: Facts) -> None:
    name, topic = next(iter(facts.topics.items()))
    broken = facts.model_copy(update={"topics": {name: topic.model_copy(update={"answers": ("nobody",)})}})
    (remedy,) = remedies(broken)
    assert remedy.startswith("answer 'nobody' is unknown")


def test_the_error_names_the_file_and_the_entry_of_the_fault(facts: Facts) -> None:
    zero = facts.accelerators["h100-sxm"].hbm_gib.model_copy(update={"value": -1})
    broken = with_chip(facts, hbm_gib=zero)
    places = {id(broken.accelerators["h100-sxm"]): ("hardware/accelerators.toml", "h100-sxm")}
    with pytest.raises(KnowledgeError) as problem:
        check(broken, places)
    assert (problem.value.file, problem.value.entry) == ("hardware/accelerators.toml", "h100-sxm")


def test_every_figure_of_a_chip_is_a_citation(facts: Facts) -> None:
    chip: Accelerator = facts.accelerators["h100-sxm"]
    figures = [value for _, value in chip if isinstance(value, Figure)]
    assert list(cites(chip)) == figures and len(figures) >= 3


def test_a_sample_model_of_a_family_in_tokens_is_a_fault(facts: Facts) -> None:
    model = facts.sample_models["resnet-50"].model_copy(update={"family": "llama"})
    wrong = facts.model_copy(update={"sample_models": facts.sample_models | {"resnet-50": model}})
    assert remedies(wrong) == ["family 'llama' is no family with in_samples = true; add it to families.toml"]


def test_tokens_of_an_unknown_model_are_a_fault(facts: Facts) -> None:
    row = facts.pretraining["gpt-3"].model_copy(update={"models": ("gpt3-no-such",)})
    wrong = facts.model_copy(update={"pretraining": facts.pretraining | {row.id: row}})
    assert remedies(wrong) == ["model 'gpt3-no-such' is unknown; add it to models.toml or correct the name"]


def test_a_pretraining_of_an_unknown_model_is_a_fault(facts: Facts) -> None:
    row = facts.pretraining_runs["bloom"].model_copy(update={"models": ("bloom-no-such",)})
    wrong = facts.model_copy(update={"pretraining_runs": facts.pretraining_runs | {row.id: row}})
    assert remedies(wrong) == ["model 'bloom-no-such' is unknown; add it to models.toml or correct the name"]


def test_chip_hours_are_of_each_model_of_the_row(facts: Facts) -> None:
    row = facts.pretraining_runs["llama-2"].model_copy(update={"chip_hours": (184_320.0,)})
    wrong = facts.model_copy(update={"pretraining_runs": facts.pretraining_runs | {row.id: row}})
    assert remedies(wrong) == ["chip_hours are not as many as models; write those of each"]


def test_samples_a_second_of_an_unknown_chip_are_a_fault(facts: Facts) -> None:
    row = facts.sample_speeds["a100-vit-g14"].model_copy(update={"accelerator": "no-such-chip"})
    wrong = facts.model_copy(update={"sample_speeds": facts.sample_speeds | {row.id: row}})
    assert remedies(wrong) == ["accelerator 'no-such-chip' is unknown; add it to accelerators.toml"]


@pytest.mark.parametrize(
    ("changed", "remedy"),
    [
        ({"sources": ("nobody",)}, "source 'nobody' is not in sources.toml"),
        ({"cues": (("stopped",), ("@nobody",))}, "cue '@nobody' is unknown"),
        ({"cues": (("stopped",), ())}, "a group of cues is empty"),
        ({"says": "One. Two."}, "says is more than one sentence"),
        ({"says": "One.", "more": "", "cannot": ""}, "it has 1 sentences"),
        ({"more": "A. B. C. D. E. F. G."}, "it has 8 sentences"),
    ],
)
def test_a_written_answer_is_short_and_its_sources_and_cues_are_known(
    changed: dict[str, object], remedy: str, facts: Facts
) -> None:
    faq = facts.faqs["billing-stopped"].model_copy(update=changed)
    (told,) = remedies(facts.model_copy(update={"faqs": {faq.id: faq}}))
    assert told.startswith(remedy)


def test_a_specialist_price_names_what_is_known(facts: Facts) -> None:
    wrong = facts.specialists[0].model_copy(update={"provider": "x", "accelerator": "y", "area": "z"})
    areas = {name: area.model_copy(update={"members": ()}) for name, area in facts.areas.items()}
    told = remedies(facts.model_copy(update={"specialists": (wrong,), "areas": areas}))
    assert [remedy.partition(" is ")[0] for remedy in told] == ["provider 'x'", "accelerator 'y'", "area 'z'"]
