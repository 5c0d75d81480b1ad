"""What serving needs and few people say: lengths of prompts and answers, utilization, tokens a day from requests."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from engine.base.constants import Constants
from engine.workload.profile import Profile
from knowledge.units import HOURS_PER_DAY, SECONDS_PER_HOUR, SECONDS_PER_MINUTE

SECONDS_PER_DAY = HOURS_PER_DAY * SECONDS_PER_HOUR
# Signals of how long they are in words, the plainest first; each has constants of its name for what it says.
LENGTHS = (
    "short_prompts", "long_prompts", "short_answers", "long_answers", "completes_code", "labels_texts", "retrieves",
    "summarizes",
)  # fmt: skip


class Gap(NamedTuple):
    """A slot nobody said, and the constant whose likely value and reason it takes."""

    slot: str
    constant: str


class WorkedOut(NamedTuple):
    """A slot that follows from others by arithmetic; `uses` lists them, `figures` what was assumed beside them."""

    slot: str
    value: float
    uses: tuple[str, ...]
    figures: tuple[float, ...] = ()


def gaps(profile: Profile, *, encodes: bool, at_peak: bool = False, worded: Collection[str] = ()) -> Iterator[Gap]:
    """What is assumed of serving. An encoder reads its input and writes no answer.

    `at_peak`: the traffic that is told is that of the busiest hour, for which less is kept free. `worded`: the
    constants that say how long a prompt or an answer is in the words of the text.
    Without a latency to keep, work waits in a queue: the machines are busy nearly all the hours they are paid for.
    """
    if profile.task != "inference":
        return
    if profile.prompt_tokens is None:
        usual = "encoder_input_tokens" if encodes else "serving_input_tokens"
        yield Gap("prompt_tokens", of_words("prompt_tokens", worded) or usual)
    if profile.answer_tokens is None and not encodes:
        yield Gap("answer_tokens", of_words("answer_tokens", worded) or "serving_output_tokens")
    if profile.utilization is None:
        waited = "steady_utilization" if at_peak else "serving_utilisation"
        yield Gap("utilization", "batch_utilization" if profile.latency_ms is None else waited)


def worded(signals: Collection[str], constants: Constants) -> tuple[str, ...]:
    """The constants of the lengths that the words of a text tell, those of the plainest words first."""
    slots = ("prompt_tokens", "answer_tokens")
    names = (f"{name}_{slot}" for name in LENGTHS if name in signals for slot in slots)
    return tuple(name for name in names if constants.holds(name))


def of_words(slot: str, names: Collection[str]) -> str | None:
    """The first of them that is of a slot."""
    return next((name for name in names if name.endswith(slot)), None)


def counted_tokens(profile: Profile, *, encodes: bool) -> tuple[str, float]:
    """What of a request is counted, and how many tokens: those of the answer; of an encoder, those it reads."""
    slot = "prompt_tokens" if encodes else "answer_tokens"
    return slot, float(getattr(profile, slot) or 0.0)


def traffic(profile: Profile, constants: Constants, *, encodes: bool) -> WorkedOut | None:
    """Tokens a day of requests a second or of users at once; tokens of a job of so many requests.

    Requests a second x tokens a request x 86,400; a user at once sends so many requests a minute.
    """
    if profile.task != "inference" or profile.tokens_per_day is not None or profile.tokens is not None:
        return None
    slot, tokens = counted_tokens(profile, encodes=encodes)
    if profile.requests_per_second is not None:
        value = profile.requests_per_second * tokens * SECONDS_PER_DAY
        return WorkedOut(slot="tokens_per_day", value=value, uses=("requests_per_second", slot))
    if profile.concurrent_users is not None:
        a_minute = constants.likely("requests_per_user_minute")
        a_second = profile.concurrent_users * a_minute / SECONDS_PER_MINUTE
        return WorkedOut(
            slot="tokens_per_day",
            value=a_second * tokens * SECONDS_PER_DAY,
            uses=("concurrent_users", slot),
            figures=(a_minute,),
        )
    if profile.samples is not None:
        return WorkedOut(slot="tokens", value=profile.samples * tokens, uses=("samples", slot))
    return None
