"""Another machine than one that is not to be had: a list of what is, before any question back."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor


@pytest.mark.parametrize(
    ("text", "machines", "outside"),
    [
        ("P3 is not available in Mumbai. What alternatives to train on COCO?", {"g4dn.xlarge", "g5.xlarge"}, "p3"),
        ("I wait for approval of the quota for the G [instance]: what other type could I use?", {"inf2.xlarge"}, "g"),
        ("It is not possible on AWS to rent fewer than eight A100 40GB. Other options for an embedding model?",
         {"g4dn.xlarge", "g6.xlarge"}, "p4"),
        ("Our p4d request was denied. What else can we use for a LoRA of Llama 3 8B?", {"g6.xlarge"}, "p4"),
        ("No quota for A100 in GCP europe-west4, is there something else with 40 GB?", {"a2-ultragpu-1g"}, "v5"),
        ("something cheaper than g5.12xlarge with the same VRAM", {"g6.12xlarge"}, "g5"),  # 4 x 22.35 GiB, $5.67
    ],
)  # fmt: skip
def test_what_is_to_be_had_comes_first(text: str, machines: set[str], outside: str, advisor: Advisor) -> None:
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code == "instead_of"
    listed = {machine[0] for machine in first.values["machines"]}
    assert machines <= listed and not any(name.startswith(outside) for name in listed)


def test_the_region_that_was_said_is_kept(advisor: Advisor) -> None:
    """g5 is not held for eu-south-1, g4dn is."""
    text = (
        "g5.xlarge isn't offered in eu-south-1, which similar instance could I take there to serve Whisper large-v3?"
    )
    told = advisor.ask(text).facts
    assert told.table is not None
    assert {row.cells[4] for row in told.table.rows} == {"eu-south-1"}


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("Our reservation of p5.48xlarge expires in March, what should we move to for a 70B LoRA?", "p5"),
        ("we lose access to our H100 node next week, what next for serving Llama 70B?", "p5"),
        ("Unsere p4d Reservierung läuft aus, was nehmen wir stattdessen für LoRA 8B?", "p4d"),
        ("V100s are being retired, where do we go?", "p3"),
        ("our A100 reservation runs out", "p4d"),
    ],
)
def test_what_ends_is_replaced(text: str, gone: str, advisor: Advisor) -> None:
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code == "instead_of"
    assert not any(machine[0].startswith(gone) for machine in first.values["machines"])


def test_what_ends_is_replaced_in_pretraining_by_the_math_an_hour_buys(advisor: Advisor) -> None:
    """A T4 has no BF16; per TFLOP/s a B200 at $113.93 / (8 x 2,250) is the cheapest that AWS sells."""
    text = "Our p4de capacity block ends in 2 weeks, what else could we use for pretraining a 7B?"
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code == "instead_of" and first.values["by_math"]
    assert first.values["machines"][0][0] == "p6-b200.48xlarge"
    assert not any("T4" in machine[1] for machine in first.values["machines"])


def test_whether_to_renew_is_a_question_of_terms(advisor: Advisor) -> None:
    assert advisor.ask("Should we renew our p4d reservation that expires next month?").form.id == "commitment"


def test_two_machines_that_are_had_are_compared(advisor: Advisor) -> None:
    first = advisor.ask("Is g5.xlarge or g6.xlarge better for serving a 7B?").facts.headline
    assert first is None or first.code != "instead_of"


def test_where_nothing_with_as_much_memory_costs_less_that_is_said(advisor: Advisor) -> None:
    """Eight H200 have 1,128 GB; on AWS only eight B200 or B300 have more, for more."""
    first = advisor.ask("cheaper alternative to p5en.48xlarge with the same memory?").facts.headline
    assert first is not None and first.code == "instead_of" and first.values["dearer"]
    assert {machine[0] for machine in first.values["machines"]} <= {"p6-b200.48xlarge", "p6-b300.48xlarge"}
