"""Names of projects are found as people write them, and not in ordinary words."""

from __future__ import annotations

import pytest

from engine.reading.words.patterns import Match
from engine.reading.words.projects import Projects
from engine.reading.words.tokens import clean, lowered, tokenise
from tests.engine.forms.reported.projects import report

COMMON = frozenset({"i", "image", "restoration", "solo", "a", "the", "model", "train", "which"})
KNOWN = Projects(
    [
        report("lab/Open-GroundingThing"),
        report("lab/SOLO"),
        report("lab/image-restoration"),
        report("lab/Marigold"),
        report("lab/models"),
        report("lab/iMODEL"),
        report("lab/ResToRation"),
        report("lab/VisTR", aliases=("vis-tracker",)),
        report("other/VisTR"),
        report("lab/Zeta"),
        report("lab/Zeta-7B"),
        report("lab/Zeta3D-2.1"),
    ],
    COMMON,
    ["zeta"],
)


def found(text: str) -> list[tuple[str, ...]]:
    shown = clean(text)
    return [one.repositories for one in KNOWN.apart(tokenise(lowered(shown)), (), shown)[0]]


@pytest.mark.parametrize(
    "said", ["Open-GroundingThing", "open-groundingthing", "Open Grounding Thing", "OpenGroundingThing's"]
)
def test_a_name_of_parts_is_known_however_it_is_written(said: str) -> None:
    assert found(f"can I train {said} on one card?") == [("lab/Open-GroundingThing",)]


@pytest.mark.parametrize(
    ("text", "is_named"),
    [
        ("train SOLO for 36 epochs", True),
        ("I work solo on one GPU", False),
        ("fine-tune Marigold on 24 GB", True),
        ("a marigold is a flower", False),
        ("image-restoration takes how long?", True),
        ("a model for image restoration", False),
        ("train lab/Marigold", True),
        ("preMarigold", False),
        ("I model it on 8 GB", False),
        ("train iMODEL on 8 GB", True),
        ("restoration on 8 GB", False),
        ("train ResToRation on 8 GB", True),
        ("which models fit?", False),
        ("train lab/models", True),
        ("a thing for open grounding thing", False),
        ("fine-tune Zeta", False),  # a family of models
        ("fine-tune Zeta 7B", False),
        ("fine-tune Zeta3D 2.1", True),
    ],
)
def test_an_ordinary_word_is_a_name_only_as_it_is_written(text: str, is_named: bool) -> None:
    assert bool(found(text)) is is_named


def test_repositories_of_one_name_are_told_together() -> None:
    assert found("VRAM of vistr?") == [("lab/VisTR", "other/VisTR")]
    assert found("VRAM of Vis Tracker?") == [("lab/VisTR",)]


@pytest.mark.parametrize(
    ("text", "later"),
    [
        ("your Marigold took 29 GB: how about Marigold2?", "Marigold2"),
        ("Marigold++ on one 2080 Ti, when Marigold takes 24 GB?", "Marigold++"),
        ("how long does Marigold-v2 take beside Marigold?", "Marigold-v2"),
        ("Marigold on 2 cards", ""),
        ("Marigold, 2 cards", ""),
        ("train VisTR v1 for 18 epochs", ""),
        ("Zeta3D and Zeta3D-2.1", ""),  # which is known itself
    ],
)
def test_the_next_version_of_a_work_is_another_one(text: str, later: str) -> None:
    shown = clean(text)
    assert [one.other for one in KNOWN.named(tokenise(lowered(shown)), (), shown)][:1] in ([later], [])
    assert later == "" or KNOWN.named(tokenise(lowered(shown)), (), shown)


def test_a_mark_that_is_of_the_name_itself_is_no_later_work() -> None:
    known = Projects([report("lab/graph_plus_plus", aliases=("GRAPHTR++",))], COMMON, [])
    shown = clean("GRAPHTR++ on an A100, how long?")
    (one,) = known.named(tokenise(lowered(shown)), (), shown)
    assert one.other == ""


@pytest.mark.parametrize("text", ["which GPUs trained Zeta?", "which GPUs trained Zeta 7B?"])
def test_a_project_that_a_model_is_called_by_as_well_stands_apart(text: str) -> None:
    shown = clean(text)
    alone, of_models = KNOWN.apart(tokenise(lowered(shown)), (), shown)
    assert not alone
    assert [one.of_model for one in of_models] == [True]


@pytest.mark.parametrize(
    ("text", "is_named"),
    [
        ("fine-tune QGGT on 24 GB", True),  # letters that name nothing else
        ("fine-tune Qggt on 24 GB", False),
        ("a QGGTX card", False),
        ("alpaca-mora on a 3090", True),
        ("alpaca, mora", False),
        ("how long does NetV3_PyTorch take?", True),
        ("a NetV3 in PyTorch", False),
    ],
)
def test_a_name_may_be_written_in_capitals_or_have_a_known_word_in_it(text: str, is_named: bool) -> None:
    known = Projects([report("lab/qggt"), report("lab/alpaca-mora"), report("lab/NetV3_PyTorch")], COMMON, [])
    shown = clean(text)
    tokens = tokenise(lowered(shown))
    others = [
        Match("dataset", one.norm, at, at + 1) for at, one in enumerate(tokens) if one.norm in ("alpaca", "pytorch")
    ]
    assert bool(known.named(tokens, others, shown)) is is_named
