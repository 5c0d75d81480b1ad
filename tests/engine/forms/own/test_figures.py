"""Any noun counts, in any of the languages: times of one, so many in a time, shares and windows."""

from __future__ import annotations

import pytest

from engine.forms.own.figures import (
    bare_hours,
    clock_hours,
    counts,
    every,
    limit,
    of_sound,
    peak,
    rates,
    shares,
    times,
    window,
)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("about 75 s per study on an A10", 75.0),
        ("one call is ~75 ms on a 4090", 0.075),
        ("a protein takes 6 min there", 360.0),
        ("jede Anfrage dauert etwa 2,5 s", 2.5),
        ("Un estudio tarda 90 s", 90.0),
        ("каждый кадр занимает 18 мс", 0.018),
        ("每张图片需要 1.5 秒", 1.5),
    ],
)
def test_seconds_of_one(text: str, seconds: float) -> None:
    assert [one.seconds for one in times(text)] == pytest.approx([seconds])


@pytest.mark.parametrize(
    ("text", "a_second"),
    [
        ("350k examples/s on one node", 350_000.0),
        ("90k env steps/s", 90_000.0),
        ("864 000 documents par jour", 10.0),  # 864,000 / 86,400
        ("200 Bilder pro Sekunde", 200.0),
        ("cameras at 25 fps", 25.0),
        ("每天 86400 张图片", 1.0),
    ],
)
def test_so_many_in_a_time(text: str, a_second: float) -> None:
    assert [one.a_second for one in rates(text)] == pytest.approx([a_second])


def test_sound_in_real_time() -> None:
    fast = of_sound("25x realtime per L4")
    factor = of_sound("RTF 0.04 on an L4")
    assert fast and factor
    assert fast.value == factor.value == 25.0  # 1 / 0.04


def test_counts_shares_and_times_of_day() -> None:
    assert [(one.value, one.noun) for one in counts("20k concurrent players")] == [(20_000.0, "players")]
    assert [part.value for part in shares("3% of them talk, half of the time, cards 85% busy")] == [0.03, 0.5]
    assert clock_hours("80% between 8:00 and 17:00") == (9.0, 4)
    assert clock_hours("between 3 and 5 cards") is None


def test_windows_limits_and_peaks() -> None:
    assert window("finished inside 2 h") == 2.0
    assert window("on 8 H100") is None
    assert limit("back within 5 minutes") == 300.0
    assert bare_hours("15,000 proteins, 4 days") == 96.0
    assert peak("peaks at 3x of that") == 3.0
    rhythm = every("asks every 0.8 s")
    assert rhythm and rhythm.seconds == 0.8


def test_a_price_an_hour_is_no_rate_of_things() -> None:
    assert list(rates("8 卡 H100 报价 24 美元/小时")) == []
    assert list(rates("24 Euro/Stunde für 8 H100")) == []


def test_a_bandwidth_is_one_of_the_card() -> None:
    assert list(rates("A2 (16 GB, 200 GB/s) or L4 (24 GB, 300 GB/s)")) == []
    assert [one.a_second for one in rates("3,600 GB an hour come in")] == [1]
