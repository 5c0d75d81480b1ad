"""What a run writes: to resume, and to keep."""

import pytest

from engine.base.constants import Constants
from engine.options.run_overheads import checkpoint_gb, weights_gb
from engine.workload.flops import Shape, shape
from engine.workload.profile import Profile
from knowledge.facts import Facts


def test_a_13b_model_resumes_from_182_gb(facts: Facts) -> None:
    """14 bytes of every trained parameter: 13e9 x 14."""
    of = Shape(parameters=13e9, active_parameters=13e9, layers=40, hidden=5120, kv_width=5120)
    for method in ("full", None):
        assert checkpoint_gb(of, method, Constants(facts)) == pytest.approx(182)


def test_a_lora_writes_its_adapters_alone(facts: Facts) -> None:
    """Rank 16 on all linear layers of Llama 3.1 8B is 41,943,040 parameters: 0.587 GB to resume, 84 MB to keep."""
    of = shape(Profile(model="llama", parameters=8e9), facts)
    assert checkpoint_gb(of, "lora", Constants(facts)) == pytest.approx(0.5872, abs=0.0001)
    assert weights_gb(of, "lora", Constants(facts)) == pytest.approx(0.0839, abs=0.0001)
    assert weights_gb(of, "full", Constants(facts)) == pytest.approx(16.06)
