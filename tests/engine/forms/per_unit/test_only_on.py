"""Whether a machine is asked for on what is named alone."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.per_unit.choice import TrainsOn
from engine.forms.per_unit.only_on import keeps_to
from engine.workload.profile import Profile, Reading


def reading(*named: str, cues: tuple[str, ...] = (), intent: str = "advise") -> Reading:
    return Reading.model_validate({"text": "x", "intent": intent, "profile": Profile(candidates=named), "cues": cues})


@pytest.mark.parametrize(
    ("said", "asks_card", "kept"),
    [
        (reading("tpu", intent="followup"), False, True),
        (reading("tpu", cues=("on_named",)), False, True),
        (reading("tpu"), False, False),
        (reading("tpu"), True, True),
        (reading("trainium", "gpu", intent="followup"), False, False),
        (reading("gpu", intent="followup"), False, False),
    ],
)
def test_one_thing_that_is_asked_for_is_kept_to(said: Reading, asks_card: bool, kept: bool) -> None:
    assert keeps_to(said, asks_card=asks_card) is kept


@pytest.mark.parametrize("turn", ["and TPU?", "ok, so with TPU?", "on TPUs then"])
def test_a_turn_that_names_one_family_gets_a_machine_of_it(advisor: Advisor, turn: str) -> None:
    before = advisor.ask("fine-tune gemma 2 9b, full, which machine on GCP?").goes_on_from
    first = advisor.ask(turn, before=before).facts.headline
    assert isinstance(first, TrainsOn) and "TPU" in first.chip
