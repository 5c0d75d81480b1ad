"""Which published model a text means, however its name is written: `Llama-3.1-8B`, `llama 3.1 8b`, `llama31_8b`.

A name is a row of atoms: runs of letters, and numbers with their decimals. Blanks, hyphens, underscores, slashes and
colons between them do not matter, what stands after the name (`-Instruct`, `-hf`, `-bnb-4bit`) neither. The longest
name that begins at a word wins, so that `DeepSeek-R1-Distill-Llama-70B` is not `DeepSeek-R1`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from knowledge.types.hardware import Model, ModelFamily

_UNSPACED = "\u3005\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"  # scripts without blanks: a name ends there
_WITHOUT_BLANKS = re.compile(f"[{_UNSPACED}]")
_ATOM = re.compile(rf"\d+(?:\.\d+)?|[^\W\d_{_UNSPACED}]+|\+")
_GAP = re.compile(r"[-_/.:]{0,1}| ?[(]?|[-/] ")  # what may stand between two atoms of one name
_JOINED = frozenset("-_")  # "llama-3-1-8b" is 3.1
_SPELLED = {"billion": "b", "bn": "b", "million": "m", "trillion": "t", "distilled": "distill", "+": "plus"}
_BETWEEN = frozenset({"coder", "math", "instruct", "chat", "base", "meta", "text", "reasoning", "thinking"})
# A model of its own beside the text model of its family: other parts, another size.
_OTHERS = frozenset(
    {"vl", "omni", "audio", "vision", "xcomposer", "vla", "video", "ocr", "tts", "asr", "voice", "janus", "image"}
)
_KIN = frozenset({"coder", "math", "prover"})  # the same of a name without a size: it may come in others
_SIZES = frozenset({"b", "m", "t", "k", "x"})  # a number before one of these is a size
_LINES = frozenset({"v", "r", "k", "m"})  # letters before a version: V3, R1, K2, M2
_SHARE = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?) ?b[- ]a(\d+(?:\.\d+)?)b(?![a-z0-9])")
_ACTIVE = re.compile(r"-a(\d+(?:\.\d+)?)b(?![a-z0-9])")
_SIZED_ID = re.compile(r"(.+?)-\d+(?:\.\d+)?[bm](?:-a\d+(?:\.\d+)?b)?$")  # a version and one of its sizes
_SIZE_BEFORE = re.compile(r"(?<![\w.])((?:\d+x)?[\d.]+) ?-?([bm])(?:illion)?(?:[- ]param(?:eter)?s?)?(?: of)? ?$")
_PAIR = 2
_MOST = 200  # names found in one text
_HIGHEST_VERSION = 20.0
_ATOMS = 4096  # texts and names whose atoms are kept


class Found(NamedTuple):
    """A model named between two positions of a text."""

    model: str
    first: int
    last: int


class Unheld(NamedTuple):
    """A version of a family of which nothing is known."""

    family: str
    first: int
    last: int


class Experts(NamedTuple):
    """Active parameters in a name: the `A17B` of `397B-A17B`."""

    active: float
    first: int
    last: int


class _Atom(NamedTuple):
    text: str
    first: int
    last: int


class _Node:
    __slots__ = ("after", "model")

    def __init__(self) -> None:
        self.after: dict[str, _Node] = {}
        self.model: str | None = None

    @property
    def is_version(self) -> bool:
        """Whether a number that leads here says which model it is, and not only how large it is."""
        return self.model is not None or any(text not in _SIZES for text in self.after)


class ModelNames:
    """The names of all published models, and the families they are versions of."""

    def __init__(self, models: Mapping[str, Model], families: Mapping[str, ModelFamily]) -> None:
        self._models, self._families = models, families

    def named(self, name: str) -> Model | None:
        """The model whose name this is; what its publisher put before it and how it was tuned do not matter."""
        low = name.strip().casefold()
        starts = [0, *(at + 1 for at, sign in enumerate(low) if sign == "/")]
        starts += [start + 5 for start in starts if low[start:].startswith(("meta-", "meta_"))]
        for start in dict.fromkeys(starts):
            atoms = list(_atoms(low[start:]))
            reached = self._longest(atoms, 0, low[start:])
            if reached is not None and _is_tuning(atom.text for atom in atoms[reached[1] :]):
                return self._models[reached[0]]
        return None

    def found(self, text: str) -> list[Found]:
        """Every model that a text names, from the left, the longest name first where several begin at one word."""
        low, found, at = text.casefold(), list[Found](), 0
        if len(low) != len(text):
            low = text.lower() if len(text.lower()) == len(text) else text
        atoms = list(_atoms(low))
        while at < len(atoms) and len(found) < _MOST:
            reached = self._longest(atoms, at, low) if _begins_word(low, atoms[at].first) else None
            if reached is None:
                at += 1
                continue
            model, last = reached
            found.append(Found(model, atoms[at].first, atoms[last - 1].last))
            at = last
        return found

    def sized(self, text: str, found: Iterable[Found]) -> list[Found]:
        """The same, of a size that stands before the name: "the 774M GPT-2" is GPT-2 774M."""
        return [self._sized_before(text, one) for one in found]

    def _sized_before(self, text: str, found: Found) -> Found:
        size = _SIZE_BEFORE.search(text[: found.first].casefold())
        if size is None:
            return found
        words = [atom.last for atom in _atoms(text[found.last :])[:_PAIR]]
        for last in (*reversed(words), 0):  # "the 0.6B Qwen3 Embedding" is not Qwen3 0.6B
            whole = f"{text[found.first : found.last + last]} {size[1]}{size[2][0]}".casefold()
            atoms = list(_atoms(whole))
            reached = self._longest(atoms, 0, whole)
            if reached is not None and reached[1] == len(atoms):
                return found._replace(model=reached[0])
        return found

    def unheld(self, text: str) -> list[Unheld]:
        """Versions next to a family's name that no model of ours has: `Llama 5`, `Qwen9`."""
        low, found = text.lower(), list[Unheld]()
        if len(low) != len(text):
            return []
        atoms = list(_atoms(low))
        for at, atom in enumerate(atoms[:-1]):
            pair = self._pairs.get((atom.text, atoms[at + 1].text))
            if pair is not None and at + 2 < len(atoms) and _begins_word(low, atom.first):  # "gpt-oss-2"
                if not self._sized(atoms, at + 2) and self._is_unheld(atoms, at, at + 2, low):
                    found.append(Unheld(pair, atom.first, atoms[at + 2].last))
                continue
            family = self._words.get(atom.text)
            if family is None or not _begins_word(low, atom.first):
                continue
            other = self._other(atoms, at, low)
            if other is not None and len(found) < _MOST:
                found.append(Unheld(family, atom.first, other))
                continue
            number = at + 1
            if atoms[number].text in _LINES and number + 1 < len(atoms):
                number += 1
            if self._is_unheld(atoms, at, number, low) and len(found) < _MOST:
                found.append(Unheld(family, atom.first, atoms[number].last))
        return found

    def _other(self, atoms: list[_Atom], at: int, text: str) -> int | None:
        """Where the name of another kind of model ends, of which nothing is known: `Qwen-VL`, `Qwen2-Audio`."""
        node: _Node = self._root.after.get(atoms[at].text, _Node())
        for here in range(at + 1, min(at + 3, len(atoms))):
            if not _follows(atoms, here, text):
                return None
            below = node.after.get(atoms[here].text)
            if atoms[here].text in _OTHERS:
                return atoms[here].last if below is None else None
            if atoms[here].text in _KIN and below is None:
                sized = here + 1 < len(atoms) and atoms[here + 1].text[0].isdigit()
                return None if sized else atoms[here].last
            node = below or _Node()
        return None

    def of(self, variant: str) -> tuple[Model, ...]:
        """The model of that id; of a version that comes in several sizes (`llama-4`), all of them."""
        if variant in self._models:
            return (self._models[variant],)
        node: _Node | None = self._root
        for atom in _atoms(variant):
            node = node.after.get(atom.text) if node else None
        below = [] if node is None or node is self._root else list(_models(node))
        return tuple(self._models[name] for name in dict.fromkeys(below))

    def of_version(self, variant: str) -> tuple[Model, ...]:
        """The sizes of the version that a model is of: `llama-3.1-70b` has `llama-3.1-8b` and `llama-3.1-405b` beside
        it."""
        version = _SIZED_ID.match(variant)
        if version is None:
            return ()
        found = ((name, _SIZED_ID.match(name)) for name in self._models)
        return tuple(self._models[name] for name, own in found if own and own.group(1) == version.group(1))

    def below(self, name: str) -> tuple[Model, ...]:
        """Every model whose name begins so: `GPT-2` is the family's four sizes."""
        node: _Node | None = self._root
        for atom in _atoms(name.casefold()):
            node = node.after.get(atom.text) if node else None
        return tuple(self._models[one] for one in dict.fromkeys(_models(node) if node else ()))

    def lines(self, text: str) -> list[Found]:
        """Versions named without a size, that come in several: `Llama 4`, `DeepSeek-V4`."""
        low, found = text.lower(), list[Found]()
        if len(low) != len(text):
            return []
        atoms = list(_atoms(low))
        for at, atom in enumerate(atoms[:-1]):
            if atom.text not in self._words or not _begins_word(low, atom.first):
                continue
            line = self._line(atoms, at, low)
            if line is not None and len(found) < _MOST:
                found.append(line)
        return found

    def _line(self, atoms: list[_Atom], at: int, text: str) -> Found | None:
        node, here = self._root.after[atoms[at].text], at + 1
        name = atoms[at].text
        if atoms[here].text in _LINES and atoms[here].text in node.after and here + 1 < len(atoms):
            node, name, here = node.after[atoms[here].text], f"{name}-{atoms[here].text}", here + 1
        if here == at + 1 and atoms[here].text in _KIN and atoms[here].text in node.after:
            sized = here + 1 < len(atoms) and (atoms[here + 1].text[0].isdigit() or atoms[here + 1].text in _LINES)
            plain = _follows(atoms, here, text) and not sized
            return Found(f"{name}-{atoms[here].text}", atoms[at].first, atoms[here].last) if plain else None
        if not atoms[here].text[0].isdigit() or not all(_follows(atoms, n, text) for n in range(at + 1, here + 1)):
            return None
        following = atoms[here + 1].text if here + 1 < len(atoms) and _follows(atoms, here + 1, text) else ""
        for written, last in _readings(atoms, here, text):
            reached = node.after.get(written)
            if reached is None or not reached.is_version or _SPELLED.get(following, following) in _SIZES:
                continue
            joined = f"{name}{written}" if here == at + 2 else f"{name}-{written}"
            return Found(joined, atoms[at].first, atoms[last - 1].last)
        return None

    def experts(self, text: str) -> list[Experts]:
        """Active parameters of a mixture of experts, where they are part of a name."""
        low = text.lower()
        if len(low) != len(text):
            return []
        shares = [Experts(float(match[2]) * 1e9, match.start(), match.end()) for match in _SHARE.finditer(low)]
        alone = (Experts(float(match[1]) * 1e9, match.start() + 1, match.end()) for match in _ACTIVE.finditer(low))
        taken = [(share.first, share.last) for share in shares]
        return [*shares, *(one for one in alone if not any(first <= one.first < last for first, last in taken))]

    @cached_property
    def _root(self) -> _Node:
        root = _Node()
        for model in self._models.values():
            for name in (model.id, model.name, *model.aliases):
                node = root
                for atom in _atoms(name.casefold()):
                    node = node.after.setdefault(_SPELLED.get(atom.text, atom.text), _Node())
                node.model = node.model or model.id
        return root

    @cached_property
    def _words(self) -> dict[str, str]:
        """One-word names of families that write text, with the family."""
        return {
            alias: family.id
            for family in self._families.values()
            if not family.in_samples and not family.encoder
            for alias in family.aliases
            if alias.isalpha() and alias in self._root.after
        }

    @cached_property
    def _pairs(self) -> dict[tuple[str, str], str]:
        """The same of names of two words: "gpt oss"."""
        named = {
            tuple(alias.replace("-", " ").split()): family.id
            for family in self._families.values()
            if not family.in_samples and not family.encoder
            for alias in family.aliases
        }
        return {
            (pair[0], pair[1]): family
            for pair, family in named.items()
            if len(pair) == _PAIR and all(word.isalpha() for word in pair) and self._after(pair) is not None
        }

    def _after(self, words: Iterable[str]) -> _Node | None:
        node: _Node | None = self._root
        for word in words:
            node = node.after.get(word) if node else None
        return node

    def _sized(self, atoms: list[_Atom], at: int) -> bool:
        """Whether a size begins there, or a number that ends one's name without its unit ("gpt-oss-20")."""
        reached = self._after(atom.text for atom in atoms[at - 2 : at + 1])
        return reached is not None

    def _longest(self, atoms: list[_Atom], at: int, text: str) -> tuple[str, int] | None:
        """The longest name that begins at an atom, and the atom after it."""
        best: tuple[str, int] | None = None
        waiting = [(self._root, at, False)]
        while waiting:
            node, here, skipped = waiting.pop()
            names = node.model is not None and not skipped and (best is None or here > best[1])
            if names and node.model is not None and _ends_word(text, atoms, here):
                best = node.model, here
            if here >= len(atoms) or (here > at and not _follows(atoms, here, text)):
                continue
            passes = atoms[here].text in _BETWEEN or (atoms[here].text == "v" and "v" not in node.after)
            if node is not self._root and passes:
                waiting.append((node, here + 1, True))
            for written, last in reversed(list(_readings(atoms, here, text))):  # as it is written is tried first
                following = node.after.get(_SPELLED.get(written, written))
                if following is not None:
                    waiting.append((following, last, False))
        return best

    def _is_unheld(self, atoms: list[_Atom], at: int, number: int, text: str) -> bool:
        version = atoms[number].text
        if not version[0].isdigit() or float(version) > _HIGHEST_VERSION or float(version) == 0:
            return False
        if not all(_follows(atoms, here, text) for here in range(at + 1, number + 1)):
            return False
        following = atoms[number + 1] if number + 1 < len(atoms) else None
        if following is not None and following.first == atoms[number].last and following.text != "v":
            return False  # "7b", "3n", "4x"
        is_size = following is not None and _SPELLED.get(following.text, following.text) in _SIZES
        if is_size and _follows(atoms, number + 1, text):
            return False
        node = self._root.after[atoms[at].text]
        if number == at + 2:
            node = node.after.get(atoms[at + 1].text, _Node())
        for written, _ in _readings(atoms, number, text):
            reached = node.after.get(written)
            if reached is not None and reached.is_version:
                return False
            if any(key.split(".")[0] == written and below.is_version for key, below in node.after.items()):
                return False  # "Qwen 2" where 2.5 is known
        return True


def _models(node: _Node) -> Iterator[str]:
    """The models whose names begin so; below a size there is nothing else."""
    if node.model is not None:
        yield node.model
    for text, below in node.after.items():
        if text not in ("coder", "vl"):
            yield from _models(below)


@lru_cache(maxsize=_ATOMS)
def _atoms(text: str) -> tuple[_Atom, ...]:
    """Kept: a text is looked at for models, lines and versions, and the name of a model in every text."""
    return tuple(_Atom(match.group(), match.start(), match.end()) for match in _ATOM.finditer(text))


def _readings(atoms: list[_Atom], at: int, text: str) -> Iterator[tuple[str, int]]:
    """What an atom may be, and the atom after it: a version is also written 3-1, 3p1, 31 and 3.0."""
    atom = atoms[at]
    yield atom.text, at + 1
    if not atom.text[0].isdigit():
        return
    if atom.text.endswith(".0"):
        yield atom.text[:-2], at + 1
    if len(atom.text) == 2 and atom.text.isdigit() and at and atoms[at - 1].last == atom.first:
        yield f"{atom.text[0]}.{atom.text[1]}", at + 1
    for marks in (1, 2):
        if at + marks < len(atoms) and atom.text.isdigit() and len(atoms[at + marks].text) == 1:
            between = text[atom.last : atoms[at + marks].first]
            joined = between in _JOINED if marks == 1 else between == "p"
            if joined and atoms[at + marks].text.isdigit():
                yield f"{atom.text}.{atoms[at + marks].text}", at + marks + 1


def _follows(atoms: list[_Atom], at: int, text: str) -> bool:
    return _GAP.fullmatch(text[atoms[at - 1].last : atoms[at].first]) is not None


def _begins_word(text: str, first: int) -> bool:
    return first == 0 or not _goes_on(text[first - 1])


def _goes_on(sign: str) -> bool:
    """Whether a name goes on with it: a letter or digit of a script with blanks."""
    return sign.isalnum() and _WITHOUT_BLANKS.match(sign) is None


def _ends_word(text: str, atoms: list[_Atom], after: int) -> bool:
    """Whether a name may end here: `gpt-j-6b` does, `phi-3` in `phi-3b` does not."""
    last = atoms[after - 1].last
    if last >= len(text):
        return True
    return not _goes_on(text[last]) and text[last] != "%"


_TUNED = re.compile(
    r"instruct|chat|hf|it|base|bnb|unsloth|bit|awq|gptq|gguf|fp|int|bf|nvfp|mxfp|mlx|dynamic|quantized|w|a|v|sft|dpo|pt"
    r"|reasoning|plus|thinking|preview|exp|terminus|vision|longcontext|early|access|hybrid|lora|qlora|exl|q|k|m|s|[\d.]+"
)


def _is_tuning(rest: Iterable[str]) -> bool:
    """Whether what follows a name says only how it was trained on or stored: size and shape stay."""
    return all(_TUNED.fullmatch(text) for text in rest)
