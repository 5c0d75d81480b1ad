"""How much there is to compute: the model's shape and its FLOPs per token."""

from __future__ import annotations

from collections.abc import Collection

from engine.base.computed import Computed
from engine.base.constants import Constants
from engine.base.interval import Interval
from engine.workload.profile import Method, Profile
from engine.workload.samples import SampleShape, sample_shape
from knowledge.facts import Facts, Model, names_of
from knowledge.units import GIGA

HEAD_DIMENSION = 128  # assumed if the number of heads is not known
BY_NAME = 0.05  # share by which a model that is meant by its name alone has to be nearer: "LLaMA 65B"
SAME_SIZE = 0.15  # a stated size within this share of a published model takes its shape
FROZEN_REFERENCE, REFERENCE_FREE = "frozen_reference", "reference_free"  # signals: DPO and KTO; ORPO and SimPO
OF_WRITTEN_ANSWERS = frozenset({FROZEN_REFERENCE, REFERENCE_FREE})
SAME_SPARSE = 0.06  # tighter for a mixture of experts: other active parameters are another workload


class Shape(Computed):
    """What the arithmetic needs of a model. `model` names the published one it was taken from, if any."""

    parameters: float
    active_parameters: float
    layers: int
    hidden: int
    kv_width: int  # kv heads x head dimension
    heads: int | None = None
    kv_heads: int | None = None
    vocabulary: int | None = None
    model: str | None = None
    source: str | None = None
    sample: SampleShape | None = None  # where training is counted in samples
    native_precision: str | None = None  # of the published weights; None: 16 bits
    native_bits: float | None = None  # a parameter of these
    full_attention_share: float = 1.0  # of the layers; the others look back over a short window
    caching_share: float = 1.0  # of the layers that keep keys and values; linear ones keep none

    @property
    def moe(self) -> bool:
        return self.active_parameters < self.parameters

    @property
    def query_width(self) -> int:
        """Query heads x head dimension; the hidden width where the heads are not known."""
        return self.heads * self.kv_width // self.kv_heads if self.heads and self.kv_heads else self.hidden

    @property
    def query_heads(self) -> float:
        """Attention heads; where they are not known, of 128 dimensions each."""
        return self.heads or self.hidden / HEAD_DIMENSION

    @property
    def mlp_width(self) -> float:
        """Inner width of a gated MLP of three matrices, from what the other matrices leave of the parameters.

        f = ((N - 2 V h) / L - 2 h q - 2 h k) / 3 h, whole; Llama 3.1 8B: 14,336. Two embeddings of V tokens are
        taken off; where a model ties them, or has two matrices and no gate, f is the width of equal size.
        """
        layer = (self.parameters - 2 * (self.vocabulary or 0) * self.hidden) / self.layers
        attention = 2 * self.hidden * (self.query_width + self.kv_width)
        return max(0.0, float(round((layer - attention) / (3 * self.hidden))))


def shape(profile: Profile, facts: Facts) -> Shape:
    """The published model nearest the profile, else a plain decoder of that many parameters.

    The plain decoder has 12*L*h**2 parameters and h = 128*L (Kaplan et al. 2020, table 6 region).

    Raises:
        ValueError: the profile has no parameters; `fill` assumes them first.
    """
    size = profile.parameters
    if not size:
        raise ValueError("parameters must be filled before the shape is computed")
    found = named_model(profile, facts) or _nearest_of_family(profile, size, facts)
    made = of_model(found) if found else plain(size, profile.active_parameters)
    sample = sample_shape(profile, facts)
    return made.model_copy(update={"sample": sample}) if sample else made


def _nearest_of_family(profile: Profile, size: float, facts: Facts) -> Model | None:
    """The model of the family that was named of about that size; none where its active parameters were said."""
    family = profile.model
    if family is None or profile.active_parameters is not None:
        return None
    kin = names_of(facts).of_family.get(family, ())
    near = (model for model in kin if is_of_size(model, size))
    return min(near, key=lambda model: abs(model.parameters / size - 1) + BY_NAME * model.by_name_only, default=None)


def named_model(profile: Profile, facts: Facts) -> Model | None:
    """The published model that was named, unless another size was said since."""
    meant = names_of(facts).models.of(profile.variant) if profile.variant else ()
    size = profile.parameters
    if size is None:
        return meant[0] if len(meant) == 1 else None
    near = [model for model in meant if is_of_size(model, size)]
    return min(near, key=lambda model: abs(model.parameters / size - 1), default=None)


def is_of_size(model: Model, parameters: float) -> bool:
    """Whether a stated size is near enough to a published model's to mean it."""
    return abs(model.parameters / parameters - 1) <= _tolerance(model)


def is_near_size(parameters: float, size: float) -> bool:
    """Whether two sizes, one of them written in round numbers, are one."""
    return abs(parameters / size - 1) <= SAME_SIZE


def _tolerance(model: Model) -> float:
    return SAME_SIZE if model.active_parameters == model.parameters else SAME_SPARSE


def plain(parameters: float, active_parameters: float | None = None) -> Shape:
    """A decoder of 12*L*h**2 parameters with h = 128*L; of experts, with as many active as are stated."""
    hidden = round((128 * parameters / 12) ** (1 / 3))
    return Shape(
        parameters=parameters,
        active_parameters=min(parameters, active_parameters or parameters),
        layers=max(1, round(hidden / 128)),
        hidden=hidden,
        kv_width=hidden,
    )


def grouped(shape: Shape, kv_heads: int) -> Shape:
    """A decoder whose heads are not known, with so many key-value heads for all its query heads."""
    heads = kv_heads * round(shape.hidden / HEAD_DIMENSION / kv_heads)  # as many for each of them
    if shape.kv_heads or heads <= kv_heads:
        return shape
    return shape.model_copy(update={"heads": heads, "kv_heads": kv_heads, "kv_width": kv_heads * HEAD_DIMENSION})


def of_model(model: Model) -> Shape:
    """A published model's shape; of one whose layers nobody published, that of a plain decoder of its size."""
    layers, hidden, heads = model.layers, model.hidden, model.heads
    kv_heads, head_dim = model.kv_heads, model.head_dim
    if layers is None or hidden is None or heads is None or kv_heads is None or head_dim is None:
        same = plain(model.parameters, model.active_parameters)
        native = {"native_precision": model.native_precision, "native_bits": model.native_bits}
        return same.model_copy(update={"model": model.id, "source": model.source, **native})
    return Shape(
        parameters=model.parameters,
        active_parameters=model.active_parameters,
        layers=layers,
        hidden=hidden,
        kv_width=kv_heads * head_dim,
        heads=heads,
        kv_heads=kv_heads,
        vocabulary=model.vocabulary,
        model=model.id,
        source=model.source,
        native_precision=model.native_precision,
        native_bits=model.native_bits,
        full_attention_share=model.full_attention_share,
        caching_share=model.full_attention_share if model.others_keep_nothing else 1.0,
    )


FLOPS_PER_PARAMETER = 6  # of training, a token: 2 forward and 4 backward


def training_flops_per_token(shape: Shape, sequence_length: float) -> float:
    """6*N_active + 6*L*h*s: forward and backward, causal attention (Kaplan 2020; PaLM appendix B, halved).

    Layers with a sliding window are excluded from the second term: their window is short against long sequences.
    """
    attending = shape.layers * shape.full_attention_share
    return FLOPS_PER_PARAMETER * shape.active_parameters + 6 * attending * shape.hidden * sequence_length


def size_of_flops(flops: float, tokens: float | None, tokens_per_parameter: float) -> float:
    """Parameters of a run of so many FLOP: C = 6*N*D, of D tokens, else of so many a parameter.

    Hoffmann et al. 2022: compute-optimal is D = 20*N, so N = sqrt(C / 120).
    """
    if tokens:
        return flops / (FLOPS_PER_PARAMETER * tokens)
    size = (flops / (FLOPS_PER_PARAMETER * tokens_per_parameter)) ** 0.5
    return float(f"{size:.2g}")  # an assumption, told in round numbers


def tokens_of_flops(
    profile: Profile, facts: Facts, constants: Constants, signals: Collection[str] = ()
) -> float | None:
    """Tokens that a run of the FLOP that were said trains; None where none were said, or it has no tokens."""
    if not profile.flops or not profile.parameters or profile.task == "inference":
        return None
    made = shape(profile, facts)
    if made.sample is not None:
        return None
    sequence = profile.sequence_length or constants.likely("sequence_length")
    each = method_factor(profile.method, constants, signals).likely * training_flops_per_token(made, sequence)
    return profile.flops / each


def samples_of_flops(
    profile: Profile, facts: Facts, constants: Constants, signals: Collection[str] = ()
) -> float | None:
    """The same of a model that is counted in samples, all passes together."""
    if not profile.flops or profile.task == "inference":
        return None
    sample = shape(profile, facts).sample
    if sample is None:
        return None
    each = method_factor(profile.method, constants, signals).likely * sample_gflop(sample, constants) * GIGA
    return profile.flops / each


def sample_gflop(sample: SampleShape, constants: Constants) -> float:
    """Forward and backward for one sample."""
    return sample.forward_gflop * constants.likely("sample_backward_factor")


def method_factor(method: Method | None, constants: Constants, signals: Collection[str] = ()) -> Interval:
    """FLOPs of the method over those of full training: LoRA makes no weight gradients (4N against 6N).

    Written answers are learnt from as from any text (DPO, ORPO): nothing is generated, no reward model scores. A
    frozen reference adds its forward pass, 2N.
    """
    written = not OF_WRITTEN_ANSWERS.isdisjoint(signals)
    trained = Interval.exactly(1.0)
    if method in ("lora", "qlora") or (method == "rlhf" and not written):
        trained = constants.spread(f"{method}_flops_factor")
    return trained.plus(constants.spread("reference_flops_factor")) if FROZEN_REFERENCE in signals else trained


def decode_flops_per_token(shape: Shape) -> float:
    """2*N_active: one forward pass for one token (Kaplan 2020)."""
    return 2 * shape.active_parameters


def kv_bytes_per_token(shape: Shape, bytes_per_value: float) -> float:
    """2*L*kv_width*bytes: keys and values of the layers that keep them (Kwon et al. 2023: OPT-13B, FP16, 800 KB)."""
    return 2 * shape.layers * shape.caching_share * shape.kv_width * bytes_per_value
