"""Each names the one to take first."""

from __future__ import annotations

from engine.forms.picked import picked_reasons


def test_every_one_names_what_to_take() -> None:
    kinds = [kind for name, kind in vars(picked_reasons).items() if name.startswith("Picked")]
    assert len(kinds) == 6
    assert all("take" in kind.model_fields for kind in kinds)
