"""SageMaker jobs."""

from __future__ import annotations

from knowledge.facts import Facts
from tests.engine.configs.sample import read


def test_an_estimator_in_a_script(facts: Facts) -> None:
    text = """
        from sagemaker.huggingface import HuggingFace
        hyperparameters = {"model_id": "meta-llama/Llama-2-7b-hf", "per_device_train_batch_size": 2, "epochs": 3}
        estimator = HuggingFace(entry_point="train.py", instance_type="ml.p4d.24xlarge", instance_count=2, role=role,
                                use_spot_instances=True, max_run=36000, hyperparameters=hyperparameters)
    """
    reading = read("start.py", text, facts)
    assert (reading.format, reading.kind) == ("sagemaker", "job")
    assert (reading.profile.instances, reading.profile.instance_count) == (("p4d.24xlarge",), 2)
    assert (reading.profile.purchase, reading.profile.managed, reading.profile.clouds) == ("spot", True, ("aws",))
    assert reading.profile.batch_size == 32  # 2 x 2 x 8
    assert (reading.profile.epochs, reading.training.time_limit_hours) == (3, 10)


def test_a_request_for_a_training_job(facts: Facts) -> None:
    text = """
        {"TrainingJobName": "x", "ResourceConfig": {"InstanceType": "ml.trn1.32xlarge", "InstanceCount": 4},
         "StoppingCondition": {"MaxRuntimeInSeconds": 86400}, "HyperParameters": {"epochs": "2"}}
    """
    reading = read("job.json", text, facts)
    assert (reading.profile.instances, reading.profile.accelerator_count) == (("trn1.32xlarge",), 64)
    assert (reading.training.time_limit_hours, reading.profile.epochs) == (24, 2)


def test_hyperparameters_in_other_words(facts: Facts) -> None:
    text = """
        hyperparameters = {"total_epochs": 10, "per-device-batch": 8, "gradient-accum": 2}
        estimator = PyTorch(entry_point="t.py", instance_type="ml.p5.48xlarge", instance_count=1,
                            hyperparameters=hyperparameters)
    """
    reading = read("start.py", text, facts)
    assert (reading.profile.epochs, reading.training.micro_batch, reading.training.accumulation) == (10, 8, 2)
    assert reading.profile.batch_size == 128  # 8 x 2 x 8
