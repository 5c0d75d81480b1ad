"""The slots of a workload, for agents: as a JSON Schema, and as a list to read."""

from __future__ import annotations

from typing import Any

from bot.wording.words import has, say
from engine.workload.profile import SLOTS, Profile

WORDS = "agents/slots.j2"
Json = dict[str, Any]


def slots_schema(*, full: bool) -> Json:
    """An object of slots; `full` with each of them, else of any."""
    if not full:
        return {"type": "object"}
    return {"type": "object", "additionalProperties": False, "properties": {slot: _property(slot) for slot in SLOTS}}


def slots_text() -> str:
    """A line a slot: what it takes, and what it means where its name does not say it."""
    lines = [f"{slot}: {_takes(_property(slot))}" for slot in SLOTS]
    return "\n".join([say(WORDS, "heading"), "", *lines]) + "\n"


def _property(slot: str) -> Json:
    """Of one slot, without the null that pydantic adds for "not said"."""
    made = dict(SCHEMA["properties"][slot])
    made.pop("default", None)
    made.pop("title", None)
    kinds = [kind for kind in made.pop("anyOf", ()) if kind != {"type": "null"}]
    made |= kinds[0] if kinds else {}
    if has(WORDS, slot):
        made["description"] = say(WORDS, slot)
    return made


def _takes(schema: Json) -> str:
    values = schema.get("enum") or schema.get("items", {}).get("enum")
    kind = " | ".join(values) if values else schema.get("items", schema).get("type", "string")
    listed = f"[{kind}]" if schema.get("type") == "array" else kind
    described = schema.get("description")
    return f"{listed}. {described}" if described else listed


SCHEMA: Json = Profile.model_json_schema()
