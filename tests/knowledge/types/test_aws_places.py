"""Places of AWS: regions with their zones, and Local and Wavelength Zones, which are places of their own."""

from __future__ import annotations

import pytest

from knowledge.types.aws_places import aws_place, is_apart


@pytest.mark.parametrize(
    ("written", "where"),
    [
        ("us-east-1", ("us-east-1", "")),
        ("us-east-2a", ("us-east-2", "us-east-2a")),
        ("use1-az4", ("us-east-1", "use1-az4")),
        ("usgw1-az1", ("us-gov-west-1", "usgw1-az1")),
        ("apne1-az2", ("ap-northeast-1", "apne1-az2")),
        ("Virginia", None),
        ("us-central1-a", None),
        ("", None),
    ],
)
def test_a_place_is_a_region_and_perhaps_a_zone(written: str, where: tuple[str, str] | None) -> None:
    assert aws_place(written) == where
    assert where is None or not is_apart(where[0])


@pytest.mark.parametrize(
    ("place", "written"),
    [
        ("us-west-2-lax-1", ("us-west-2-lax-1", "us-west-2-lax-1a", "usw2-lax1-az1")),
        ("us-east-1-atl-2", ("us-east-1-atl-2", "us-east-1-atl-2a", "use1-atl2-az1")),
        ("us-east-1-wl1-bos-wlz-1", ("us-east-1-wl1-bos-wlz-1", "us-east-1-wl1-bos-wlz1", "use1-wl1-bos-wlz1")),
    ],
)
def test_a_local_zone_is_a_place_of_its_own_however_it_is_written(place: str, written: tuple[str, ...]) -> None:
    for one in written:
        assert aws_place(one) == (place, "" if one == place else one)
    assert is_apart(place)
