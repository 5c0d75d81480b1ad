"""A shell script as the commands it would start, with its own variables written out. Nothing is run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.configs.syntax.entries import Entry, Scalar, Value
from engine.configs.syntax.inline_text import plainer
from engine.configs.syntax.shell_choices import Choices
from engine.configs.syntax.yaml_text import scalar

_ASSIGNED = re.compile(r"([A-Za-z_]\w*)(\+?)=(.*)", re.S)
_REFERENCE = re.compile(
    r"(?<!\\)\$\{([A-Za-z_]\w*|\d)(?:(:?[-=])((?:[^{}]|\$\{[^{}]*\})*))?\}|(?<!\\)\$([A-Za-z_]\w*)"
)
_ARRAY = re.compile(r"\$\{([A-Za-z_]\w*)\[[@*]\]\}")
_SUM = re.compile(r"\$\(\(\s*((?:[\w\s*/%+${}-]|\((?:[\w\s*/%+${}-]|\([\w\s*/%+${}-]*\))*\))+?)\s*\)\)")
_PLAIN_SUM = re.compile(r"[\d\s*/%+()-]{1,200}")
_COUNTED = re.compile(
    r"`[^`\n]*?\b(SKYPILOT_NODE_IPS|SLURM_\w*NODELIST)\b[^`\n]*\bwc\s+-l\s*`"
    r"|\$\([^()\n]*?\b(SKYPILOT_NODE_IPS|SLURM_\w*NODELIST|nvidia-smi)\b[^()\n]*\bwc\s+-l\s*\)"
)
_HEREDOC = re.compile(r"<<-?\s*['\"]?(\w+)['\"]?")
_SBATCH = re.compile(r"#SBATCH\s+(.*)")
_OPTION = re.compile(r"(?<!\S)(-{1,2})([A-Za-z][\w-]*)(?:[=\s]\s*([^\s#-]\S*))?")
_SLURM_VARIABLES = {
    "sbatch.nodes": ("SLURM_NNODES", "SLURM_JOB_NUM_NODES"),
    "sbatch.gpus-per-node": ("SLURM_GPUS_PER_NODE", "SLURM_GPUS_ON_NODE"),
    "sbatch.gres": ("SLURM_GPUS_ON_NODE",),
    "sbatch.ntasks-per-node": ("SLURM_NTASKS_PER_NODE",),
    "sbatch.ntasks": ("SLURM_NTASKS",),
}
_COUNTS = {  # a list of nodes or of a node's GPUs, counted
    "SKYPILOT": "SKYPILOT_NUM_NODES", "SLURM": "SLURM_NNODES", "nvidia-smi": "SLURM_GPUS_ON_NODE",
}  # fmt: skip
_LAST_NUMBER = re.compile(r"(?:^|:)(\d+)$")
_SHORT = {"N": "nodes", "n": "ntasks", "t": "time", "G": "gpus", "p": "partition", "J": "job-name", "C": "constraint"}
_OVERRIDE = re.compile(r"\+{0,2}[A-Za-z_][\w./@-]*=.*", re.S)
_SETTERS = (
    "export",
    "declare",
    "local",
    "readonly",
    "typeset",
    "env",
    "exec",
    "-a",
    "-x",
    "-ax",
    "-r",
    "then",
    "else",
    "do",
)
_NEXT = "".join((";", "\n"))  # between the commands of a script that a command is given
_MOST_ROUNDS = 6
_DECIDED_LATER = re.compile(
    r"\$\{?\d\}?|\$\(.*\)|`.*`", re.S
)  # an argument, what a command prints: what was set before stays
_ARGUMENT = re.compile(r"\$\{?\d+\}?")
_LARGEST = 10**15
_MOST_WORDS = 4_000


class Command(NamedTuple):
    """One command: its words with variables written out, its first line, and the variables set for it alone.

    `ends` says where the commands end that it is given as a script: `bash -c "a; b"`.
    """

    words: tuple[str, ...]
    line: int
    set: dict[str, str]
    ends: tuple[int, ...] = ()


class Script(NamedTuple):
    """What a script says: the scheduler's directives, its commands, and its variables at the end."""

    directives: tuple[Entry, ...]
    commands: tuple[Command, ...]
    variables: dict[str, str]


class _Word(NamedTuple):
    text: str
    line: int
    is_quoted: bool = False


def script(text: str, known: Mapping[str, Value] | None = None) -> Script:
    """The script as read from top to bottom: a variable has the value it was given last."""
    variables = {name: str(value) for name, value in (known or {}).items() if not isinstance(value, tuple)}
    directives = tuple(_directives(text))
    for directive in directives:
        for name in _SLURM_VARIABLES.get(directive.path, ()):
            if (count := _LAST_NUMBER.search(str(directive.value))) is not None:
                variables[name] = count[1]
    text = _COUNTED.sub(lambda found: f"${_COUNTS[(found[1] or found[2]).partition('_')[0]]}", plainer(text))
    arrays: dict[str, list[str]] = {}
    commands: list[Command] = []
    choices = Choices(variables)
    for words in _statements(text):
        own: dict[str, str] = {}
        rest = list(words)
        if choices.is_turn([word.text for word in rest], expanded):
            rest = rest[1:] if rest[0].text == "else" else []
        if choices.is_skipped():
            continue
        if rest and rest[0].text == ":" and len(rest) == 2:  # : "${NAME:=value}"
            found = _REFERENCE.fullmatch(rest[1].text)
            if found is not None and found[2]:
                variables.setdefault(found[1], expanded(found[3], variables))
            continue
        while rest and rest[0].text in _SETTERS:
            rest.pop(0)
        while rest and (found := _ASSIGNED.fullmatch(rest[0].text)) is not None:
            word = rest.pop(0)
            name, added, value = found.groups()
            if value.startswith("(") and not word.is_quoted:
                items = [part.text for statement in _statements(value[1:].removesuffix(")")) for part in statement]
                arrays[name] = [*arrays.get(name, ()), *items] if added else items
            elif not (
                _DECIDED_LATER.fullmatch(said := _without(name, expanded(value, variables))) and variables.get(name)
            ):
                own[name] = variables.get(name, "") * bool(added) + said
        if not rest:
            variables |= own
            choices.note(own)
            continue
        spoken = tuple(_spoken(rest, arrays, variables))[:_MOST_WORDS]
        plain = tuple(word for word in spoken if word is not _NEXT)
        if plain:
            marks = (at for at, word in enumerate(spoken) if word is _NEXT)
            ends = tuple(at - before for before, at in enumerate(marks))
            commands.append(Command(plain, rest[0].line, own, ends))
    return Script(directives, tuple(commands), variables)


def _without(name: str, value: str) -> str:
    """What is assigned to a name, where that name stands in it and holds nothing yet."""
    return (
        re.sub(rf"\$(?:{name}\b|\{{{name}\}})", "", value)
        if f"${name}" in value or f"${{{name}}}" in value
        else value
    )


def flags(command: Command) -> Iterator[Entry]:
    """The flags of a command and its `key=value` words; what is neither comes as `argument`."""
    words = list(command.words)
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word.startswith("-") and not _is_number(word):
            name, equals, value = word.partition("=")
            if equals:
                yield Entry(name, _value(value), command.line)
                continue
            if name in ("-m", "--module") and at < len(words) and words[at][:1] not in ("-", ""):
                yield Entry(name, _value(words[at]), command.line)
                yield Entry("argument", words[at], command.line)
                at += 1
                continue
            values: list[Scalar] = []
            while at < len(words) and _is_value(words[at]) and not (values and _ends(words[at])):
                values.append(_value(words[at]))
                at += 1
                if _is_program(words[at - 1]) and not values[1:]:
                    break
            if len(values) == 1 and isinstance(values[0], str) and _is_program(values[0]) and name != "-m":
                yield Entry(name, True, command.line)
                yield Entry("argument", values[0], command.line)
            else:
                yield Entry(name, values[0] if len(values) == 1 else tuple(values) or True, command.line)
        elif _OVERRIDE.fullmatch(word):
            name, _, value = word.partition("=")
            yield Entry(name.lstrip("+"), _value(value), command.line)
        else:
            yield Entry("argument", word, command.line)


def _value(text: str) -> Scalar:
    return scalar(text.strip("\"'"))


def _is_number(word: str) -> bool:
    return isinstance(scalar(word), int | float) and not isinstance(scalar(word), bool)


def _is_value(word: str) -> bool:
    return not word.startswith("-") or _is_number(word)


def _ends(word: str) -> bool:
    return _is_program(word) or _OVERRIDE.fullmatch(word) is not None


def _is_program(word: str) -> bool:
    return word.endswith((".py", ".sh")) or word in ("train", "python", "torchrun")


def _directives(text: str) -> Iterator[Entry]:
    for number, line in enumerate(text.split("\n"), 1):
        found = _SBATCH.match(line.strip())
        options = _OPTION.findall(found[1].partition(" #")[0]) if found is not None else ()
        for dashes, name, value in options:
            long = _SHORT.get(name, name) if dashes == "-" else name
            yield Entry(f"sbatch.{long}", True if not value else value.strip("\"'"), number)


def _spoken(words: list[_Word], arrays: Mapping[str, list[str]], variables: Mapping[str, str]) -> Iterator[str]:
    """Words of a command as the program would get them."""
    before = ""
    for word in words:
        is_script, before = before in ("-c", "-lc", "-ec"), word.text
        listed = _ARRAY.fullmatch(word.text)
        if listed is not None:
            for item in arrays.get(listed[1], ()):
                yield from _split(item, expanded(item, variables))
            continue
        plain = _REFERENCE.fullmatch(word.text)
        if plain is not None and (plain[1] or plain[4]) in arrays:
            yield from (expanded(item, variables) for item in arrays[plain[1] or plain[4]])
            continue
        spoken = expanded(word.text, variables)
        is_whole = word.is_quoted and spoken == word.text and not is_script
        if is_script:
            yield from (word if word is _NEXT else expanded(word, variables) for word in _inner(spoken))
        else:
            yield from [spoken] if is_whole else _split(word.text, spoken)


def _split(before: str, after: str) -> Iterator[str]:
    """A variable that held several words becomes several."""
    if after == before and "\n" not in after and " --" not in after:
        yield after
        return
    for statement in _statements(after):
        for word in statement:
            yield word.text


def _inner(text: str) -> Iterator[str]:
    """The words of a script that a command is given, and where one of its commands ends."""
    for number, statement in enumerate(_statements(text)):
        if number:
            yield _NEXT
        for word in statement:
            yield word.text


def expanded(text: str, variables: Mapping[str, str]) -> str:
    """The text with references to variables and sums written out; what nothing sets stays."""
    for _ in range(_MOST_ROUNDS):
        after = _REFERENCE.sub(lambda found: _meaning(found, variables), text)
        after = _SUM.sub(lambda found: _sum(found, variables), after)
        if after == text or len(after) > 40_000:
            break
        text = after
    return text


def _meaning(found: re.Match[str], variables: Mapping[str, str]) -> str:
    name = found[1] or found[4]
    value = variables.get(name)
    if value and not (found[2] and _ARGUMENT.fullmatch(value)):  # an argument that nobody gave counts as empty
        return value
    return found[3].strip("'\"") if found[2] else found[0]


def _sum(found: re.Match[str], variables: Mapping[str, str]) -> str:
    """Whole numbers multiplied, divided, added or subtracted; anything else stays."""
    named = re.sub(r"\$?\{?([A-Za-z_]\w*)\}?", lambda name: variables.get(name[1], name[0]), found[1].strip())
    if _PLAIN_SUM.fullmatch(named) is None or "**" in named:
        return found[0]
    try:
        value = _whole(ast.parse(named.replace("//", "/"), mode="eval").body)
    except (SyntaxError, RecursionError, ValueError):
        return found[0]
    return found[0] if value is None else str(value)


def _whole(node: ast.expr) -> int | None:
    """The value of a sum of whole numbers, divided as a shell divides; None where it is no such sum."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, int) and not isinstance(node.value, bool) else None
    if not isinstance(node, ast.BinOp):
        return None
    first, second = _whole(node.left), _whole(node.right)
    if first is None or second is None or max(abs(first), abs(second)) > _LARGEST:
        return None
    if isinstance(node.op, ast.Mult):
        return first * second
    if isinstance(node.op, ast.Div | ast.Mod):
        if not second:
            return None
        return first // second if isinstance(node.op, ast.Div) else first % second
    if isinstance(node.op, ast.Add | ast.Sub):
        return first + second if isinstance(node.op, ast.Add) else first - second
    return None


def _statements(text: str) -> Iterator[list[_Word]]:
    """Words between ends of lines, semicolons and pipes. Quotes are resolved, comments and here-documents go."""
    words: list[_Word] = []
    word: list[str] = []
    line, started, quoted, at = 1, 1, False, 0
    heredoc: str | None = None

    def ended() -> None:
        nonlocal word, quoted
        if word or quoted:
            words.append(_Word("".join(word), started, quoted))
        word, quoted = [], False

    while at < len(text):
        letter = text[at]
        if letter == "\\" and at + 1 < len(text):
            if text[at + 1] == "\n":
                ended()
                line += 1
            else:
                word.append(text[at + 1])
            at += 2
            continue
        if letter in "'\"":
            end = _quote_end(text, at)
            word.append(text[at + 1 : end].replace("\\\n", " "))
            quoted = True
            line += text.count("\n", at, end)
            at = end + 1
            continue
        if text.startswith(("$(", "${"), at) or (letter == "(" and word and word[-1].endswith("=")):
            end = _closing(text, at)
            word.append(text[at:end])
            line += text.count("\n", at, end)
            at = end
            continue
        if letter == "#" and not word and not quoted:
            at = text.find("\n", at)
            if at < 0:
                break
            continue
        if letter in " \t\n;|&()":
            ended()
            if letter not in " \t" and words:
                heredoc = next((f[1] for w in words if (f := _HEREDOC.match(w.text))), None)
                yield words
                words = []
            if letter == "\n":
                line += 1
                if heredoc is not None:
                    closing = re.compile(rf"^\s*{heredoc}\s*$", re.M).search(text, at)
                    at = len(text) if closing is None else closing.end()
                    heredoc = None
                    continue
            at += 1
            continue
        if not word and not quoted:
            started = line
        word.append(letter)
        at += 1
    ended()
    if words:
        yield words


def _quote_end(text: str, at: int) -> int:
    """Where a quotation ends; the end of the text where nothing ends it."""
    quote, here = text[at], at + 1
    while here < len(text) and text[here] != quote:
        here += 2 if text[here] == "\\" and quote == '"' else 1
    return min(here, len(text))


def _closing(text: str, at: int) -> int:
    """Behind the bracket that closes the one at or after `at`."""
    depth, here = 0, at
    while here < len(text):
        if text[here] in "({":
            depth += 1
        elif text[here] in ")}":
            depth -= 1
            if depth == 0:
                return here + 1
        elif text[here] == "#" and text[here - 1] in " \t\n":
            end = text.find("\n", here)
            here = len(text) if end < 0 else end
            continue
        here += 1
    return len(text)
