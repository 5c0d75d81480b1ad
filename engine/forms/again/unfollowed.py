"""A turn that nothing answers, or that was not understood, in a thread about work or hardware: what stands."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.again.why import FITS
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Reading

EMPTY = frozenset({"not_ours", "nothing_held"})  # codes of first lines that hold nothing
PLAINLY = "off_topic"  # the cue of words about something else
ABOUT_NOTHING = frozenset({"chat", "decline"})  # forms
SHOWN, LONGEST = 3, 60  # stretches that are quoted, and their characters
CLOSES = frozenset({"closing", "goes_on"})  # cues
OF_ASSENT = frozenset({"keep"})  # cues of "makes sense"
WRITTEN = frozenset({"faq_told", "not_theirs", "unfollowed", "nothing_held", "not_ours"})  # first lines
AGAIN = frozenset({"asks_why", "doubts", "each_or_all", "for_less", "in_less_time", "was_that", "why_cost"})  # cues
BY_NAME = frozenset({"asks_by_name", "quicker"})  # cues
ASKS = frozenset({"interrogative", "other_question", "asks_if"})  # cues of a turn that asks something
PREDICATES = frozenset({  # cues that a form, or what is told of a kind of work, is asked by
    "fit_word", "fit_strong", "fit_least", "estimate_strong", "asks_time", "asks_cost", "price", "price_strong",
    "token_speed", "how_many", "asks_size", "asks_context", "asks_batch", "support", "vs", "compare", "carbon",
    "carbon_strong", "commit_strong", "which", "which_hardware", "which_type", "better", "shopping", "stock", "keep",
    "of_several", "copied", "splits", "of_idle", "of_speed", "of_elsewhere", "of_pair", "memory_error", "no_room",
    "mfu", "judged", "asks_format", "how_much_faster", "explain_strong", "launch_fails", "run_on", "on_named",
    "both_tasks", "training_words_only", "is_normal", "runs_it", "asks_card",
    "token_latency", "first_token", "quicker", "of_emitted",
})  # fmt: skip


class Unfollowed(Reason, code="unfollowed"):
    """Nothing answers the turn; what was said before it stays."""


class TurnUnread(Reason, code="turn_unread"):
    """What the turn asks was not understood, or only some `words` of it; `stands`: the answer before follows."""

    words: tuple[str, ...]
    stands: bool


class NotedTurn(Reason, code="noted_turn"):
    """A turn that asks nothing: thanks, what is tried next, how it went; `kept`: what it says of the work is kept."""

    kept: bool


def only_says(told: FactAnswer, reading: Reading, before: Reading) -> bool:
    """Whether a turn asks nothing and closes, or tells what is tried next, and no sum of it came out."""
    own, changed = set(reading.cues), _changed(reading, before)
    moves = not set(reading.signals) <= set(before.signals)  # "latency doesn't matter, it is an overnight batch"
    if moves and _is_of_work(before):
        return False
    if reading.taken_back and told.headline is not None and not changed and "?" not in reading.text:
        return True  # what nobody said is taken back, and figures stay what they are
    if CLOSES.isdisjoint(own) or "?" in reading.text or own & PREDICATES - OF_ASSENT:
        return False
    if changed and own & ASKS:
        return False  # "interesting, what about the H200"
    first = told.headline
    sums = first is not None and first.code in FITS and changed
    return not sums and not told.of_told


def noted(reading: Reading, before: Reading) -> FactAnswer:
    """The line for such a turn."""
    return FactAnswer(headline=NotedTurn(kept=_changed(reading, before)))


def is_unread(told: FactAnswer, reading: Reading, before: Reading) -> bool:
    """Whether an answer only says again what was said before, to a turn that asks something of its own.

    Such a turn changes nothing of the work or the machine, and either asks nothing that a form is asked by, or has
    words in its question that were not understood.
    """
    completed = "\n" in reading.text and reading.text == reading.question  # with the question before it
    if reading.changed or reading.taken_back or (completed and reading.text.startswith(before.question)):
        return False
    first = told.headline
    written = first is not None and first.code in WRITTEN
    if written or told.of_told or not _is_of_work(before) or not AGAIN.isdisjoint(reading.cues):
        return False
    if _changed(reading, before) or reading.by_hand:
        return False
    if reading.form != before.form and not told.of_kind:
        return False
    carried = {"how_many", "token_speed", "asks_time"} & set(before.cues)  # cues that hold for a turn with none
    asked = PREDICATES & set(reading.cues) - carried
    by_name = bool(asked) and not BY_NAME.isdisjoint(reading.cues)  # "latency?": the noun is what is asked
    strange = reading.intent != "off_topic" and bool(reading.unread_asked) and not by_name
    says = reading.unread if reading.intent != "off_topic" else ()
    return strange or (bool(says or ASKS & set(reading.cues)) and not asked)


def _is_of_work(before: Reading) -> bool:
    return before.form not in ABOUT_NOTHING and bool(before.work_form or before.domains or before.profile.stated())


def _changed(reading: Reading, before: Reading) -> bool:
    """Whether the turn says anything of the work or the machines that was not said; "the GPU" says nothing."""
    now, was = reading.profile.stated(), before.profile.stated()
    said = reading.turn is not None and reading.turn.stated()
    if said or _names(reading, before) or reading.ruled_out != before.ruled_out:
        return True
    if before.counted and reading.counted != before.counted:
        return True
    return any(now.get(slot) != was.get(slot) for slot in now.keys() | was.keys() if slot != "candidates")


def _names(reading: Reading, before: Reading) -> bool:
    """Whether it names a chip or a machine that the thread did not."""
    known = {*before.profile.candidates, *before.profile.instances, *before.named}
    return not {one for one in reading.named if one not in FAMILIES} <= known


def unread(told: FactAnswer, reading: Reading) -> FactAnswer:
    """What was not understood, and below it the line that stands."""
    words = tuple(one[:LONGEST] for one in (reading.unread_asked or reading.unread)[:SHOWN])
    stands = (told.headline,) if told.headline is not None else ()
    return FactAnswer(headline=TurnUnread(words=words, stands=bool(stands)), sentences=stands)


def unfollowed(told: FactAnswer, reading: Reading, before: Reading) -> FactAnswer:
    """The answer; in a thread one that says what stands, where the turn got none and is not about something else."""
    if _is_of_little(told, reading, before):
        return FactAnswer(headline=Unfollowed())
    first = told.headline
    if first is None or first.code not in EMPTY or told.passages or told.sentences:
        return told
    spoken = before.form not in ABOUT_NOTHING and (before.work_form or before.profile.stated())
    if not spoken or (first.code == "not_ours" and PLAINLY in reading.cues):
        return told
    return told.model_copy(update={"headline": Unfollowed()})


def _is_of_little(told: FactAnswer, reading: Reading, before: Reading) -> bool:
    """Whether a turn about the work got nothing but passages that share a word with it, and asks for no such fact."""
    alone = told.headline is None and not told.sentences and bool(told.passages) and not told.verdict_below
    asks_fact = {"explain_strong", PLAINLY} & set(reading.cues)
    return alone and _is_of_work(before) and not asks_fact and not _names(reading, before)
