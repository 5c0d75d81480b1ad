"""How fast chips were seen to train stands beside their peaks."""

from __future__ import annotations

from engine.answers.model import Property
from engine.forms.parts.measured import measured


def test_nothing_is_said_without_measurements() -> None:
    assert measured(("A", "B"), ()) == []
    speed = Property(code="speed_training", values=(100.0, None), cites=())
    assert measured(("A", "B"), (speed,)) == []
