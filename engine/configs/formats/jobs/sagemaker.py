"""A SageMaker job: an estimator in a script, or the request to create a training job."""

from __future__ import annotations

from engine.configs.formats.format import Format, Source
from engine.configs.formats.hugging_face import objective_of
from engine.configs.formats.sharding import add_sharding
from engine.configs.keys.found import Fields, Found
from engine.configs.keys.table import Use

_FRAMEWORKS = {"HuggingFace": "pytorch", "PyTorch": "pytorch", "TensorFlow": "tensorflow"}


def _finish(source: Source, fields: Fields, use: Use) -> None:
    """The estimator's class says the framework; hyperparameters say the rest."""
    add_sharding(fields)
    for entry in source.entries:
        framework = _FRAMEWORKS.get(entry.path.partition(".")[0])
        if framework is not None:
            fields.put(Found("implied_framework", framework, "", use.format, 0, use.file))
    if "micro_batch" in fields or "epochs" in fields or "model" in fields:
        found = objective_of(source.entries)
        if found is not None:
            fields.put(use.found("objective", found[0], found[1]))


SAGEMAKER = Format(id="sagemaker", finish=_finish)
