"""The slots, for agents."""

from __future__ import annotations

import jsonschema
import pytest

from bot.mcp_server.slot_guide import slots_schema, slots_text
from engine.workload.profile import SLOTS
from knowledge.facts import COMPARED, SPECIALISTS


def test_every_slot_is_there_with_what_it_takes() -> None:
    schema = slots_schema(full=True)
    assert tuple(schema["properties"]) == SLOTS
    assert schema["properties"]["method"]["enum"] == ["full", "lora", "qlora", "rlhf"]
    assert schema["properties"]["clouds"]["items"]["enum"] == [*COMPARED, *SPECIALISTS]
    assert "anyOf" not in str(schema) and "null" not in str(schema)
    assert all(f"\n{slot}: " in slots_text() for slot in SLOTS) and slots_schema(full=False) == {"type": "object"}


@pytest.mark.parametrize(
    ("slots", "is_valid"),
    [
        ({"task": "inference", "parameters": 7e10, "candidates": ["h100"]}, True),
        ({"task": "serving"}, False),
        ({"parameters": -1}, False),
        ({"modle": "llama"}, False),
    ],
)
def test_the_schema_takes_what_the_advisor_takes(slots: dict[str, object], is_valid: bool) -> None:
    validator = jsonschema.Draft202012Validator(slots_schema(full=True))
    assert validator.is_valid(slots) is is_valid
