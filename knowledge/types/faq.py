"""What people keep asking, and the short answer to it."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import Field

from knowledge.types.base import Fact

FaqFigures = Literal[
    "",
    "memory",
    "own_speed",
    "mfu",
    "where_sold",
    "replaces",
    "short_job",
    "own_grid",
    "cards",
    "sides",
    "spot",
    "smallest",
    "runs_there",
    "managed",
    "claimed",
    "waits",
    "network",
    "loads",
    "host",
    "state",
    "reserve",
    "cores",
    "bf16",
]


class FaqCue(Fact):
    """Phrases that many questions share: "@oom" in the cues of a question stands for those of the cue `oom`."""

    id: str
    words: tuple[str, ...] = Field(min_length=1)


class Faq(Fact):
    """One recurring question, a subject and what is asked of it, with a direct answer.

    `says` is the first sentence and answers by itself; `more` are the next ones, `cannot` what nobody here can know.
    A text asks it when it has a phrase of every group of `cues`, the subject's and the predicate's, and none of
    `never`. `over`: forms of an answer that this one replaces, beyond those that every one replaces; `figures`: what
    the engine adds to it where the text names enough. `instead`: the kinds of thing (language/asked.toml) that it
    tells of, one written answer a kind, where a message asks for one of them and its answer tells none.
    `answers`: the predicates (language/predicates.toml) of which it tells one; where a text asks only for others, it
    is no answer. Empty: whatever is asked.
    `chip`, `hours_at_most`: what it runs on, and for how long at a stretch, of an answer on a free service.
    `is_predicate`: no verdict on memory, machines or prices answers it, so none stands beside it.
    `is_symptom`: what somebody sees, whatever is asked of it: it comes before every figure, a phrase of its first
    group that is denied ("no OOM") shows nothing, and one of `never` counts only near it. `does`: what to do first.
    `is_term`: what a word of the field means; asked where a sentence holds only its cues and those of `around`;
    `of_value`: it is something measured, of which a turn of a thread ("what is the TTFT?") asks how much it is.
    """

    id: str
    says: str
    more: str = ""
    example: str = ""  # of another size: left out where the figures are of the one that was asked
    cannot: str = ""
    of_text: bool = False  # it speaks of language models, and gives way where nothing says that it is about one
    leads: bool = False  # no figure answers what it is asked: it comes before those of any form
    cell: str = ""  # what a kind of work says of the same (a field of Domain), which then comes first
    of_any_work: bool = False  # it holds for work that is no language model, and comes before what is known of that
    of_name: bool = False  # of a product or a family that is named, whatever words stand between
    is_predicate: bool = False  # what is asked for, whatever it is about: its phrases stand in one sentence
    is_term: bool = False
    is_symptom: bool = False
    does: str = ""
    of_value: bool = False
    answers: tuple[str, ...] = ()
    cues: tuple[tuple[str, ...], ...] = Field(min_length=2)
    never: tuple[str, ...] = ()
    over: tuple[str, ...] = ()
    figures: FaqFigures = ""
    instead: tuple[str, ...] = ()
    chip: str = ""
    hours_at_most: float = 0.0
    sources: tuple[str, ...] = Field(min_length=1)
    checked_on: date
    examples: tuple[str, ...] = Field(min_length=1)
