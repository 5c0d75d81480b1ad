"""The comment of a pull request: what the change of its configs costs, in Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from bot.wording.words import environment
from engine.estimates.comparison import Cause, Comparison
from knowledge.facts import Fact, Scalar

MARKER = "<!-- chipscout estimate -->"  # by which a job finds its own comment again
TEMPLATE = "comment.md.j2"
SAID_BY_MODEL = frozenset({"model", "parameters", "architecture"})  # of a published model its name says the rest
CHIP_COUNTS = ("accelerator_count", "devices")


class Compared(Fact):
    """One run in two versions, under the name of its file."""

    name: str
    found: Comparison


class ChangedValue(Fact):
    """One value that a part of the config had and has."""

    name: str
    before: Scalar | tuple[str, ...] | None
    after: Scalar | tuple[str, ...] | None


def comment(runs: Sequence[Compared], as_of: date, unread: Sequence[str] = ()) -> str:
    """All runs, those whose cost moved most first; then a sentence for each file that could not be read."""
    ranked = sorted(runs, key=lambda run: (-abs(run.found.difference or 0.0), run.name))
    text = (
        environment()
        .get_template(TEMPLATE)
        .render(runs=ranked, marker=MARKER, as_of=as_of, changed=changed_values, quotes=_quotes, unread=unread)
    )
    return text.strip() + "\n"


def changed_values(cause: Cause) -> list[ChangedValue]:
    """The values of a part that differ."""
    names = dict.fromkeys((*cause.before, *cause.after))
    found = [
        ChangedValue(name=name, before=cause.before.get(name), after=cause.after.get(name))
        for name in names
        if cause.before.get(name) != cause.after.get(name)
    ]
    said = {each.name: each for each in found}
    if all(said.get("model_id") and side for side in (cause.before.get("model_id"), cause.after.get("model_id"))):
        found = [each for each in found if each.name not in SAID_BY_MODEL]
    counts = [said.get(name) for name in CHIP_COUNTS]
    if all(counts) and len({(each.before, each.after) for each in counts if each}) == 1:
        found = [each for each in found if each.name != CHIP_COUNTS[0]]
    return found


def _quotes(runs: Sequence[Compared]) -> list[tuple[str, str, str, date]]:
    """The prices behind the figures: type, purchase, region, day."""
    sides = [side.chosen for run in runs for side in (run.found.before, run.found.after) if side and side.chosen]
    found = [
        (placed.id, placed.quote.purchase, placed.quote.region, placed.quote.observed_on)
        for placed in sides
        if placed.quote is not None
    ]
    return list(dict.fromkeys(found))
