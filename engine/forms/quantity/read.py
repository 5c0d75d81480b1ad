"""Words of a question that set no slot and that a sum of this folder reads itself: a pace, a limit, a share."""

from __future__ import annotations

import re

LEADS = frozenset({  # codes of first lines that do
    "kv_tokens", "sequences_held", "stream_alone", "stream_pick", "paced_rate", "jobs_chained", "jobs_unknown",
    "in_flight", "batch_cards", "justified_by", "better_value", "chip_time", "cheaper_of", "price_claim",
    "adapters_pick", "crowd_speed",
    "steps_unknown",
})  # fmt: skip
_WORDS = re.compile(
    r"aggregate|output|input|tok(?:en)?s?|mtok|sec(?:ond)?s?|users?|single|stream|batch|kv|cache|weights|util\w*"
    r"|memory|gpu|fraction|gqa|layers|tp\d*|full[- ]length|seqs?|sequences?|before|wall[- ]?time|wall|clock"
    r"|limit|queue|kills?|students?|pupils?|users?|developers?|hit|hits|use|uses|pasos|queremos|cada|uno|pronósticos?"
    r"|retrospectivos|forecasts?|hindcasts?|rollouts?|steps?|schritten?|each|running"
    r"|partition|sessions?|cap|jobs?|submissions?|restarts?|chain|slurm|run|itl|tpot|ttft|eagle(?:[- ]?\d)?|allowed"
    r"|speculative|bandwidth|ratio|decode|decoding|heavy|realistic|target|speed|total|need|max|grad(?:ient)?"
    r"|accumulation|concurrent|simultaneous|constraint|node|hours?|how|many|much|what|and|the|for|per|each|all|at"
    r"|requisi[cç][oõ]es|de|com|solicitudes|requests?|contexts?|chats?|max_num_seqs|max_model_len|total_tokens"
    r"|on|in|is|of|to|do|get|me|my|our|am|an|or|vs|it",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[^\W\d_]{2,}")


def is_read(words: str) -> bool:
    """Whether nothing is left of them but what such a sum reads."""
    return all(_WORDS.fullmatch(word) for word in _LETTERS.findall(words.replace("-", " ")))
