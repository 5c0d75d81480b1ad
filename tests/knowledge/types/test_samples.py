"""Types of work counted in samples: what they refuse."""

import pytest
from pydantic import ValidationError

from knowledge.loading.load import load
from knowledge.types.samples import Dataset, SampleModel, SampleSpeed, ServedModel, ServedSpeed

CITED = {"source": "s", "checked_on": "2026-11-22"}


def test_a_dataset_has_samples() -> None:
    with pytest.raises(ValidationError, match="greater than 0"):
        Dataset.model_validate(CITED | {"id": "d", "name": "D", "unit": "image", "samples": 0})


def test_a_sample_costs_something() -> None:
    model = {
        "id": "m", "family": "resnet", "name": "M", "kind": "convnet", "unit": "image", "input": "224 x 224 pixels",
        "parameters": 1e6, "forward_gflop": 0,
    }  # fmt: skip
    with pytest.raises(ValidationError, match="forward_gflop"):
        SampleModel.model_validate(CITED | model)


def test_a_kind_nobody_measured_is_refused() -> None:
    speed = {
        "id": "s", "kind": "perceptron", "model": "m", "forward_gflop": 1, "accelerator": "h100-sxm",
        "accelerator_count": 8, "samples_per_second": 1, "precision": "fp16", "submitter": "S", "measured_on": "2024",
    }  # fmt: skip
    with pytest.raises(ValidationError, match="kind"):
        SampleSpeed.model_validate(CITED | speed)


def test_a_served_model_has_a_name_to_be_found_by() -> None:
    model = {"id": "m", "name": "M", "kind": "convnet", "unit": "image", "parameters": 1e6, "names": ()}
    with pytest.raises(ValidationError, match="names"):
        ServedModel.model_validate(CITED | model)


def test_a_served_speed_is_above_none() -> None:
    speed = {"id": "s", "model": "m", "accelerator": "t4", "samples_per_second": 0, "software": "S"}
    with pytest.raises(ValidationError, match="samples_per_second"):
        ServedSpeed.model_validate(CITED | speed)


def test_no_two_served_models_have_one_name_and_one_of_each_is_usual() -> None:
    names = [name for model in load().served_models.values() for name in model.names]
    assert len(names) == len(set(names))


def test_no_published_speed_is_above_the_peak_of_its_chip() -> None:
    """Samples a second x GFLOP of one stay below the dense peak; a ranker's was measured in 8 bits."""
    facts = load()
    for speed in facts.served_speeds.values():
        model, chip = facts.served_models[speed.model], facts.accelerators[speed.accelerator]
        if model.forward_gflop and model.kind != "recommender":
            done = speed.samples_per_second * model.forward_gflop * (speed.steps or 1) / 1000
            assert done < chip.bf16_dense_tflops.value, speed.id
