"""The fastest machine to rent."""

from __future__ import annotations

from engine.forms.turned.fastest import fastest
from engine.workload.subject import Subject
from knowledge.facts import Facts


def test_it_is_the_one_with_the_most_compute_on_the_clouds(facts: Facts) -> None:
    assert fastest(("aws",), Subject(instance="p4d.24xlarge"), facts) == "p6-b300.48xlarge"


def test_nothing_is_faster_than_itself(facts: Facts) -> None:
    assert fastest(("aws",), Subject(instance="p6-b300.48xlarge"), facts) is None
