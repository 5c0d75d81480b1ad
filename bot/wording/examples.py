"""Questions to try, as Home, the agent view and the manifest offer them."""

from __future__ import annotations

from bot.wording.words import environment
from knowledge.facts import Fact

TEMPLATE = "slack/examples.j2"


class Example(Fact):
    """`title` is short enough for a button; `message` is what it asks."""

    title: str
    message: str


def examples() -> tuple[Example, ...]:
    module = environment().get_template(TEMPLATE).make_module()
    return tuple(Example.model_validate(example) for example in module.examples)  # type: ignore[attr-defined]


def invitation() -> str:
    """The title above them."""
    return str(environment().get_template(TEMPLATE).make_module().title)  # type: ignore[attr-defined]
