"""What stays excluded, and what cannot be had, after a turn."""

from __future__ import annotations

from engine.reading.turns.excluded import ruled_out, unavailable, words_of
from engine.workload.profile import Profile, Reading, Unavailable

FAMILIES = {"rtx3060": "gpu", "trainium2": "trainium"}


def test_a_chip_that_is_named_lifts_the_exclusion_of_its_family() -> None:
    before = Reading(ruled_out={"candidates": ("gpu", "trainium"), "clouds": ("gcp",)})
    after = ruled_out(before, {}, {"candidates": ("rtx3060",)}, FAMILIES)
    assert after == {"candidates": ("trainium",), "clouds": ("gcp",)}
    assert words_of(after, {"gcp": "not on GCP", "gpu": "no gpu"}) == {"gcp": "not on GCP"}


def test_what_a_turn_says_again_can_be_had() -> None:
    gone = Unavailable(id="h100", words="no H100")
    assert unavailable(Reading(unavailable=(gone,)), Profile(candidates=("h100",)), ()) == ()
    assert unavailable(Reading(), Profile(), (gone,)) == (gone,)
