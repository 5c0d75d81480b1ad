"""Lists of a profile: chips and instances on the table, the clouds named, and the place meant."""

from __future__ import annotations

from engine.reading.document import Document, Mention
from engine.reading.vocabulary import Vocabulary

_GENERIC = "gpu"  # only an option when it is weighed, not when it is merely scarce
_CORRECTIONS = 20  # looked at in one text


def clouds_named(document: Document, mentions: list[Mention]) -> list[Mention]:
    """Clouds named outright, each once; a correction keeps the later."""
    if document.classes.get("all_clouds"):
        match = next(iter(document.classes["all_clouds"].values()))
        return [Mention("clouds", cloud, match.first, match.last) for cloud in ("aws", "gcp", "azure")]
    return _once(_replaced(document, mentions))


def options(
    document: Document, by_slot: dict[str, list[Mention]], ruled: dict[str, list[str]], vocabulary: Vocabulary
) -> tuple[list[Mention], list[Mention]]:
    """Chips and instances on the table. A generation makes its family's bare name redundant."""
    instances = list(by_slot.get("instances", []))
    known = {str(f.value).lower() for f in instances}
    for at, token in enumerate(document.tokens):
        if token.kind == "instance" and token.norm not in known:
            instances.append(Mention("instances", token.norm, at, at + 1))
        if token.kind == "instance":
            document.covered.add(at)
    instances.sort(key=lambda f: f.first)
    within = {at for mention in instances for at in range(mention.first, mention.last)}
    chips = [f for f in by_slot.get("candidates", []) if not within.issuperset(range(f.first, f.last))]
    chips = _once(_replaced(document, _on_the_table(document, chips)))
    narrowed = {name for f in chips for name in vocabulary.broader(str(f.value))}
    chips = [f for f in chips if f.value not in narrowed]
    out = set(ruled.get("candidates", ()))
    return [f for f in chips if f.value not in out], _once(_replaced(document, instances))


def _on_the_table(document: Document, chips: list[Mention]) -> list[Mention]:
    """Without words that are not proposals: "GPU hours", "GPUs are scarce here"."""
    idle = {chip: document.where("idle_candidate", chip) for chip in {str(f.value) for f in chips}}
    scarce = document.where("capacity", "tight")
    no = {at for at in document.classes.get("negator", {}) if document.tokens[at].norm in ("no", "zero")}
    return [
        f
        for f in chips
        if idle[str(f.value)].isdisjoint(range(f.first, f.last))
        and not (f.value == _GENERIC and scarce.issuperset(range(f.first, f.last)))
        and not (f.first - 1 in no and _listed_after(document, f.first - 1, no))
    ]


def _listed_after(document: Document, at: int, no: set[int]) -> bool:
    """Whether a "no" goes on a list of them: "no H100, no H200 anywhere" puts neither on the table."""
    return (
        at >= 2 and document.tokens[at - 1].norm in (",", "and", "&", "/") and any(n in no for n in range(at - 5, at))
    )


def _replaced(document: Document, mentions: list[Mention]) -> list[Mention]:
    """ "H100, no wait, A100": the one right before the correction goes."""
    marks = sorted(document.classes.get("correction", {}).values(), key=lambda m: m.first)[:_CORRECTIONS]
    gone: set[int] = set()
    for mark in marks:
        after = [f for f in mentions if 0 <= f.first - mark.last <= 2]
        before = [i for i, f in enumerate(mentions) if f.last <= mark.first and mark.first - f.last <= 3]
        if after and before:
            gone.add(before[-1])
    return [f for i, f in enumerate(mentions) if i not in gone]


def _once(mentions: list[Mention]) -> list[Mention]:
    seen: dict[object, Mention] = {}
    for mention in mentions:
        seen.setdefault(mention.value, mention)
    return list(seen.values())


def place(document: Document, by_slot: dict[str, list[Mention]], vocabulary: Vocabulary) -> list[Mention]:
    """Cities and nicknames as regions: AWS's there, unless the text speaks of another cloud only."""
    clouds = {str(f.value) for f in by_slot.get("clouds", [])} or set(document.before.clouds)
    if not clouds:
        chips = [str(f.value) for f in by_slot.get("candidates", [])]
        if chips and all(chip.startswith("tpu") for chip in chips) and not by_slot.get("instances"):
            clouds = {"gcp"}
    order = ["aws", "gcp", "azure"]
    if clouds and "aws" not in clouds:
        order.sort(key=lambda cloud: cloud not in clouds)
    spots: dict[tuple[int, int], dict[str, Mention]] = {}
    for mention in by_slot.get("place", []):
        spots.setdefault((mention.first, mention.last), {})[vocabulary.regions[str(mention.value)]] = mention
    regions: list[Mention] = []
    for choices in spots.values():
        for cloud in order:
            if cloud in choices:
                mention = choices[cloud]
                regions.append(Mention("region", mention.value, mention.first, mention.last))
                break
    return regions
