"""What training on long sequences holds beside its sum: the logits of a loss that is not taken in chunks."""

from __future__ import annotations

from collections.abc import Iterator

from engine.base.reason import Reason
from engine.forms.parts.ran_out import long_tokens, premises_of
from engine.forms.parts.rows import Row


class LongLogits(Reason, code="long_logits"):
    """GiB of the logits of sequences of `tokens` in `copies`, of a vocabulary that is `known` or the usual one."""

    tokens: float
    vocabulary: float
    known: bool
    copies: float
    gib: float


def long_logits(row: Row) -> Iterator[LongLogits]:
    """Nothing where the work fits with any loss, and where it fits with none."""
    work, found = row.work, premises_of(row)
    if found is None or not found.logits_gib:
        return
    yield LongLogits(
        tokens=long_tokens(work),
        vocabulary=float(work.shape.vocabulary or work.constants.likely("usual_vocabulary")),
        known=work.shape.vocabulary is not None,
        copies=work.constants.likely("plain_loss_copies"),
        gib=found.logits_gib,
        cites=(work.constants.entry("plain_loss_copies").source,),
    )
