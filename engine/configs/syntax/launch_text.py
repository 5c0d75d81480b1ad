"""Of a shell script, the one command that starts the training, as entries."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from engine.configs.syntax.entries import Entry, Value, limited
from engine.configs.syntax.shell_text import Command, Script, expanded, flags, script

_DISTRIBUTED = frozenset(
    {"torchrun", "accelerate", "deepspeed", "tune", "axolotl", "llamafactory-cli", "torch.distributed.run"}
    | {
        "torch.distributed.launch",
        "neuronx-distributed",
        "composer",
        "trl",
        "axolotl.cli.train",
        "xpk",
        "xpk.py",
        "swift",
        "xtuner",
        "colossalai",
    }
)
_SCRIPT = ("-c", "-lc", "-ec")  # what stands behind it is a script
_PLAIN = frozenset({"python", "python3", "srun", "mpirun", "uv"})
_SAID_IN_ENVIRONMENT = (
    "CUDA_VISIBLE_DEVICES",
    "NPROC_PER_NODE",
    "NNODES",
    "XLA_USE_BF16",
    "NUM_DEVICES",
    "NUM_GPUS",
    "N_GPUS",
)


def launch_entries(text: str, known: Mapping[str, Value] | None = None) -> tuple[Entry, ...]:
    """The scheduler's directives, then the flags of the launching command; `argument` is a word that is no flag."""
    read = script(text, known)
    return tuple(limited((*read.directives, *command_entries(read))))


def words_entries(words: tuple[str, ...], line: int = 0) -> tuple[Entry, ...]:
    """The same of a command given as a list of words."""
    return tuple(flags(Command(words, line, {})))


def command_entries(read: Script) -> tuple[Entry, ...]:
    command = max(map(_inner, read.commands), key=_rank, default=None)
    if command is None or not _rank(command)[0]:
        return ()
    settings = {name: command.set.get(name, read.variables.get(name)) for name in _SAID_IN_ENVIRONMENT}
    shown = [Entry(f"env.{name}", value, command.line) for name, value in settings.items() if value]
    programs = [Entry("argument", word, command.line) for word in command.words[:1]]
    return (*shown, *programs, *flags(command._replace(words=command.words[1:])))


def _inner(command: Command) -> Command:
    """Of a script that a command is given, the command in it that looks most like the start of a training."""
    if not command.ends:
        return command
    cuts = [0, *command.ends, len(command.words)]
    parts = [command.words[start:end] for start, end in pairwise(cuts)]
    at = next((at for at, word in enumerate(parts[0], 1) if word in _SCRIPT), 0)
    before, parts[0] = parts[0][:at], parts[0][at:]
    assigned = dict(
        part[1].split("=", 1) for part in parts if len(part) == 2 and part[0] == "export" and "=" in part[1]
    )
    best = max(parts, key=lambda part: _rank(command._replace(words=part)) if part else (0, 0))
    return command._replace(words=(*before, *(expanded(word, assigned) for word in best)), ends=())


def _rank(command: Command) -> tuple[int, int]:
    """How much a command looks like the start of a training: its launcher, then how much it is told."""
    names = {word.rpartition("/")[2] for word in command.words}
    told = sum(word.startswith("--") or "=" in word or word.endswith(".py") for word in command.words)
    if command.words[0] in ("echo", "pip", "conda", "sbatch"):
        return 0, 0
    return (2 if names & _DISTRIBUTED and told else 1 if names & (_PLAIN | _DISTRIBUTED) and told else 0), told
