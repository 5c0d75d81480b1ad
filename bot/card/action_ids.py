"""Everything a person can press, choose or send, by the name Slack hands back."""

from __future__ import annotations

import re
from enum import StrEnum


class Action(StrEnum):
    """`action_id` of a button or menu. Those in `NUMBERED` stand beside each other several times, numbered."""

    SHARE = "share"
    KEEP_PRIVATE = "keep_private"
    OPEN_SHARED = "open_shared"  # a link; Slack tells of its click all the same
    REFINE = "refine"
    WHY = "why"
    MATH = "math"
    SOURCES = "sources"
    WHOLE = "whole"  # the card, under what a follow-up changed
    MATH_FILE = "math_file"
    WHAT_IF = "what_if"
    CHOICE = "choice"
    MORE = "more"  # the menu; what was chosen is a `Menu`
    FEEDBACK = "feedback"
    OFFERED = "offered"  # a private message that may not have been seen
    DIGEST_POST_NOW = "digest_post_now"  # under a preview of the digest
    TRY = "try"  # an example question, on Home
    HOME_OPEN = "home_open"  # a link
    HOME_SHOW = "home_show"  # a private answer, once more
    HOME_WATCH = "home_watch"
    HOME_ANSWERS = "home_answers"  # the workspace's setting


class Menu(StrEnum):
    """What the card's menu offers; five entries are the most that Slack shows."""

    WATCH = "watch"
    UNWATCH = "unwatch"
    MATH = "math"  # no longer offered; cards that were posted earlier have it
    RECORD = "record"
    CSV = "csv"
    JSON = "json"


class Form(StrEnum):
    """`callback_id` of a modal that can be sent."""

    REFINE = "refine_form"
    RECORD = "record_form"
    REASON = "reason_form"
    ASK = "ask_form"


class Shortcut(StrEnum):
    """`callback_id` of an entry in the menu of a message."""

    ASK = "ask_about"


NUMBERED = (Action.WHAT_IF, Action.CHOICE, Action.TRY)


def pattern(action: Action) -> str | re.Pattern[str]:
    """What a listener waits for."""
    return re.compile(rf"^{action}_\d+$") if action in NUMBERED else str(action)
