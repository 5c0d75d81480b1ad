"""What is worked out of the facts alone is worked out once."""

from __future__ import annotations

from engine.base.of_facts import FACTS, once
from knowledge.facts import Facts


def test_it_is_worked_out_once_for_the_same_facts_and_again_for_others(facts: Facts) -> None:
    asked: list[str] = []

    @once
    def offers(of: Facts, cloud: str) -> int:
        asked.append(cloud)
        return sum(offer.cloud == cloud for offer in of.offers)

    fewer = facts.model_copy(update={"offers": ()})
    assert [offers(facts, "aws"), offers(fewer, "aws"), offers(facts, "aws")] == [
        sum(offer.cloud == "aws" for offer in facts.offers), 0, sum(offer.cloud == "aws" for offer in facts.offers),
    ]  # fmt: skip
    assert offers(facts, "aws") == offers(facts, "aws") and offers(facts, "gcp") != offers(facts, "aws")
    assert asked == ["aws", "aws", "gcp"]


def test_it_is_kept_for_the_few_facts_last_asked_for(facts: Facts) -> None:
    asked: list[Facts] = []

    @once
    def chips(of: Facts) -> int:
        asked.append(of)
        return len(of.accelerators)

    others = [facts.model_copy(update={"offers": ()}) for _ in range(FACTS)]
    for each in (facts, *others[1:], facts, others[1]):
        chips(each)
    assert len(asked) == FACTS
    chips(others[0])
    chips(facts)
    assert len(asked) == FACTS + 2
