"""Constants by id."""

from __future__ import annotations

import pytest

from engine.base.constants import Constants
from engine.base.interval import Interval
from knowledge.facts import Facts


def test_a_constant_is_an_interval_around_its_likely_value(facts: Facts) -> None:
    constants = Constants(facts)
    spread = constants.spread("usable_hbm_share")
    assert isinstance(spread, Interval)
    assert spread.likely == constants.likely("usable_hbm_share") == constants.entry("usable_hbm_share").value.likely


def test_a_misspelled_id_is_an_error_and_never_a_default(facts: Facts) -> None:
    with pytest.raises(KeyError):
        Constants(facts).likely("usable_hbm_shares")
