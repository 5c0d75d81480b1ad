"""What a card says of hardware that is too small: asked as people ask."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_json import answer_json
from engine.base.reason import Reason
from engine.verdict.verdict import Verdict


def asked(advisor: Advisor, text: str) -> Verdict:
    """The verdict on it, with an amount of work: without one no total is told."""
    verdict = advisor.ask(f"{text}, 1B tokens a run, 20 runs").verdict
    assert verdict is not None
    return verdict


def reason(verdict: Verdict, code: str) -> Reason:
    return next(reason for reason in verdict.because if reason.code == code)


def test_one_machine_too_few_is_the_first_thing_said(advisor: Advisor) -> None:
    """1,129 GB of states over 8 cards of 40 GiB: 131 and more on each, 36 usable; 4 machines hold it."""
    verdict = asked(advisor, "70B full fine-tune on one p4d.24xlarge")
    assert verdict.kind == "recommend"
    first = verdict.because[0]
    assert first.code == "too_few"
    assert first.values["usable_gib"] == 36
    assert 130 < float(str(first.values["needs_gib"])) < 140
    assert "more=4=" in str(first.values["remedies"])


def test_enough_machines_are_not_complained_about(advisor: Advisor) -> None:
    verdict = asked(advisor, "70B full fine-tune on four p4d.24xlarge")
    assert "too_few" not in {entry.code for entry in verdict.because}
    assert reason(verdict, "holds").values["min_instances"] == 4


def test_fixed_hardware_that_no_number_makes_large_enough_is_no_fit(advisor: Advisor) -> None:
    verdict = asked(advisor, "full fine-tune of llama 405b on one g5.xlarge")
    assert verdict.kind == "no_fit"
    assert verdict.lean is None
    assert reason(verdict, "named_does_not_fit").values["remedies"] == ""
    said = answer_json(advisor.ask("full fine-tune of llama 405b on one g5.xlarge"))
    assert said["verdict"]["headline"].startswith("This does not fit on g5.xlarge.")
    assert any(option["usd_per_run"] for option in said["options"]), "what would hold it is still shown"


def test_named_types_of_which_none_fits_are_no_fit_together(advisor: Advisor) -> None:
    verdict = asked(advisor, "llama 405b full fine-tune: g5.xlarge or g6.xlarge?")
    assert verdict.kind == "no_fit"
    assert [entry.values["instance"] for entry in verdict.because] == ["g5.xlarge", "g6.xlarge"]


def test_the_host_is_named_where_it_is_the_host(advisor: Advisor) -> None:
    """LoRA of 8B fits the two cores of trn1.2xlarge; compiling it does not fit its 32 GiB of host memory."""
    verdict = asked(advisor, "LoRA of Llama 8B on trn1.2xlarge")
    told = reason(verdict, "named_host_memory")
    assert told.values["host_gib"] == 32
    assert "larger=trn1.32xlarge" in str(told.values["remedies"])


def test_chips_are_counted_where_chips_were_said(advisor: Advisor) -> None:
    verdict = asked(advisor, "full fine-tune 70B on 8 v5e chips")
    told = reason(verdict, "too_few")
    assert (told.values["said_chips"], told.values["core"]) == (8, "tpu")
    assert "larger=v5e-128" in str(told.values["remedies"])


def test_a_chip_of_which_enough_was_said_fits(advisor: Advisor) -> None:
    verdict = asked(advisor, "LoRA 70B on 8 H100")
    assert not {entry.code for entry in verdict.because} & {"too_few", "named_does_not_fit"}


@pytest.mark.parametrize("text", ["fine-tune a 70B model: Trainium or GPU?", "repeated Llama fine-tune, PyTorch"])
def test_families_are_not_hardware_anybody_named(text: str, advisor: Advisor) -> None:
    codes = {entry.code for entry in asked(advisor, text).because}
    assert not codes & {"too_few", "named_does_not_fit", "named_host_memory", "holds"}


def test_every_offering_says_what_its_cores_hold(advisor: Advisor) -> None:
    """trn1.32xlarge: 32 cores of 16 GiB, 13.1 usable; 2 x 70.55e9 / 32 = 4.1 GiB and activations."""
    said = answer_json(advisor.ask("LoRA of llama 3 70B on trn1.32xlarge, 1B tokens a run, 20 runs"))
    memory = next(option["memory"] for option in said["options"] if option["instance"] == "trn1.32xlarge")
    assert memory["of"] == "neuron_core"
    assert memory["usable_gib"] == pytest.approx(13.12)
    assert 4.1 < memory["core_gib"] < 13.12
    assert memory["headroom_gib"] == pytest.approx(memory["usable_gib"] - memory["core_gib"])
    assert memory["min_chips"] == 16
