"""A part says what it needs; what becomes of it says where, and how."""

from __future__ import annotations

from typing import get_args

import pytest
from pydantic import ValidationError

from knowledge.facts import Facts, Part, PartNeed, Ported
from tests.day import DAY


@pytest.mark.parametrize("wrong", [{"needs": "luck"}, {"level": "maybe"}, {"how": "x" * 201}])
def test_what_is_no_part_and_no_port_is_refused(wrong: dict[str, object]) -> None:
    part = {"id": "x", "name": "X", "aliases": ["x"], "needs": "triton"}
    port = {"of": "x", "on": "tpu", "level": "no", "how": "not", "source": "s", "checked_on": DAY}
    Part.model_validate(part), Ported.model_validate(port)
    with pytest.raises(ValidationError):
        Part.model_validate(part | wrong)
        Ported.model_validate(port | wrong)


def test_every_alias_is_of_one_part_and_every_kind_of_source_has_a_row(facts: Facts) -> None:
    aliases = [alias for part in facts.parts.values() for alias in part.aliases]
    assert len(aliases) == len(set(aliases))
    assert all(alias == alias.casefold() for alias in aliases)
    needs = {(row.of, row.on) for row in facts.ported if row.of in get_args(PartNeed)}
    for need in ("cuda_source", "triton"):
        assert {on for of, on in needs if of == need} >= {"nvidia-gpu", "amd-gpu", "tpu", "trainium", "inferentia"}
