"""What an estimate says, as values: hours and dollars, the sum behind them, and what they depend on."""

from __future__ import annotations

from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.options.option import CostedOption
from engine.workload.hours.on_hours import OnHours
from knowledge.facts import Purchase

SAME = 0.005  # a share by which billed and worked hours may differ and still be the same


class Cost(Reason):
    """Dollars of one machine's way of buying: `usd` of one run, a job or a month, of so many machines."""

    instance: str
    machines: int
    chips: int
    chip: str
    purchase: Purchase
    usd: Interval
    cheaper: Interval | None  # by another way of buying it that costs less
    cheaper_purchase: str | None
    is_named: bool  # the asker named it; else it is the cheapest sensible one
    runs: float
    total_usd: float | None  # of all runs, where several were said
    not_there: str | None = None  # the chip that was named and is not on sale in the region that was said
    region: str | None = None
    assumed_parameters: float | None = None  # the size was not said
    assumed_tokens: float | None = None  # the data were not: hours and dollars are those of so many tokens
    published_tokens: float | None = None  # nor were they, and these are what the makers of the model used


class RunEstimate(Cost, code="run_estimate"):
    """Hours and dollars of one run, or of a job of queued requests."""

    hours: Interval
    chip_hours: float
    assumed_sample: float | None  # the length of a sample was not said
    assumed_answer: float | None  # of a job, so were the tokens of an answer
    queued: bool
    part_chips: float | None  # of the machine, those that were said; it is sold whole
    part_hours: float | None  # on these alone, at the same speed of each
    counts: bool  # it was asked how many chips do it in the time that was said
    in_chip_hours: bool  # and it was asked for chip-hours
    allowed_hours: float | None  # the time that was said
    too_few_for_all: int | None = None  # it is with LoRA, as all weights do not fit on so many chips that were said
    whole_tokens: float | None = None  # beside the unit: of the whole pretraining, which "train" may mean
    whole_hours: float | None = None
    whole_usd: float | None = None
    reproduced: bool | None = None  # the tokens are those of a reproduction by others
    makers_chip: str | None = None  # on which its makers trained it, in so many chip-hours
    makers_chip_hours: float | None = None
    makers_hours: float | None = None  # that is on so many of these, where they are the same


class MonthEstimate(Cost, code="month_estimate"):
    """Dollars of a month of serving."""

    tokens_per_day: float
    per_million: float | None
    is_assumed: bool  # the traffic, which was not said
    precision: str | None  # of the weights, where nobody said it
    users: int | None  # at once
    people: str | None  # the words for all of whom these are a part
    each_usd: float | None  # dollars of one of all of them
    on: OnHours | None  # the hours of a month in which it is on, and their dollars
    lengths: tuple[float, float, int] | None  # of a prompt, an answer and the context, where they are assumed


class EstimateTooSmall(Cost, code="estimate_too_small"):
    """Hours and dollars on the fewest machines that hold it, since those that were said (`said_chips`) do not."""

    hours: Interval
    said_chips: int
    beside: bool = False  # it stands below the time of a lighter method, which does fit


class ToldHours(Reason, code="told_hours"):
    """Hours that were said of chips on sale: their chip-hours, at the price of the machines that sell them.

    `whole`: a machine has more chips than were said; its price for the same hours. `unheld`: the clouds that were
    said, where no price of the chip is held there.
    """

    unheld: str | None

    hours: float
    chips: int
    chip: str
    chip_hours: float
    instance: str
    machines: int
    count: int
    purchase: Purchase
    usd_per_chip_hour: float
    usd: float
    whole: float | None


class WorkSum(Reason, code="work_sum"):
    """FLOP of a run: tokens, or samples, x FLOP of each x the share of the method."""

    method: str
    parameters: float
    active_parameters: float
    tokens: float | None
    samples: float | None
    epochs: float | None
    gflop_each: float  # of a token or a sample
    factor: float
    exaflop: float
    of_makers: bool  # the tokens are those that the makers of the model say
    length: int | None = None  # tokens of a sequence, as said
    side: int | None = None  # pixels of a side of an image, as said
    of_tokens: float | None = None  # that were said of work that is counted in samples


class TokensNeeded(Reason, code="tokens_needed"):
    """Tokens that a model of a size is trained on: where compute is spent best, as is usual to serve it, and (None
    where they do not say) those that its makers took."""

    parameters: float
    per_parameter: float
    tokens: float
    most: float
    makers: float | None


class ComputeSum(Reason, code="compute_sum"):
    """FLOP of a run, as they were said, and the model and tokens that they are counted on.

    `is_assumed`: the size was not said, and is that of a run of `per_parameter` tokens a parameter.
    """

    flops: float
    tokens: float
    parameters: float
    per_parameter: float
    is_assumed: bool


class HoursSum(Reason, code="hours_sum"):
    """Work over what the chips achieve: hours, besides the start-up."""

    instance: str
    chips: int
    achieved: float  # TFLOP/s a chip
    mfu: float | None
    sixteen: bool  # the peak is that of FP16: the chip has no BF16
    tokens_per_second: float | None  # of all chips
    startup: float
    hours: float
    exaflop: float


class SaidHours(Reason, code="said_hours"):
    """A run takes the hours that were said; on other chips as many as their speed says."""

    hours: float
    chip: str
    chips: int
    chip_hours: float


class DollarsSum(Reason, code="dollars_sum"):
    """Machines x hours x the price of an hour."""

    instance: str
    machines: int
    hours: float
    billed: float
    whole_days: bool  # more hours are paid than worked
    usd_per_hour: float
    usd: float
    purchase: Purchase


class EstimateRange(Reason, code="estimate_range"):
    """What the speed, and so the range, comes from."""

    basis: str


class TwiceTheData(Reason, code="twice_the_data"):
    """A run of which only the hours are known: twice the data, with as many epochs."""

    hours: float
    usd: float


class ToldOnUnpriced(Reason, code="told_on_unpriced"):
    """Hours said of a chip without a price, at what a chip-hour of the nearest one costs."""

    hours: float
    chips: float
    chip: str
    chip_hours: float
    nearest: str
    instance: str
    usd_per_chip_hour: float
    usd: float


class OwnRun(Reason, code="own_run"):
    """The same run on the machines it was measured on."""

    hours: float
    chip: str
    chips: int
    usd: float


class OnItself(Reason, code="on_itself"):
    """Hours on chips without a price. `way`: the first that fits, where none was said; `fits`: none does."""

    chip: str
    chips: int
    way: str
    hours: Interval
    tflops: Interval
    fits: bool
    is_said: bool


class WasFor(Reason, code="was_for"):
    """The method that the answer before was for, which was assumed or said, and the one that is asked about now."""

    was: str
    now: str
    assumed: bool


class ByRatio(Reason, code="by_ratio"):
    """Hours told of `others` chips, on the asker's own, by the ratio of what both reach."""

    chip: str
    chips: int
    hours: Interval
    told: float
    other: str
    others: int


class OneRun(Reason, code="one_run"):
    """Neither a number of runs nor a rhythm was said: one run is costed."""


class WorkUnknown(Reason, code="work_unknown"):
    """Nothing says how much work it is: what the machines that were named cost an hour and a day, if that was asked.

    `of_size`: the size was not said, `of_data`: the amount of data was not.
    """

    of_size: bool
    of_data: bool
    instance: str
    machines: int
    usd_per_hour: float
    usd_per_day: float
    purchase: Purchase | None


class WhichSize(Reason, code="which_size"):
    """How large is the model?"""


class WhichData(Reason, code="which_data"):
    """How much does a run train on?"""


def dollars_of(lead: CostedOption) -> DollarsSum:
    """The sum of one option's run."""
    billed = lead.run.billed.likely
    return DollarsSum(
        instance=lead.instance,
        machines=lead.count,
        hours=lead.run.hours.likely,
        billed=billed,
        whole_days=billed > lead.run.hours.likely * (1 + SAME),
        usd_per_hour=lead.run.usd.likely / (billed * lead.count) if billed else lead.price.usd_per_hour.likely,
        usd=lead.run.usd.likely,
        purchase=lead.purchase,
        cites=lead.price.cites,
    )
