"""A plan as a Slack message."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.blockkit.check import check_message
from bot.fleet.message import plan_blocks
from tests.bot.fleet.sample import SERVE, TUNE, plan_of_text


def test_blocks_and_plain_text_say_the_same_within_slack_s_limits(advisor: Advisor) -> None:
    text, blocks, plain = plan_blocks(plan_of_text(advisor, TUNE + SERVE + "apis = true\n"))
    assert check_message({"channel": "C1", "text": text, "blocks": blocks}) == ()
    said = str(blocks)
    assert text.startswith("$")
    for part in ("Adds up", "leave your systems for", "What limits are worth", "Assumed", "[1]"):
        assert part in said
        assert part in plain


def test_a_name_can_hold_no_mention(advisor: Advisor) -> None:
    _, blocks, plain = plan_blocks(plan_of_text(advisor, TUNE.replace('"tune"', '"<!channel>"')))
    assert "<!channel>" not in str(blocks) + plain
    assert "&lt;!channel&gt;" in plain


def test_without_a_plan_it_says_what_is_needed(advisor: Advisor) -> None:
    text, blocks, _ = plan_blocks(plan_of_text(advisor, "budget.total_usd = 9\n" + TUNE))
    assert text.startswith("There is no plan within these limits. It needs $")
    assert check_message({"channel": "C1", "text": text, "blocks": blocks}) == ()
