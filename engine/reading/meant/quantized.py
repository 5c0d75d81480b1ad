"""Training of weights in 4 bits is QLoRA, wherever in the text the format is said."""

from __future__ import annotations

from collections.abc import Set

from engine.reading.meant.text import Text

FOUR_BITS = frozenset({("precision", "int4"), ("precision", "fp4"), ("bits", "int4")})
INTEGERS = FOUR_BITS - {("precision", "fp4")}  # a model may come in FP4, and be tuned in 16 bits
LORA, QLORA = ("method", "lora"), "qlora"
TUNES, SERVES = ("task", "fine_tuning"), ("task", "inference")


def quantize(document: Text) -> None:
    """LoRA in 4 bits is QLoRA, and so is fine-tuning in INT4 where no method is named: nobody trains all weights in
    it. Not where the model is served afterwards."""
    settings = document.classes.get("adapter_setting", {})
    named = [match for match in document.matches if match.slot == "method" and match.first not in settings]
    if named:
        document.matches = [m for m in document.matches if m.slot != "method" or m in named]
    said = {(match.slot, match.value) for match in document.matches}
    if SERVES in said or not _is_in_four_bits(document):
        return
    document.matches = [
        match._replace(value=QLORA) if (match.slot, match.value) == LORA else match for match in document.matches
    ]
    _adapt(document, said)


def _adapt(document: Text, said: Set[tuple[str, object]]) -> None:
    """The method of weights that are tuned in 4 bits, where none is named."""
    tunes = TUNES in said or document.before.task == TUNES[1]
    if not tunes or document.before.method or any(slot == "method" for slot, _ in said):
        return
    other = _of_else(document)
    formats = [
        match for match in document.matches if (match.slot, match.value) in INTEGERS and match.first not in other
    ]
    document.matches = [
        match._replace(slot="method", value=QLORA) if match in formats[:1] else match
        for match in document.matches
        if match not in formats[1:]
    ]


def _of_else(document: Text) -> Set[int]:
    """Where a format stands that is an optimizer's, one asked about, or one of a choice."""
    return document.where("not_precision") | document.where("not_bits") | document.where("or_bits")


def _is_in_four_bits(document: Text) -> bool:
    """Whether the weights are said to be; not where it is another thing's format."""
    other = _of_else(document)
    formats = (match for match in document.matches if (match.slot, match.value) in FOUR_BITS)
    return any(match.first not in other for match in formats)
