"""What a text shows of a question about serving."""

from __future__ import annotations

from engine.forms.served.shown import Shown
from engine.workload.profile import Profile


def test_training_is_no_serving() -> None:
    assert Shown(frozenset({"training_words"}), Profile(), "").trains
    assert Shown(frozenset(), Profile(task="fine_tuning"), "").trains
    assert not Shown(frozenset({"job_reads"}), Profile(task="inference"), "").trains


def test_a_size_is_a_model_or_its_parameters() -> None:
    assert Shown(frozenset(), Profile(parameters=7e9), "").sized
    assert not Shown(frozenset(), Profile(samples=5), "").sized
