"""The first line where much of the sentence that asks was not understood: the answer may be to another question."""

from __future__ import annotations

import re

from engine.answers.model import SUMS_OF_MEMORY, FactAnswer
from engine.base.reason import Reason
from engine.forms.unsure.half_read import short
from engine.library import Library
from engine.workload.profile import Reading

SHOWN = 2  # stretches named
WRITTEN = "faq_told"  # the code of a written first line
TELLS = frozenset({  # first lines that repeat the figures or the machine they were asked by
    "own_month", "own_hours", "worth_of", "on_other", "instead_of", "which_cloud", "host_differs", "none_to_be_had",
    "larger_machines", "more_room",
    "amount_is", "steps_within", "hours_there", "two_times", "price_ratio", "paid_each", "pixels_times", "taken_seen",
    "cards_measured", "of_peak", "chip_hours_are",
    "at_once_seen", "at_once_waits", "at_once_live", "at_once_depends",
    "own_against_theirs", "no_gain", "normal_unknown", "times_there",
    "api_break_even", "api_bill", "slices_hold", "side_by_side", "adapters_fit", "precision_saves",
    "load_takes", "job_on",
    "steps_of_pass", "steps_of_data", "of_recording", "host_bound",
    "kv_tokens", "sequences_held", "stream_alone", "stream_pick", "paced_rate", "jobs_chained", "jobs_unknown",
    "in_flight", "batch_cards", "justified_by", "better_value", "chip_time", "cheaper_of",
    "adapters_pick", "price_claim",
})  # fmt: skip
OF_MEMORY = SUMS_OF_MEMORY | frozenset({  # first lines on the memory of machines
    "model_unnamed", "largest_there", "as_theirs", "domain_room", "fit_ran_out", "fit_ran_out_serving",
})  # fmt: skip
LETTERS = 3  # of a word that counts
WITHOUT_BLANKS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")  # Chinese and Japanese
OTHER_LETTERS = re.compile(r"[\u0400-\u04ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")  # Cyrillic, Chinese and so on
FOREIGN = 4  # at least one letter in so many
COSTED = frozenset({"run_estimate", "month_estimate", "work_unknown", "serving_cost"})  # they rest on amounts as well
SIGNS_OF_A_WORD = 4  # of a script without blanks, beside what is no name of anything


class Unplaced(Reason, code="unplaced"):
    """Before the answer: the words of the question that were not understood."""

    stretches: tuple[str, ...]
    more: int


def with_unplaced(stated: FactAnswer, reading: Reading, library: Library) -> FactAnswer:
    """The answer, below that line where it belongs. An answer that says by itself how it was read stays as it is.

    A thread's turn and slots set by hand are told of elsewhere: what they ask is known from what stands before.
    """
    if stated.headline is None or not is_unplaced(stated, reading, library):
        return stated
    left, shown = longest_of(reading)
    told = Unplaced(stretches=tuple(short(stretch) for stretch in shown), more=len(left) - len(shown))
    if _is_grounded(stated.headline, reading) or _is_of_room(stated.headline, reading):
        return stated.model_copy(update={"sentences": (*stated.sentences, told)})
    return stated.headed(told)


def is_unplaced(stated: FactAnswer, reading: Reading, library: Library) -> bool:
    """Whether so much of the sentences that ask was not understood that the first line may be of something else."""
    if stated.headline is None or stated.unsure or reading.by_hand or reading.intent == "followup":
        return False
    if stated.headline.code in TELLS or _is_predicate(stated.headline, reading, library):
        return False
    left = dict.fromkeys(reading.unread_asked)
    return sum(words_of(stretch) for stretch in left) >= library.constants.entry("unplaced_words").value.likely


def longest_of(reading: Reading) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What was not understood of the sentences that ask, and the longest of it, in its order."""
    left = tuple(dict.fromkeys(reading.unread_asked))
    longest = sorted(left, key=words_of, reverse=True)[:SHOWN]
    return left, tuple(stretch for stretch in left if stretch in longest)


def _is_grounded(first: Reason, reading: Reading) -> bool:
    """Whether, of a story in another language, the model and the hardware were read that the answer is of, or two
    chips: what was not understood is then told last."""
    said = reading.profile
    foreign = len(OTHER_LETTERS.findall(reading.text)) * FOREIGN > len(reading.text)
    model = bool(said.parameters or said.model or reading.domains or reading.projects)
    cards = len(said.candidates) + len(said.instances)
    has = (model and bool(cards or said.chip_memory_gb)) or cards > 1
    return foreign and has and first.code != WRITTEN and first.code not in COSTED


def _is_of_room(first: Reason, reading: Reading) -> bool:
    """Whether memory is asked for, and the first line is on that of a machine which is named."""
    said = reading.profile
    named = bool(said.candidates or said.instances or said.chip_memory_gb)
    return named and first.code in OF_MEMORY and "fit" in reading.sought.predicates


def _is_predicate(first: Reason, reading: Reading, library: Library) -> bool:
    """Whether it is the written answer to a whole sentence, on a thing by name, or to what is mostly asked there,
    whatever words are between."""
    whole = {name for name, share in reading.sought.faqs if share >= library.constants.entry("faq_share").value.high}
    asked = (library.facts.faqs[name] for name in reading.faqs if name in library.facts.faqs)
    return first.code == WRITTEN and any(
        (faq.is_predicate or faq.of_name or (faq.leads and faq.id in whole)) and faq.says == first.values["text"]
        for faq in asked
    )


def words_of(stretch: str) -> int:
    """Words, figures and little ones aside; of a script without blanks, so many signs for one."""
    signs = len(WITHOUT_BLANKS.findall(stretch))
    words = re.findall(r"[^\W\d_]+", WITHOUT_BLANKS.sub(" ", stretch))
    return sum(len(word) >= LETTERS for word in words) + signs // SIGNS_OF_A_WORD
