"""What was asked: the workload profile, and the reading it came from."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from engine.base.measures import Measured
from engine.workload.subject import FirstLine
from engine.workload.told_sums import SumView, ToldSum
from knowledge.facts import Cloud, Fact, Purchase, Scalar

Task = Literal["pretraining", "fine_tuning", "inference"]
Method = Literal["full", "lora", "qlora", "rlhf"]
Architecture = Literal["transformer", "moe", "diffusion", "cnn", "recommender", "novel"]
Cadence = Literal["one_off", "repeated", "continuous"]
Framework = Literal["pytorch", "jax", "tensorflow"]
Kernels = Literal["none", "some", "heavy"]
Tightness = Literal["tight", "normal"]
Priority = Literal["cost", "speed", "carbon", "flexibility"]
Precision = Literal["fp32", "tf32", "bf16", "fp16", "fp8", "int8", "fp4", "int4"]
Period = Literal["month"]
Library = Literal[
    "deepspeed", "zero-1", "zero-2", "zero-3", "fsdp", "offload", "megatron", "nemo", "accelerate", "transformers",
    "trl", "peft", "unsloth", "axolotl", "llama-factory", "torchtune", "torchtitan", "bitsandbytes", "lightning",
    "colossalai", "maxtext", "keras", "ray", "vllm", "sglang", "tensorrt-llm", "tgi", "triton-server", "llama.cpp",
    "ollama", "lmdeploy", "exllama", "mlx",
]  # fmt: skip
Number: TypeAlias = Annotated[float | None, Field(gt=0, allow_inf_nan=False)]  # finite and above 0
Count: TypeAlias = Annotated[int | None, Field(gt=0)]  # whole and above 0
Share: TypeAlias = Annotated[float | None, Field(gt=0, le=1)]
# ISO 8601: "2027-03-31", "2027-03", "--03" (the next March), or a span from today, "P90D".
IsoUntil: TypeAlias = Annotated[
    str | None, Field(pattern=r"^(\d{4}-\d{2}(-\d{2})?|--(0[1-9]|1[0-2])(-\d{2})?|P\d{1,4}D)$")
]
BOUGHT_TODAY = "bought_today_"  # of signals: before the way that the machines at hand are bought
Role = Literal["asked", "owned", "quoted", "out", "compared", "remedy", "yardstick"]
Intent = str  # advise, price_lookup, compare, explain, commitment, carbon, followup, off_topic
FormId = str  # the id of a form of answers (`engine/forms/registry.py`)


class Profile(Fact):
    """A workload. None (or an empty tuple) means neither stated nor assumed. Units stand in the slots' names.

    The slots from `current_instances` on are said or unknown: none of them has a default.
    """

    task: Task | None = None
    method: Method | None = None
    architecture: Architecture | None = None
    model: str | None = None
    parameters: Number = None
    tokens: Number = None  # of one run
    cadence: Cadence | None = None
    runs: Number = None
    runs_per_month: Number = None
    framework: Framework | None = None
    custom_kernels: Kernels | None = None
    clouds: tuple[Cloud, ...] = ()
    region: str | None = None
    capacity: Tightness | None = None
    purchase: Purchase | None = None
    candidates: tuple[str, ...] = ()
    instances: tuple[str, ...] = ()
    instance_count: Count = None
    accelerator_count: Count = None
    run_hours: Number = None
    deadline_days: Number = None
    budget_usd: Number = None
    team_engineers: Count = None
    cuda_native: bool | None = None
    jax_native: bool | None = None
    neuron_experience: bool | None = None
    priority: Priority | None = None
    managed: bool | None = None
    checkpointing: bool | None = None
    tokens_per_day: Number = None
    latency_ms: Number = None
    current_instances: tuple[str, ...] = ()  # what the work runs on today: instance types, else chips
    current_count: Count = None  # how many of them: machines if a type was named, else chips
    current_usd_per_hour: Number = None  # of one machine; of all chips where only chips were named
    current_usd_per_month: Number = None  # the bill for this work today
    current_hours_per_run: Number = None  # what one run takes on them
    port_weeks: Number = None  # engineer-weeks of the port to production
    engineer_usd_per_week: Number = None
    utilization: Share = None  # share of the hours a serving fleet is busy, above 0, at most 1
    precision: Precision | None = None  # what is computed in, or what served weights are stored in
    sequence_length: Count = None  # tokens of one training sequence
    batch_size: Count = None  # sequences of one optimizer step
    epochs: Number = None
    samples: Count = None  # of one epoch
    tokens_per_sample: Number = None  # on average
    image_side: Count = None  # pixels of a side of an image
    prompt_tokens: Number = None  # of one request, on average
    answer_tokens: Number = None
    requests_per_second: Number = None  # on average over the day
    samples_per_second: Number = None  # images, frames, clips of 30 seconds or candidates that come, on average
    concurrent_users: Count = None
    credits_usd: Number = None  # what a cloud pays
    horizon_months: Number = None  # the time over which runs count
    libraries: tuple[Library, ...] = ()  # what trains or serves; ZeRO stages and offload change memory
    chip_memory_gb: Number = None  # of one chip, as said: "a 24GB GPU", "4x V100 32GB"
    on_premises: bool | None = None  # the machines at hand are owned, not rented
    dataset: str | None = None  # a named set of text; sets of images, rows and clips say `samples`
    data_gb: Number = None  # text as bytes
    steps: Number = None  # optimizer steps of one run
    seconds_per_step: Number = None
    current_tokens_per_second: Number = None  # of all that runs today, together
    elapsed_hours: Number = None  # of a run that is not done, and how much of it is
    share_done: Share = None
    budget_period: Period | None = None  # of `budget_usd`; without one it is for everything
    credits_until: IsoUntil = None
    variant: str | None = None  # the id of the published model that was named, of the family in `model`
    active_parameters: Number = None  # of a mixture of experts: those one token uses
    providers: tuple[str, ...] = ()  # clouds that were named and are not priced
    lora_rank: Count = None  # of the adapters of LoRA and QLoRA
    taken_gb: Number = None  # memory that the work is said to take, as somebody saw or published it
    ram_gb: Number = None  # of the machine, beside that of its cards
    flops: Number = None  # that one run computes in all, as said: "6e23 FLOPs", "3640 petaflop/s-days"

    @property
    def by_month(self) -> bool:
        """Serving of daily traffic: what it costs is counted by the month, and `runs` are months."""
        return self.task == "inference" and self.tokens_per_day is not None

    def stated(self) -> dict[str, Scalar | tuple[str, ...]]:
        """The slots that were stated, in the order of the contract."""
        held = self.__dict__  # in the order of the fields; read very often
        return {name: value for name in SLOTS if (value := held[name]) is not None and value != ()}

    def says(self, slot: str) -> bool:
        """Whether a slot was stated."""
        return getattr(self, slot, None) not in (None, ())


SLOTS: tuple[str, ...] = tuple(Profile.model_fields)


class Unavailable(Fact):
    """A chip or type that the asker says cannot be had, in a place or wherever the work is."""

    id: str
    region: str | None = None
    words: str = ""


class Equipment(Fact):
    """One mention of a chip or a machine. `chips` counts all of them together, `machines` those they come in.

    The role: asked about; owned (or in use); quoted from others; out (ruled out, or not to be had); compared with;
    remedy (asked about as the way out of what happens on another); yardstick (what is at hand is less than it).
    """

    id: str
    chips: Count = None
    machines: Count = None
    others: tuple[int, ...] = ()  # numbers of chips it is asked of as well: "2, 4 or 8 L40S" has 2 and 4
    role: Role = "asked"
    words: str = ""
    tokens_per_second: float | None = None  # of all of them together, where a speed was said of each machine
    seconds_per_step: float | None = None


class Turn(Fact):
    """One text of a thread, and the form that answered it; "" where it is not answered yet."""

    text: str
    form: FormId = ""


class Part(Fact):
    """One amount of a chain: so many of a thing, per another ("": all there are), in so many seconds (0: no rate)."""

    value: float
    thing: str
    per: str = ""
    seconds: float = 0.0


class Chained(Fact):
    """A slot, or a total beside the slots, that amounts of the text reach together: the product of `parts`."""

    slot: str
    value: float
    parts: tuple[Part, ...]


class NamedProject(Fact):
    """A public project as the text writes its name, and the repositories that have it.

    `other`: a later work of that name which the text names too, and of which nothing is reported, or "".
    """

    name: str
    repositories: tuple[str, ...]
    other: str = ""


OF_CARDS = frozenset({"which", "dollars", "compare", "judge"})  # predicates of who chooses or pays


class Sought(Fact):
    """What the sentences that ask want to know.

    `predicates`: of what is known here, what they ask of it (language/predicates.toml); `asks`: whether a sentence
    asks, or the whole is a statement; `faqs`: each recurring question, and the share of its cues that stand there;
    `cues`: of training and of serving, those that they show; `units`: the quantities they ask for, in their order
    (language/units.toml).
    """

    predicates: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    cues: tuple[str, ...] = ()
    asks: bool = False
    faqs: tuple[tuple[str, float], ...] = ()

    @property
    def of_cards(self) -> bool:
        """Whether which card to take, or what one costs, is asked, as far as it is shown what is."""
        shown = set(self.predicates) - {"how"}
        return not shown or not shown.isdisjoint(OF_CARDS)


class Reading(Fact):
    """A text as understood: the profile it states, and the words each slot came from.

    `ruled_out` holds values the text excludes ("not on GCP", "anything but spot"); `signals` are the
    ids of `knowledge` signals it shows; `unread` the stretches that were not understood.
    `form` is the form of the answer that is asked for, `other_forms` those that try where it cannot answer; a reading
    stored by an older version has none, and its answer the form of its topic.
    `work_form` is the last form in the thread that was about the work: a turn that changes the work goes on with it.
    `turn` is what a turn alone says that asks for a fact, and changes nothing of the work ("what is a block?").
    """

    text: str = ""
    told: tuple[str, ...] = ()  # in a thread: its last messages as they were written, this one the last
    intent: Intent = "advise"
    topic: Intent = "advise"  # what the thread is about; a follow-up has the topic of the card before it
    home: tuple[Cloud, ...] = ()  # the clouds the card before took as the team's own, said or assumed
    form: FormId = ""
    other_forms: tuple[FormId, ...] = ()
    work_form: FormId = ""
    turn: Profile | None = None
    work: Profile | None = None  # what was said of the work before a price was asked beside it
    goes_on: bool = False  # a turn that only says other things: it asks what was asked before it
    question: str = ""  # the text that asks, which a turn that only states something completes
    changed: bool = False  # whether the last turn changed it, which was then read again
    places: tuple[str, ...] = ()  # in a thread: regions spoken of before that of the profile, the last last
    thread: tuple[Turn, ...] = ()  # the question that says all it asks about, and the turns that went on from it
    asked_back: bool = False  # whether the answer asked for what was not said
    sums: tuple[ToldSum, ...] = ()  # dollars that the answers of the thread told, the last last
    sum_view: SumView | None = None  # how the last turn looked at them
    sums_told: int = 0  # how many the last answer told
    about: str = ""  # in a thread: the text of the question for a fact that this one goes on with
    first: FirstLine = FirstLine()  # of the answer that was given to it
    profile: Profile = Profile()
    words: dict[str, str] = {}
    ruled_out: dict[str, tuple[str, ...]] = {}
    ruled_out_words: dict[str, str] = {}  # excluded value -> the words that exclude it
    named: tuple[str, ...] = ()  # in a thread: the chips and types that its last turn names
    added: tuple[str, ...] = ()  # of a thread that named nothing to choose among: what its turns asked about since
    taken_back: tuple[str, ...] = ()  # in a thread: the slots that its last turn says bound nothing any more
    was: str | None = None  # in a thread that asks what the answer before was for: its method, "" where none was said
    hardware: tuple[Equipment, ...] = ()  # every chip and machine that was named, in the order of the text
    unavailable: tuple[Unavailable, ...] = ()  # to be replaced; its chip stays in the profile, where it was named
    memories: tuple[float, ...] = ()  # gigabytes of a card beside those of the profile, as a choice: "16 or 24 GB"
    most_usd_per_hour: float | None = None  # of a chip, of who asks for nothing but a price: "H100 under $3/h"
    machine_memory_gb: float | None = None  # of all chips of a machine, of who asks so: "8 GPUs with 640 GB in all"
    chip_hours: float | None = None  # hours of one chip, where no work is said: "1000 H100 hours on spot"
    money_words: tuple[str, ...] = ()  # what asks something of prices, and names ways to buy
    signals: tuple[str, ...] = ()
    cues: tuple[str, ...] = ()  # what this text wants, by its words
    faqs: tuple[str, ...] = ()  # the recurring questions this text asks, the most telling first
    between: tuple[date, date | None] | None = None  # days between which a price moved; None: today
    sought: Sought = Sought()  # by the sentences that ask
    domains: tuple[str, ...] = ()  # the kinds of work it speaks of, that it says most of first
    projects: tuple[NamedProject, ...] = ()  # public projects whose runs somebody reported
    model_projects: tuple[NamedProject, ...] = ()  # those that a published model is called by as well
    programs: tuple[NamedProject, ...] = ()  # programs of which somebody said what they run on
    chains: tuple[Chained, ...] = ()  # what amounts of this text, joined, come to
    measured: Measured = Measured()  # its amounts with their units, and the quantities it asks for
    lengths: tuple[float, ...] = ()  # of a sequence, where several are told: "fits at 8k, fails at 20k"
    counted: str = ""  # amounts that kind of work is counted in, in the words of the thread or message: "2757aa"
    by_hand: bool = False  # slots were set beside the text, which still asks what it asks
    unread: tuple[str, ...] = ()
    unread_asked: tuple[str, ...] = ()  # of these, the ones in the sentence that asks
    deciding: tuple[str, ...] = ()  # of these, the ones that name what work or load is counted in
    unknown_cards: tuple[str, ...] = ()  # cards of which nothing is held: "Tesla P10"
    unknown_models: tuple[str, ...] = ()  # names that stand where models do: "VideoChat-R1"
    unheld: tuple[str, ...] = ()  # versions of a model family of which nothing is known: "Llama 5"
    ambiguous: dict[str, tuple[str, ...]] = {}  # slot -> equally strong readings, to ask back about

    @property
    def follows(self) -> bool:
        """Whether it goes on with the thread: by its own words, or by the question that it changed."""
        return self.changed or self.intent == "followup"
