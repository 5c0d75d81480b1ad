"""The JSON Schemas of the two contracts, made of their types."""

from __future__ import annotations

import json
from typing import Any

from bot.brief.contract import Brief, Part
from bot.brief.full import Full

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TYPES: dict[str, type[Part]] = {"brief": Brief, "full": Full}


def schema_of(which: str) -> dict[str, Any]:
    """The schema of `brief` or `full`."""
    return {"$schema": DIALECT, **TYPES[which].model_json_schema()}


def schema_text(which: str) -> str:
    """The same as the file in docs/schema."""
    return json.dumps(schema_of(which), indent=1, ensure_ascii=False) + "\n"
