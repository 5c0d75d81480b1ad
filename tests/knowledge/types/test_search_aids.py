"""Search aids: a synonym has words, and a topic has answers."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from knowledge.types.search_aids import Synonym, Topic


def test_a_synonym_without_words_is_refused() -> None:
    with pytest.raises(ValidationError, match="words"):
        Synonym(words=())


@pytest.mark.parametrize("missing", ["asks", "answers"])
def test_a_topic_needs_what_people_ask_and_what_answers_it(missing: str) -> None:
    topic = {"id": "spot", "asks": ["cheap capacity"], "answers": ["spot-reclaim"]}
    with pytest.raises(ValidationError, match=missing):
        Topic.model_validate(topic | {missing: []})


def test_a_synonym_counts_in_a_search_by_default() -> None:
    synonym = Synonym(words=("price", "cost"))
    assert not synonym.ignored and not synonym.aside
