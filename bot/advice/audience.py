"""Who reads an answer: what it may be made of, and what may be done with it.

Members of the workspace get its own prices and measurements; everybody else gets list prices and public measurements.
This is the one place that says so: data, buttons and refusals ask an `Audience`. Who somebody is comes from Slack
(`bot.slack.people`); what Slack does not tell counts as an outsider.
"""

from __future__ import annotations

from typing import Literal, get_args

from knowledge.facts import Fact

Limit = Literal["shared_channel", "other_organization", "guest", "unknown"]


class Audience(Fact):
    """`limit`: why these readers get public figures alone; None: members. `missing`: what Slack did not tell."""

    limit: Limit | None = None
    missing: str | None = None

    @property
    def is_ours(self) -> bool:
        """Whether own prices and measurements may be counted and shown, and an answer watched, recorded, exported."""
        return self.limit is None

    def together_with(self, other: Audience) -> Audience:
        """Both read it."""
        return self if self.limit else other

    @classmethod
    def kept(cls, limit: str | None) -> Audience:
        """The audience a stored answer was made for."""
        known: dict[str, Limit] = {name: name for name in get_args(Limit)}
        return cls(limit=None if limit is None else known.get(limit, "unknown"))


MEMBERS = Audience()
OUTSIDERS = Audience(limit="unknown")
