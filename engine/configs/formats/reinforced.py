"""verl and OpenRLHF: several models on their own chips or on the same ones, several answers to every prompt."""

from __future__ import annotations

import re

from engine.configs.formats.format import Source
from engine.configs.formats.trainer import complete
from engine.configs.keys.found import Fields, Found
from engine.configs.keys.table import Use, plain
from engine.configs.syntax.entries import Entry

_ROLE = re.compile(r"(actor|critic|ref|reward)[._]num_(nodes|gpus_per_node)")
_REWARD = re.compile(r"train_(?:rm|prm)(?![a-z])")
_SCRIPT = re.compile(r"train_(dpo|kto|sft|ppo)(?![a-z])")


def finish_verl(source: Source, fields: Fields, use: Use) -> None:
    """A mini-batch counts prompts; every answer to one is a sequence. FSDP shards, or Megatron-LM; unsaid is PPO."""
    source.tables["trainer"].fields(source.entries, use, fields)
    actor = next((entry for entry in source.entries if plain(entry.path).startswith("actor_rollout_ref.")), None)
    is_said = "objective" in fields or "algorithm.adv_estimator" in map(_path, source.entries)
    if actor is not None and not is_said:
        fields.put(use.found("objective", "ppo", actor))
    mini, answers = fields.get("mini_batch"), fields.count("answers_each")
    if mini is not None and isinstance(mini.value, int):
        fields.set(mini._replace(field="global_batch", value=mini.value * (answers or 1)))
    of_all, chips = fields.get("micro_of_all"), (fields.count("per_node") or 0) * (fields.count("nodes") or 1)
    if of_all is not None and chips:  # what its first releases call a micro-batch is that of all chips
        fields.put(of_all._replace(field="micro_batch", value=max((fields.count("micro_of_all") or 1) // chips, 1)))
    split = any(".megatron." in found.key for found in fields)
    if not split:
        fields.put(Found("sharding", "fsdp", "", use.format, 0, use.file))
    if "lora_rank" in fields:
        fields.put(fields.by_name()["lora_rank"]._replace(field="is_adapted", value=True))
    complete(source, fields, use)


def _path(entry: Entry) -> str:
    return plain(entry.path)


def finish_openrlhf(source: Source, fields: Fields, use: Use) -> None:
    """Chips are those of the actor where all share them, else those of every model and of the engines."""
    for entry in source.entries:
        reward, named = (mark.search(str(entry.value)) for mark in (_REWARD, _SCRIPT))
        if entry.path == "argument" and (reward or named):
            fields.put(use.found("objective", "reward" if reward else named[1] if named else "", entry))
    roles: dict[str, dict[str, int]] = {}
    for entry in source.entries:
        found = _ROLE.fullmatch(plain(entry.path))
        if found is not None and isinstance(entry.value, int):
            roles.setdefault(found[1], {})[found[2]] = entry.value
            fields.put(use.found("of_roles", entry.value, entry))
    chips = {role: of.get("nodes", 1) * of.get("gpus_per_node", 1) for role, of in roles.items()}
    held = fields.get("of_roles")
    if held is not None and chips:
        engines = (fields.count("engines") or 0) * (fields.count("engine_chips") or 1)
        total = max(chips.values()) if fields.flag("colocated") else sum(chips.values()) + engines
        fields.put(held._replace(field="devices", value=total))
    complete(source, fields, use)
