"""Free notebooks, which are named instead of the cards that they give: "can I fine-tune it on Colab?"."""

from __future__ import annotations

from engine.reading.meant.text import Text
from engine.reading.words.patterns import Match

NOTEBOOK, CHIP, MACHINE = "notebook", "candidates", "instances"  # a class of words, and slots
SIZED = frozenset({"model", "variant", "parameters"})
ANY = "gpu"  # a family, which names no card
MEMORY = "gigabytes"  # a class of words


def notebooks(document: Text) -> list[Match]:
    """The cards of the first notebook that is named beside a model, where neither a card nor its memory is: "colab
    with an A100"."""
    named = list(document.classes.get(NOTEBOOK, {}).values())
    cards = [one for one in document.matches if one.slot in (CHIP, MACHINE) and one.value != ANY]
    sized = any(one.slot in SIZED for one in document.matches) or any(document.before.stated().keys() & SIZED)
    if not named or cards or not sized or document.classes.get(MEMORY):
        return []
    first = named[0]
    return [Match(CHIP, str(first.value), first.first, first.last, implies=first.implies)]
