"""Free text -> Reading: the profile a text states, where each slot came from, and what was not understood."""

from __future__ import annotations

from engine.intents import intent, speaks_of_others
from engine.profile import Profile, Reading
from engine.quantities import quantities
from engine.read_scene import Scene, lay_out
from engine.read_sizes import sizes
from engine.read_slots import Slots, resolve, shown_signals
from engine.read_times import cadence, durations
from engine.read_unread import unread
from engine.vocabulary import Vocabulary


def read(text: str, vocabulary: Vocabulary) -> Reading:
    """Read one text on its own. Never fails; a text nothing can be made of gives an empty profile."""
    scene, slots = understand(text, vocabulary)
    return reading(text, scene, slots)


def understand(text: str, vocabulary: Vocabulary, before: Profile | None = None) -> tuple[Scene, Slots]:
    """The text laid out, and what it says about each slot. `before` is what a thread said already."""
    scene = lay_out(text, vocabulary, before or Profile())
    counted = quantities(scene)
    found = [*sizes(scene, counted), *cadence(scene, counted), *durations(scene, counted)]
    for quantity in counted:
        scene.covered.update(range(quantity.first, quantity.last))
    return scene, resolve(scene, found, vocabulary)


def reading(text: str, scene: Scene, slots: Slots) -> Reading:
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
