"""What a figure of a trainer is called says what it is of: tokens a second of a chip or of all, the time of a step.

`throughput/device/TPS`, `Tokens/s/device` and `tokens_per_sec_per_gpu` are of one chip.
"""

from __future__ import annotations

import re

_PER = r"(?:_per)?_(?:s|sec|second)"
_EACH = r"(?:_per)?_(?:gpu|device|chip|card)"
PER_CHIP = re.compile(
    rf"(?:.*_)?(?:tokens?|tok){_PER}{_EACH}|(?:.*_)?(?:tokens?|tok){_EACH}{_PER}"
    rf"|(?:.*_)?(?:gpu|device|chip)_(?:tps|(?:tokens?|tok){_PER})|tgs(?:_tokens_gpu_second)?|perf_throughput"
    r"|throughput_per_gpu_tokens|throughput_tps"
)
IN_ALL = re.compile(rf"(?:.*_)?(?:tokens?|tok){_PER}|(?:total_)?token_throughput")
SECONDS = re.compile(
    r"(?:elapsed_time_per_iteration|(?:(?:mean|train|perf)_)?(?:iter|iteration|step|batch)_tim(?:e|ing)(?:_seconds|_in_s)?"
    r"|time_per_(?:step|iter|iteration|batch)|(?:perf_)?time_per_step|timing_s_step|step_avg|sec(?:ond)?s_per_(?:step|iter|iteration)|seconds)(_ms)?"
)
RATE = re.compile(r"(?:.*_)?(?:iter|it|iters|steps?|batches)_(?:per_)?(?:s|sec|second)")
SEEN = re.compile(r"(?:.*_)?(?:total_tokens|consumed_tokens|tokens_seen|num_input_tokens_seen|tokens_total)")
ELAPSED = re.compile(r"elapsed_time|elapsed|runtime|_runtime|time_elapsed")
BATCH = re.compile(r"global_batch_size|train_batch_size_total|gbs")
STEP = re.compile(r"(?:current_|global_|completed_)?steps?|iteration|iter")
_EVALUATION = re.compile(r"(?:.*_)?(?:eval|evaluation|val|valid|validation|test)_.*")


def flat(name: str) -> str:
    """`throughput/device/TPS` is throughput_device_tps."""
    return re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")


def is_of_evaluation(name: str) -> bool:
    """Whether a flat name is of an evaluation beside the training."""
    return _EVALUATION.fullmatch(name) is not None
