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
IN_A_ROW = 5  # buttons; Slack folds more behind another one
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
    is_brief: bool  # of what a follow-up changed, not of the card
    can_refine: bool
    has_reasons: bool
    shows_math: bool
    cites: bool
    menu: tuple[Menu, ...] = ()


def action_blocks(
    answer: Answer,
    number: str,
    *,
    audience: Audience,
    offers_sharing: bool,
    is_watched: bool,
    is_brief: bool = False,
) -> list[dict[str, Any]]:
    """The blocks for the verdict `number`; none for what asks nothing of us. Only members take answers away."""
    if answer.form.asks_nothing:
        return []
    verdict = answer.verdict
    judged = verdict is not None and verdict.kind == "recommend"
    has_options = verdict is not None and verdict.kind in ("recommend", "no_fit")
    menu = (
        *((Menu.UNWATCH if is_watched else Menu.WATCH,) if judged and audience.is_ours else ()),
        *((Menu.RECORD, Menu.CSV, Menu.JSON) if has_options and audience.is_ours else ()),
    )
    shown = card(answer)
    actions = Actions(
        number=number,
        choices=tuple(
            ButtonChoice(slot=choice.slot, label=choice.label, value=packed(number, {choice.slot: choice.value}))
            for choice in shown.choices[:CHOICES]
        ),
        what_ifs=_what_ifs(answer, number)[: IN_A_ROW - min(CHOICES, len(shown.choices))],
        offers_sharing=offers_sharing,
        can_refine=verdict is not None or bool(answer.facts.questions),
        is_brief=is_brief,
        has_reasons=shown.has_reasons,
        shows_math=judged,
        cites=bool(shown.notes) or any(other.notes for other in shown.more),
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
