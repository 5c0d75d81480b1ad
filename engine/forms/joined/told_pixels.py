"""Sizes of pictures that a text tells: "960 x 720", "{'height': 960, 'width': 720}", "512 to 1024 px", "1080p"."""

from __future__ import annotations

import re
from typing import NamedTuple

_BY = re.compile(
    r"(?<![\w.])(\d{2,5})\s*(?:px)?\s*[x×*]\s*(\d{2,5})(?:\s*px)?(?![\w.]*\d|\s*(?:gb|gib|mb|gpu))", re.I
)
_NAMED = re.compile(
    r"height['\"]?\s*[:=]\s*(\d{2,5})\W{1,6}width['\"]?\s*[:=]\s*(\d{2,5})"
    r"|width['\"]?\s*[:=]\s*(\d{2,5})\W{1,6}height['\"]?\s*[:=]\s*(\d{2,5})",
    re.I,
)
_LINES = re.compile(
    r"(?<![\w.])(480|540|544|720|1080|1440|2160)\s*p(?![a-z0-9])|(?<![\w.])([48])k(?=\s*(?:video|image|frame|resol|picture|photo|footage))",
    re.I,
)
_EDGES = re.compile(
    r"(?<![\w.])(\d{3,4})\s*(?:px|pixels?|resolution)?\s*(?:to|->|→|instead of|vs\.?|versus|and|or)\s*(\d{3,4})\s*"
    r"(?:px|pixels?|resolution|res\b|images?)",
    re.I,
)
WIDE = {480: 854, 540: 960, 544: 960, 720: 1280, 1080: 1920, 1440: 2560, 2160: 3840}
LEAST, MOST = 32, 20_000


class Picture(NamedTuple):
    """Edges in pixels, as they were told."""

    one: int
    other: int

    @property
    def pixels(self) -> int:
        return self.one * self.other


def told_pictures(text: str) -> tuple[Picture, ...]:
    """In the order of the text, each size once."""
    found: list[tuple[int, Picture]] = []
    for match in _BY.finditer(text):
        found.append((match.start(), Picture(int(match[1]), int(match[2]))))
    for match in _NAMED.finditer(text):
        edges = [int(one) for one in match.groups() if one]
        found.append((match.start(), Picture(*edges)))
    for match in _LINES.finditer(text):
        lines = int(match[1]) if match[1] else {"4": 2160, "8": 4320}[match[2]]
        found.append((match.start(), Picture(WIDE.get(lines, lines * 16 // 9), lines)))
    for match in _EDGES.finditer(text):
        found += [(match.start(group), Picture(int(match[group]), int(match[group]))) for group in (1, 2)]
    fit = [(at, one) for at, one in sorted(found) if min(one) >= LEAST and max(one) <= MOST]
    return tuple(dict.fromkeys(one for _, one in fit))
