"""Documents of so many pages each."""

from __future__ import annotations

from bot.advice.advisor import Advisor


def test_their_pages_are_the_samples(advisor: Advisor) -> None:
    text = "batch of 400k PDFs (10 pages each) through an OCR vlm 2B within 3 days, how many GPUs"
    read = advisor.parse(text)
    assert read.profile.samples == 4_000_000 and not any("pages" in one for one in read.unread)
