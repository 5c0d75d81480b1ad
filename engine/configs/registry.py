"""Every format, in the order in which a file is tried: the more telling keys first."""

from __future__ import annotations

from engine.configs.formats.accelerate import ACCELERATE
from engine.configs.formats.axolotl import AXOLOTL
from engine.configs.formats.command import COMMAND
from engine.configs.formats.deepspeed import DEEPSPEED
from engine.configs.formats.format import Format
from engine.configs.formats.hf_script import HF_SCRIPT
from engine.configs.formats.hugging_face import HUGGING_FACE
from engine.configs.formats.jobs.dstack import DSTACK
from engine.configs.formats.jobs.kubernetes import KUBERNETES
from engine.configs.formats.jobs.sagemaker import SAGEMAKER
from engine.configs.formats.jobs.skypilot import SKYPILOT
from engine.configs.formats.jobs.slurm import SLURM
from engine.configs.formats.llama_factory import LLAMA_FACTORY
from engine.configs.formats.maxtext import MAXTEXT
from engine.configs.formats.nemo import NEMO
from engine.configs.formats.torchtitan import TORCHTITAN
from engine.configs.formats.torchtune import TORCHTUNE
from engine.configs.formats.trainer import GPT_NEOX, INTERNEVO, TRAINER
from engine.configs.formats.trainers.llm_foundry import LLM_FOUNDRY
from engine.configs.formats.trainers.nanogpt import NANOGPT
from engine.configs.formats.trainers.neuronx_training import NEURONX_TRAINING
from engine.configs.formats.trainers.olmo_core import OLMO_CORE
from engine.configs.formats.trainers.reinforcement import OPENRLHF, VERL

FORMATS: tuple[Format, ...] = (
    KUBERNETES,
    SKYPILOT,
    DSTACK,
    SLURM,
    SAGEMAKER,
    TORCHTUNE,
    TORCHTITAN,
    VERL,
    OPENRLHF,
    NEURONX_TRAINING,
    NEMO,
    AXOLOTL,
    LLAMA_FACTORY,
    OLMO_CORE,
    INTERNEVO,
    NANOGPT,
    LLM_FOUNDRY,
    GPT_NEOX,
    MAXTEXT,
    DEEPSPEED,
    ACCELERATE,
    HUGGING_FACE,
    TRAINER,
    HF_SCRIPT,
    COMMAND,
)
