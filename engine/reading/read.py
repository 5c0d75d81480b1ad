"""Free text -> Reading: the profile a text states, where each slot came from, and what was not understood."""

from __future__ import annotations

from engine.reading.document import Document, lay_out
from engine.reading.durations import cadence, durations
from engine.reading.intents import intent, speaks_of_others
from engine.reading.quantities import quantities
from engine.reading.sizes import sizes
from engine.reading.slots import Slots, resolve, shown_signals
from engine.reading.vocabulary import Vocabulary
from engine.workload.profile import Profile, Reading

_MOST = 8  # stretches reported
_LONGEST = 80  # characters of one stretch


def unread(scene: Document) -> tuple[str, ...]:
    """The first few stretches with a word or number that carries something, in the order of the text."""
    stretches: list[str] = []
    first: int | None = None
    content = False
    filler = scene.classes.get("filler", {})
    for at, token in enumerate([*scene.tokens, None]):
        plain = token is not None and at not in scene.covered and not scene.ends_clause(at)
        if token is not None and plain:
            if first is None:
                first = at
            content = content or (token.kind != "mark" and at not in filler)
            continue
        if first is not None and content:
            stretches.append(_trimmed(scene, first, at))
            if len(stretches) == _MOST:
                break
        first, content = None, False
    return tuple(s for s in stretches if s)


def _trimmed(scene: Document, first: int, last: int) -> str:
    """The stretch without filler at its ends."""
    filler = scene.classes.get("filler", {})
    while first < last and (first in filler or scene.tokens[first].kind == "mark"):
        first += 1
    while last > first and (last - 1 in filler or scene.tokens[last - 1].kind == "mark"):
        last -= 1
    return scene.slice(first, last)[:_LONGEST]


def read(text: str, vocabulary: Vocabulary) -> Reading:
    """Read one text on its own. Never fails; a text nothing can be made of gives an empty profile."""
    scene, slots = understand(text, vocabulary)
    return reading(text, scene, slots)


def understand(text: str, vocabulary: Vocabulary, before: Profile | None = None) -> tuple[Document, Slots]:
    """The text laid out, and what it says about each slot. `before` is what a thread said already."""
    scene = lay_out(text, vocabulary, before or Profile())
    counted = quantities(scene)
    found = [*sizes(scene, counted), *cadence(scene, counted), *durations(scene, counted)]
    for quantity in counted:
        scene.covered.update(range(quantity.first, quantity.last))
    return scene, resolve(scene, found, vocabulary)


def reading(text: str, scene: Document, slots: Slots) -> Reading:
    """The result as one frozen value. A text plainly about something else states no workload."""
    wanted = intent(scene, slots.profile)
    if wanted == "off_topic" and speaks_of_others(scene):
        slots = Slots()
    return Reading(
        text=text,
        intent=wanted,
        profile=slots.profile,
        words=slots.words,
        ruled_out=slots.ruled_out,
        signals=shown_signals(scene, slots),
        unread=unread(scene),
        ambiguous=slots.ambiguous,
    )
