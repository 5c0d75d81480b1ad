"""A turn that tells a bare number where a speed was asked for: "we measured 35, is that expected?"."""

from __future__ import annotations

import re

from engine.workload.profile import Reading

SPEED = "token_speed"  # the cue of a question that asks for tokens a second
NORMAL = frozenset({"is_normal", "judged"})  # cues of a turn that asks whether that is so
UNIT = "tokens/s"
_MEASURED = re.compile(
    r"\b(?:measured?|measures|get|gets|getting|got|see|seeing|saw|reach|reached|observed?|have)\s+"
    r"(?:only |just |about |around |roughly |~|≈)*(\d[\d,.]*\d|\d)"
    r"(?=\s*(?:[,.;!?)]|$|on |here|there|with |at |for |in ))",
    re.IGNORECASE,
)


def in_its_unit(before: Reading, alone: Reading) -> str | None:
    """The turn with the unit behind its number; None where it tells no such number, or names another thing."""
    if SPEED not in before.cues or NORMAL.isdisjoint(alone.cues) or alone.profile.current_tokens_per_second:
        return None
    whole, told = _MEASURED.subn(rf"\g<0> {UNIT}", alone.text)
    return whole if told == 1 else None
