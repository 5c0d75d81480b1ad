"""The buttons and menu under a card; a button carries ids, never content."""

from __future__ import annotations

import json
from typing import Any

from bot.advice.advisor import Answer
from bot.advice.audience import Audience
from bot.card.action_ids import Menu
from bot.card.card import card
from bot.wording.words import environment
from engine.verdict.shown.what_if import Values, applied, nearest, values_of
from knowledge.facts import Fact

CHOICES = 3
BETWEEN = "|"


class ButtonChoice(Fact):
    """One value of the slot asked back; `value` is what its button carries."""

    slot: str
    label: str
    value: str


class WhatIf(Fact):
    """One flip to apply; `value` is what its button carries."""

    values: Values
    value: str


class Actions(Fact):
    """The rows under a card."""

    number: str
    choices: tuple[ButtonChoice, ...] = ()
    what_ifs: tuple[WhatIf, ...] = ()
    offers_sharing: bool
    can_refine: bool
    shows_math: bool
    menu: tuple[Menu, ...] = ()


def action_blocks(
    answer: Answer, number: str, *, audience: Audience, offers_sharing: bool, is_watched: bool
) -> list[dict[str, Any]]:
    """The blocks for the verdict `number`; none for what asks nothing of us. Only members take answers away."""
    if answer.form.asks_nothing:
        return []
    verdict = answer.verdict
    judged = verdict is not None and verdict.kind == "recommend"
    has_options = verdict is not None and verdict.kind in ("recommend", "no_fit")
    menu = (
        *((Menu.UNWATCH if is_watched else Menu.WATCH,) if judged and audience.is_ours else ()),
        *((Menu.MATH,) if judged and offers_sharing else ()),  # two buttons are gone to sharing
        *((Menu.RECORD, Menu.CSV, Menu.JSON) if has_options and audience.is_ours else ()),
    )
    actions = Actions(
        number=number,
        choices=tuple(
            ButtonChoice(slot=choice.slot, label=choice.label, value=packed(number, {choice.slot: choice.value}))
            for choice in card(answer).choices[:CHOICES]
        ),
        what_ifs=_what_ifs(answer, number),
        offers_sharing=offers_sharing,
        can_refine=verdict is not None or bool(answer.facts.questions),
        shows_math=judged and not offers_sharing,
        menu=menu,
    )
    rendered = environment().get_template("slack/card/actions.j2").render(a=actions)
    blocks: list[dict[str, Any]] = json.loads(rendered)
    return blocks


def packed(number: str, values: Values) -> str:
    """What a button carries: the verdict's id and what pressing it says."""
    return BETWEEN.join([number, *(f"{slot}={value}" for slot, value in values.items())])


def unpacked(rest: str) -> Values:
    """What pressing says; nothing of it is trusted until `applied` has taken it."""
    return dict(part.partition("=")[::2] for part in rest.split(BETWEEN) if part)


def _what_ifs(answer: Answer, number: str) -> tuple[WhatIf, ...]:
    flips = nearest(answer.verdict.flips) if answer.verdict else ()
    wanted = [values_of(flip) for flip in flips]
    said = answer.reading.profile.stated()
    return tuple(
        WhatIf(values=values, value=packed(number, values))
        for values in wanted
        if applied(answer.reading, values).profile.stated() != said
    )
