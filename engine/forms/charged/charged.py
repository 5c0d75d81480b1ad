"""The answers of this folder by what is asked of prices; engine/forms/money tells what that is."""

from __future__ import annotations

from collections.abc import Mapping

from engine.forms.charged.afforded import afforded
from engine.forms.charged.best_card import best_card
from engine.forms.charged.corrected import corrected
from engine.forms.charged.part_of_card import part_of_card
from engine.forms.charged.per_figure import per_figure
from engine.forms.charged.summed_machines import summed_machines
from engine.forms.money.money import Answers
from engine.forms.money.said import Does

CHARGED: Mapping[Does, Answers] = {
    "several": summed_machines,
    "per_figure": per_figure,
    "part": part_of_card,
    "keeps": afforded,
    "corrects": corrected,
    "best_card": best_card,
}
