"""The profile as a form: whatever was read, sent back unchanged it changes nothing."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.inputs.profile_form import EXCLUDED, changes, fields, kind_of
from bot.surfaces.buttons.refine import profile_view
from bot.surfaces.shared.modal import initial_in
from engine.verdict.shown.what_if import applied
from engine.workload.profile import SLOTS
from tests.bot.card.test_buttons import ASKED


def test_every_slot_has_a_field_and_none_has_two(advisor: Advisor) -> None:
    slots = [field.slot for group in fields(advisor.ask(ASKED[0])).values() for field in group]
    assert sorted(slots) == sorted((*SLOTS, EXCLUDED))


@pytest.mark.parametrize("text", [*ASKED, "8.03B on H100 and trainium in Oregon, budget 12,345 USD, 2.5 hours a run"])
def test_sent_back_unchanged_it_changes_nothing(advisor: Advisor, text: str) -> None:
    initial = initial_in(profile_view(advisor.ask(text), "x"))
    given = {slot: initial.get(slot, [] if kind_of(slot) == "many" else None) for slot in SLOTS}
    assert changes(given, initial, advisor) == ({}, {})


@pytest.mark.parametrize(
    ("slot", "raw", "value"),
    [
        ("parameters", "70B", 7e10),
        ("budget_usd", "$20k", 20_000.0),
        ("runs", "2.5", 2.5),
        ("team_engineers", "3", 3),
        ("region", "Oregon", "us-west-2"),
        ("candidates", "H100, Trainium2", ("h100", "trainium2")),
        ("clouds", ["aws", "gcp"], ("aws", "gcp")),
        ("managed", "yes", True),
        ("task", "-", None),
        ("model", "", None),
    ],
)
def test_what_is_typed_is_read_as_it_is_meant(advisor: Advisor, slot: str, raw: object, value: object) -> None:
    initial = {"task": "fine_tuning", "model": "llama"}
    assert changes({slot: raw}, initial, advisor) == ({slot: value}, {})


@pytest.mark.parametrize(
    ("slot", "raw"),
    [
        ("parameters", "lots"),
        ("runs", "0"),
        ("current_usd_per_hour", "31,46"),
        ("parameters", "1,5B"),
        ("runs", "nan"),
        ("team_engineers", "2.5"),
        ("region", "the moon"),
        ("candidates", "H100, abacus"),
        ("model", "Llama, Mistral"),
        ("task", "juggling"),
        ("clouds", ["ibm"]),
    ],
)
def test_what_cannot_be_is_told_in_one_sentence_that_begins_with_the_slot(
    advisor: Advisor, slot: str, raw: object
) -> None:
    changed, wrong = changes({slot: raw}, {}, advisor)
    assert changed == {} and list(wrong) == [slot]
    assert ": " in wrong[slot] and wrong[slot].endswith(".") and len(wrong[slot]) < 200


def test_what_is_excluded_can_be_changed(advisor: Advisor) -> None:
    answer = advisor.ask("weekly fine-tune of Llama 8B on AWS, no GPU please, and trn2 is sold out in Ohio")
    initial = initial_in(profile_view(answer, "x"))
    assert initial[EXCLUDED] == "gpu, trainium2"
    changed, wrong = changes({EXCLUDED: "GCP, trainium2, spot"}, initial, advisor)
    assert (changed, wrong) == ({EXCLUDED: ("clouds=gcp", "candidates=trainium2", "purchase=spot")}, {})
    after = applied(answer.reading, changed)
    assert after.ruled_out == {"clouds": ("gcp",), "purchase": ("spot",)}
    assert [(entry.id, entry.region) for entry in after.unavailable] == [("trainium2", "us-east-2")]
    assert applied(answer.reading, {EXCLUDED: None}).ruled_out == {}
    assert "abacus" in changes({EXCLUDED: "abacus"}, initial, advisor)[1][EXCLUDED]


def test_a_rate_no_chip_costs_is_told_in_the_form(advisor: Advisor) -> None:
    """400,000 USD an hour of eight H100s."""
    form = {"current_instances": "p5.48xlarge", "current_usd_per_hour": "400000", "runs": "50"}
    changed, wrong = changes(form, {"current_instances": "p5.48xlarge"}, advisor)
    assert changed == {"runs": 50.0} and list(wrong) == ["current_usd_per_hour"]
    assert "$50,000.00 a chip-hour" in wrong["current_usd_per_hour"]
    assert changes(form | {"current_usd_per_hour": "31.5"}, {}, advisor)[1] == {}
