"""Which kinds of work a text speaks of."""

from __future__ import annotations

from datetime import date

import pytest

from engine.reading.words.domains import Domains
from engine.reading.words.patterns import Phrases
from engine.reading.words.tokens import lowered, tokenise
from knowledge.facts import Domain, ModelFamily

DAY = date(2026, 11, 23)
KNOWN = Domains(
    [
        Domain(id="text", name="text", is_text=True, words=("llm|llms",), checked_on=DAY),
        Domain(id="images", name="images", vague=("picture|pictures",), checked_on=DAY),
        Domain(id="diffusion", name="diffusion", words=("stable diffusion",), checked_on=DAY),
        Domain(id="sdxl", name="SDXL", within="diffusion", words=("sdxl",), checked_on=DAY),
        Domain(id="folding", name="folding", families=("fold",), checked_on=DAY),
    ],
    {
        "fold": ModelFamily(id="fold", name="Fold", architecture="novel", in_samples=True, aliases=("alphafold",)),
        "llama": ModelFamily(id="llama", name="Llama", architecture="transformer", aliases=("llama",)),
    },
)
PHRASES = Phrases(KNOWN.phrases)


def spoken_of(text: str) -> tuple[str, ...]:
    tokens = tokenise(lowered(text))
    return KNOWN.spoken_of(tokens, PHRASES.find(tokens))


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("AlphaFold out of memory", ("folding",)),  # by a family of its own
        ("Llama on pictures", ("text",)),  # a vague word counts only alone
        ("training on 500 pictures", ("images",)),
        ("SDXL++ takes what?", ("diffusion",)),  # another work of its kind
        ("SDXL or Stable Diffusion?", ("sdxl", "diffusion")),  # the project takes the points of its kind
        (
            "Stable Diffusion VRAM?\nthe text encoder is a Llama, an LLM",
            ("diffusion", "text"),
        ),  # the heading counts double
        ("Is a T4 enough?", ()),
    ],
)
def test_a_text_is_of_the_kind_it_says_most_of(text: str, kinds: tuple[str, ...]) -> None:
    assert spoken_of(text) == kinds
