"""How shares and spreads are worded: what decides first, then whose figures they are."""

from __future__ import annotations

import pytest

from bot.wording.reasons import fact
from engine.forms.reported.usual_reasons import ShareWithin, UsualHours, UsualRoom

HOURS = {
    "kind": "", "phase": "training", "projects": 40, "chip": "NVIDIA A100 80 GB", "chips": 1, "same": False,
    "low": 10, "middle": 20, "high": 30, "usd": 2.5, "usd_low": 25, "usd_high": 75,
    "instance": "p4de.24xlarge", "region": "us-east-1", "day": "2026-11-09", "theirs": False,
}  # fmt: skip


@pytest.mark.parametrize(
    ("share", "first"),
    [
        (0.95, "Very likely enough, going by others:"),
        (0.7, "Probably enough, going by others:"),
        (0.5, "It may be enough, going by others:"),
        (0.3, "Rather not enough:"),
        (0.1, "Probably not enough:"),
    ],
)
def test_the_first_word_follows_the_share(share: float, first: str) -> None:
    shares = (ShareWithin(24, share, "NVIDIA RTX 3090"),)
    line = fact(UsualRoom(kind="", phase="training", projects=40, shares=shares, named=True, leads=True))
    assert line.startswith(first)


def test_without_a_card_it_names_the_memory_to_plan() -> None:
    shares = (ShareWithin(24, 0.57), ShareWithin(80, 0.99))
    line = fact(UsualRoom(kind="a GAN", phase="training", projects=40, shares=shares, named=False, leads=True))
    assert line == (
        "Plan 24 GB a card to begin with: of 40 projects (a GAN) whose own threads say how much memory a card "
        "training took, 57% did with 24 GB or less, 99% with 80 GB."
    )


def test_hours_stand_before_dollars_and_those_before_whom_they_are_of() -> None:
    assert fact(UsualHours(**HOURS)) == (
        "Going by others, 10 h to 30 h on one NVIDIA A100 80 GB, the middle one 20 h: about $25 to $75 at $2.50 a "
        "chip-hour on demand (p4de.24xlarge, us-east-1, seen 2026-11-09). So long took half of the 40 projects whose "
        "own threads say it of a training run."
    )
    line = fact(UsualHours(**{**HOURS, "chips": 2, "theirs": True, "usd": 0}))
    assert line.startswith(
        "Theirs I do not hold; going by others, 10 h to 30 h on 2 x NVIDIA A100 80 GB, the middle one 20"
    )
    assert "$" not in line
    assert fact(UsualHours(**{**HOURS, "chips": 8, "same": True})).endswith("it of a training run on 8 cards.")
