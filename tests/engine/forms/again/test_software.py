"""What the software says of a chip: of kernels that a turn tells, and of what the work needs there."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.forms.again.software import KernelsTold, of_software, with_kernels
from engine.workload.profile import Profile, Reading
from knowledge.facts import Facts

BEFORE = Reading(profile=Profile(candidates=("trainium1", "a10g")))
NOW = Reading(profile=Profile(candidates=("trainium1", "a10g"), custom_kernels="some"))


def test_kernels_of_one_s_own_have_to_be_rewritten_there(facts: Facts) -> None:
    told = with_kernels(FactAnswer(), "we use custom triton kernels tho", NOW, BEFORE, facts).headline
    assert isinstance(told, KernelsTold) and not told.runs and told.feature == "Triton kernels"


def test_a_turn_that_tells_of_none_changes_nothing(facts: Facts) -> None:
    assert with_kernels(FactAnswer(), "and on spot?", NOW, NOW, facts).headline is None


def test_what_plainly_runs_is_no_reason(facts: Facts) -> None:
    serves = Reading(profile=Profile(task="inference"))
    trainium, gpu = facts.accelerators["trainium1"], facts.accelerators["l40s"]
    assert [line.answer for line in of_software(serves, (trainium,), facts)] == ["partly"]
    assert of_software(serves, (gpu,), facts) == ()
