"""Hugging Face TrainingArguments and TRL's configs, as YAML or JSON."""

from __future__ import annotations

from collections.abc import Sequence

from engine.configs.formats.format import Format, Source
from engine.configs.formats.sharding import add_sharding
from engine.configs.keys.found import Fields, Found
from engine.configs.keys.table import Use, plain
from engine.configs.syntax.entries import Entry

_MIXER = "dataset_mixer."
_MARKS = {
    "gamma_beta_ratio": "simpo",
    "simpo_gamma": "simpo",
    "num_generations": "grpo",
    "num_generations_per_prompt": "grpo",
    "desirable_weight": "kto",
    "beta": "dpo",
    "dpo_beta": "dpo",
    "pref_beta": "dpo",
    "ref_model": "dpo",
    "ref_model_name_or_path": "dpo",
}


def finish(source: Source, fields: Fields, use: Use) -> None:
    """A mixer lists its data sets as keys, each with its share."""
    add_sharding(fields)
    rank = fields.get("lora_rank")
    if rank is not None:  # of a rank, an adapter: unless it is switched off
        fields.put(rank._replace(field="is_adapted", value=True))
    mixed = [entry for entry in source.entries if entry.path.startswith(_MIXER)]
    for entry in mixed:
        listed = fields.words("datasets") if "datasets" in fields else ()
        fields.set(use.found("datasets", (*listed, entry.path.removeprefix(_MIXER)), entry))
    found = objective_of(source.entries)
    if found is not None:
        fields.put(use.found("objective", "orpo" if "orpo" in source.name.casefold() else found[0], found[1]))
    fields.put(Found("objective", "sft", "", use.format, 0, use.file))


def objective_of(entries: Sequence[Entry]) -> tuple[str, Entry] | None:
    """What is trained for, by the keys that only one trainer has: a beta is DPO's, generations GRPO's."""
    present = {plain(entry.path).rpartition(".")[2]: entry for entry in entries if entry.value is not None}
    return next(((objective, present[mark]) for mark, objective in _MARKS.items() if mark in present), None)


HUGGING_FACE = Format(id="hugging_face", finish=finish)
