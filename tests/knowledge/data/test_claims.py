"""Every claim of the five founding documents is accounted for, with who makes it and when."""

from __future__ import annotations

from collections import Counter

from knowledge.facts import Facts

DOCUMENTS = {
    "s000": ("doc-000-trainium-vs-tpu", 110),
    "s001": ("doc-001-what-is-trainium", 59),
    "s002": ("doc-002-carbon-aware", 56),
    "s003": ("doc-003-decision-page", 118),
    "s004": ("doc-004-cost-page", 154),
}


def test_all_497_claims_are_present(facts: Facts) -> None:
    """Their names are in known.txt."""
    founding = [claim for claim in facts.claims.values() if claim.source in dict(DOCUMENTS.values())]
    assert len(founding) == 497
    assert Counter(claim.id[:4] for claim in founding) == {key: count for key, (_, count) in DOCUMENTS.items()}


def test_each_belongs_to_its_document_and_names_who_claims_it(facts: Facts) -> None:
    for claim in facts.claims.values():
        if claim.id[:4] in DOCUMENTS:
            assert claim.source == DOCUMENTS[claim.id[:4]][0]
        assert claim.who_claims and claim.statement


def test_rules_conflicts_and_ports_refer_to_existing_claims(facts: Facts) -> None:
    for rule in facts.rules.values():
        assert set(rule.claims) <= set(facts.claims)
    for conflict in facts.conflicts.values():
        assert {said.claim for said in conflict.said if said.claim} <= set(facts.claims)
