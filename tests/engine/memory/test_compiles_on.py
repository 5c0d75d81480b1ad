"""The smallest machine whose host compiles what chips for NeuronCores hold."""

from __future__ import annotations

from engine.base.constants import Constants
from engine.memory.compiles_on import compiles_on
from engine.workload.flops import shape
from engine.workload.profile import Profile
from knowledge.facts import Facts


def test_the_smallest_host_that_compiles_eight_billion(facts: Facts) -> None:
    """8.03B x 5 bytes = 37.4 GiB: more than the 16 and 32 GiB of the smallest, less than the 128 of inf2.8xlarge."""
    eight = shape(Profile(variant="llama-3.1-8b", parameters=8.03e9), facts)
    chip = facts.accelerators["trainium1"]
    found = compiles_on(eight, chip, 1, facts.instances.values(), facts.accelerators, Constants(facts))
    assert found is not None and found.id == "inf2.8xlarge"
