"""`chipscout feedback`: counts the votes on answers."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import Any

import click

from bot.commands.common import Day, open_store
from bot.wording.words import say
from knowledge.store.votes import Vote

WORDS = "words/feedback.j2"


@click.command(help=say("help.j2", "feedback"))
@click.option("--since", type=Day(), default=None, help=say("help.j2", "feedback_since"))
@click.option("--json", "as_json", is_flag=True, help=say("help.j2", "as_json"))
def feedback(since: date | None, as_json: bool) -> None:
    first = datetime(since.year, since.month, since.day, tzinfo=UTC).timestamp() if since else 0.0
    with open_store() as store:
        votes = store.votes.since(first)
    counts = counted(votes)
    if as_json:
        click.echo(json.dumps(counts, ensure_ascii=False, indent=1))
        return
    if not votes:
        click.echo(say(WORDS, "nothing", since))
        return
    click.echo(say(WORDS, "total", counts))
    for by in ("lean", "intent"):
        for name, count in counts[f"by_{by}"].items():
            click.echo(say(WORDS, by, name, count))
    for reason in counts["reasons"]:
        click.echo(say(WORDS, "reason", reason))


def counted(votes: Iterable[Vote]) -> dict[str, Any]:
    """Votes up and down, in total, by lean and by intent, with the reasons, newest first. Nobody is named."""
    all_votes = tuple(votes)
    by: dict[str, dict[str, list[Vote]]] = {"lean": defaultdict(list), "intent": defaultdict(list)}
    for vote in all_votes:
        by["lean"][vote.lean or "none"].append(vote)
        by["intent"][vote.intent].append(vote)
    return _count(all_votes) | {
        "by_lean": {name: _count(votes) for name, votes in sorted(by["lean"].items())},
        "by_intent": {name: _count(votes) for name, votes in sorted(by["intent"].items())},
        "reasons": [
            {
                "day": datetime.fromtimestamp(vote.voted, UTC).date().isoformat(),
                "verdict": vote.verdict,
                "lean": vote.lean,
                "intent": vote.intent,
                "up": vote.is_up,
                "reason": vote.reason,
            }
            for vote in all_votes
            if vote.reason
        ],
    }


def _count(votes: Iterable[Vote]) -> dict[str, Any]:
    counted_votes = tuple(votes)
    up = sum(vote.is_up for vote in counted_votes)
    return {
        "votes": len(counted_votes),
        "up": up,
        "down": len(counted_votes) - up,
        "share_up": up / len(counted_votes) if counted_votes else None,
    }
