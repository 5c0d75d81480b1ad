"""Every format of log, one line each: the first reader that knows the text reads it."""

from __future__ import annotations

from collections.abc import Callable

from engine.logs.curves import is_curve, read_curves
from engine.logs.figures import read_figures, tells_one_step
from engine.logs.hugging_face import read_bars, read_console, read_trainer_state
from engine.logs.log import Log, LogError
from engine.logs.megatron import read_megatron
from engine.logs.nemo import read_nemo
from engine.logs.serving import read_aiperf, read_guidellm, read_inference_benchmark, read_inference_perf, read_vllm
from engine.logs.serving_console import read_serving_console
from engine.logs.summaries import read_summary
from engine.logs.torchtune import read_torchtitan, read_torchtune

LONGEST = 64_000_000  # characters
DEEPEST = 64  # brackets inside each other, beyond which no log goes

READERS: dict[str, Callable[[str], Log | None]] = {
    "trainer_state": read_trainer_state,
    "vllm": read_vllm,
    "inference_perf": read_inference_perf,
    "inference_benchmark": read_inference_benchmark,
    "aiperf": read_aiperf,
    "guidellm": read_guidellm,
    "serving_console": read_serving_console,
    "megatron": read_megatron,
    "nemo": read_nemo,
    "torchtune": read_torchtune,
    "torchtitan": read_torchtitan,
    "trainer_console": read_console,
    "curves": read_curves,
    "figures": read_figures,
    "summary": read_summary,  # after the steps of a console that ends with it: it holds their last values
    "progress_bar": read_bars,
}


def read_log(text: str) -> Log:
    """What a log says.

    Raises:
        LogError: too long, too deep, of no format that is known, or of one step alone.
    """
    if len(text) > LONGEST:
        raise LogError("log_too_long", characters=len(text), limit=LONGEST)
    if _depth(text[:1_000_000]) > DEEPEST:
        raise LogError("log_too_deep")
    for reader in READERS.values():
        log = reader(text)
        if log is not None:
            return log
    if is_curve(text):
        raise LogError("log_table_without_speed")
    raise LogError("log_one_step" if tells_one_step(text) else "log_unknown")


def _depth(text: str) -> int:
    """How deep brackets stand inside each other, in a text that begins with one."""
    if text.lstrip()[:1] not in ("{", "["):
        return 0
    depth = deepest = 0
    for character in text:
        if character in "{[":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "}]":
            depth -= 1
    return deepest
