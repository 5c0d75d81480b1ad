"""What an answer is about: the machines, the chips or the cards that its first line names, for the turns after it."""

from __future__ import annotations

from knowledge.facts import Fact

MOST = 3  # that are kept of one answer


class Subject(Fact):
    """So many machines of a type, else so many chips, else cards with so much memory; `hours` of a run on them, or of
    a month of serving (`monthly`), or `hours_each` of one `unit` of work."""

    instance: str = ""
    chip: str = ""  # id of an accelerator
    machines: int = 1
    chips: int = 1  # of all of them
    gb: float = 0.0  # of each card, where neither a type nor a chip is named
    hours: float = 0.0
    monthly: bool = False
    hours_each: float = 0.0
    unit: str = ""


class FirstLine(Fact):
    """The first line of an answer as it was shown, and what it is about; `was`: what the last one before it was about
    that was of other machines."""

    words: str = ""
    about: tuple[Subject, ...] = ()
    was: tuple[Subject, ...] = ()
    advice: bool = False  # on what to take
