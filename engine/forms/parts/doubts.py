"""Why an answer in facts is not sure: each reason makes its confidence low."""

from __future__ import annotations

from engine.base.reason import Reason


class MachineUnsaid(Reason, code="machine_unsaid"):
    """Hours were said, and not of which machine."""


class WorkUnsaid(Reason, code="work_unsaid"):
    """Nothing was said of the work."""


class SizeUnsaid(Reason, code="size_unsaid"):
    """The size of the model decides and was not said."""


class PartlyRead(Reason, code="partly_read"):
    """Part of the question was not understood."""


class RuleAlone(Reason, code="rule_alone"):
    """A rule decides, because no amount of work was said."""


class OtherSoftware(Reason, code="other_software"):
    """Nothing is published about what was asked; the answer is what else runs on the chip."""


class PriceOfAnother(Reason, code="price_of_another"):
    """The chip has no price; the answer goes by another chip."""


class SpeedOfOthers(Reason, code="speed_of_others"):
    """The speed of the chip is extrapolated."""

    instance: str
