"""The terms of a commitment as somebody says them: years, payment ahead, class of a reservation or kind of a plan."""

from __future__ import annotations

from collections.abc import Set
from typing import NamedTuple

from knowledge.facts import Purchase

CUE = "term_"  # the cues that tell them begin so; none asks for anything by itself
BESIDE = frozenset({"commit", "commit_strong"})  # cues of the words around them
RESERVED: dict[Purchase, int] = {"reserved_1yr": 1, "reserved_3yr": 3}
PAYMENTS = ("no_upfront", "partial_upfront", "all_upfront")  # what binds least comes first
KINDS = ("standard", "convertible", "compute", "ec2_instance")
PLANS = frozenset({"compute", "ec2_instance"})
YEARS = {"term_1yr": 1, "term_3yr": 3}


def is_of_terms(cue: object) -> bool:
    """Whether a cue tells a term of a commitment, and by itself asks for nothing."""
    return str(cue).startswith(CUE)


class NamedTerm(NamedTuple):
    """What somebody said of a commitment; empty: nothing. `is_plan`: a Savings Plan, not a reservation."""

    is_plan: bool | None = None
    years: int = 0
    payment: str = ""
    kind: str = ""

    def differences(self, other: NamedTerm) -> int:
        """In how much of what was said here another one differs."""
        return sum(one not in (None, 0, "", theirs) for one, theirs in zip(self, other, strict=True))

    @property
    def binding(self) -> tuple[int, int, int]:
        """What binds least sorts first."""
        return self.years, PAYMENTS.index(self.payment or PAYMENTS[0]), KINDS.index(self.kind or KINDS[0])


def named_term(cues: Set[str], purchase: Purchase | None) -> NamedTerm | None:
    """What a text says of a commitment by its cues, if that is more than a number of years of a reservation."""
    payments = [name for name in PAYMENTS if CUE + name in cues]
    kinds = [name for name in KINDS if CUE + name in cues]
    years = [number for cue, number in YEARS.items() if cue in cues]
    if purchase in RESERVED:
        years = [RESERVED[purchase]]
    is_plan = purchase == "savings_plan" or bool(PLANS & set(kinds))
    is_reserved = purchase in RESERVED or (not is_plan and bool(kinds or (years and payments)))
    kinds = [kind for kind in kinds if (kind in PLANS) == is_plan]
    if not (is_plan or is_reserved) or purchase not in (None, "savings_plan", *RESERVED):
        return None
    if max(len(payments), len(kinds), len(years)) > 1 or not (payments or kinds or (is_plan and years)):
        return None
    return NamedTerm(is_plan, years[0] if years else 0, payments[0] if payments else "", kinds[0] if kinds else "")
