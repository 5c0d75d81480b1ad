"""What is told of several numbers of cards."""

from __future__ import annotations

import pytest

from engine.workload.told_on_cards import OnCards, told_on_cards


@pytest.mark.parametrize(
    ("text", "few", "many"),
    [
        (
            "with 2 TITAN Xp the speed is 30 samples/sec. With 1 Titan Xp it is 110 samples/sec",
            OnCards(1, 110, "samples"),
            OnCards(2, 30, "samples"),
        ),
        ("1GPU: 5 images/s\n8GPUs: 25 images/s\n32GPUs(4nodes): 80 images/s", OnCards(1, 5, "images"), None),
        ("212 seconds for 8 GPUs vs. 250 seconds for 1 GPU", OnCards(1, 250, ""), OnCards(8, 212, "")),
        ("a single gpu shows 2 days while 8 gpus show 5 days", OnCards(1, 172_800, ""), OnCards(8, 432_000, "")),
        ("2 gpus->2'42\"\n4 gpus->11'27\"", OnCards(2, 162, ""), OnCards(4, 687, "")),
        ("4卡跑仅有1.32TPS，但是2卡达到了1.46TPS", OnCards(2, 1.46, "tps"), OnCards(4, 1.32, "tps")),
    ],
)
def test_each_figure_goes_with_its_cards(text: str, few: OnCards, many: OnCards | None) -> None:
    told = told_on_cards(text)
    assert told[0] == few
    assert told[-1] == (many or OnCards(32, 80, "images"))


@pytest.mark.parametrize(
    "text",
    [
        "it took 3 days on 8 A100",  # one number of cards
        "8 GPUs for 2 days, then 8 GPUs for 3 days",  # twice the same
        "30 images/s on 2 GPUs and 400 tokens/s on 4 GPUs",  # two things
    ],
)
def test_nothing_is_made_of_less(text: str) -> None:
    assert told_on_cards(text) == ()
