"""Tools whose arguments are the fields of a type."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
from pydantic import ValidationError

from bot.api.asked import NewPrice
from bot.mcp_server.one_sentence import with_fields


def take(ctx: str, given: NewPrice) -> tuple[str, NewPrice]:
    return ctx, given


def test_the_fields_are_its_arguments_with_their_defaults() -> None:
    flat: Any = with_fields(NewPrice, take)
    shown = inspect.signature(flat).parameters
    assert list(shown) == ["ctx", *NewPrice.model_fields]
    assert shown["amount"].default is inspect.Parameter.empty and shown["region"].default == ""
    ctx, given = flat("c", name="p5.48xlarge", amount=31.46)
    assert (ctx, given.amount, given.region) == ("c", "31.46", "")
    with pytest.raises(ValidationError):
        flat("c", name="p5.48xlarge")
