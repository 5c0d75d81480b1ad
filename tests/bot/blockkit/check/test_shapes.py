"""The file of Slack's limits: what it may say, and what is found in it."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from pydantic import TypeAdapter, ValidationError

from bot.blockkit.check.rules import RULES
from bot.blockkit.check.shapes import Group, ObjectShape, Shape, StringShape, slack_limits

SHAPE: TypeAdapter[Any] = TypeAdapter(Shape)


def test_a_shape_is_told_by_its_kind() -> None:
    assert SHAPE.validate_python({"kind": "string", "max": 75}) == StringShape(kind="string", max=75)
    assert SHAPE.validate_python({"kind": "object", "of": "option"}) == ObjectShape(kind="object", of="option")


@pytest.mark.parametrize("wrong", [{"kind": "date"}, {"max": 75}, {"kind": "string", "maximum": 75}])
def test_a_misspelled_limit_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        SHAPE.validate_python(wrong)


def test_every_type_has_the_keys_it_shares_and_its_own() -> None:
    limits = slack_limits()
    keys = limits.keys_of(limits.block["section"])
    assert "block_id" in keys and "text" in keys and "block_id" not in limits.block["section"].keys


def test_every_rule_and_every_mixin_that_the_file_names_exists() -> None:
    limits = slack_limits()
    specs = [spec for name in get_args(Group) for spec in limits.group(name).values()]
    specs += limits.object.values()
    assert {rule for spec in specs for rule in spec.rules} <= RULES.keys()
    assert {mixin for spec in specs for mixin in spec.mixins} <= limits.mixin.keys()


def test_messages_and_views_have_the_limits_slack_publishes() -> None:
    limits = slack_limits()
    assert (limits.message.blocks_max, limits.view.blocks_max, limits.view.stack_max) == (50, 100, 3)
