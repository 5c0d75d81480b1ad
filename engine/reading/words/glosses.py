"""Questions that are not in English, phrase by phrase in English words, so that English frames read them, too.

A gloss is a phrase of another language (`words`) and what English says for it (`value`): "wie viele" is "how many".
"..." in the value stands for the words of the phrase that are no words of its own, such as the chip in "A100は何枚";
an empty value leaves the phrase out, as English does. Scripts without blanks and Cyrillic are glossed wherever they
stand; languages that share their letters with English where the text shows enough of their commonest words.
What is found in the glossed words is said of the words they stand for: positions are those of the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.reading.words.patterns import Match, Phrases, Spans, forms, words_of
from engine.reading.words.tokens import Token, lowered, tokenise
from knowledge.facts import Term

GLOSS = "gloss"  # the slot of a phrase of a script of its own, and how the slots of languages begin: "gloss.de"
LANGUAGE = "language"  # how the slots of the words a language is known by begin; their value: how much each tells
OF_SCRIPTS = ""  # the language of those that need no showing
KEPT = "..."
_OTHER_SCRIPTS = "\u0370"  # from this letter on: Greek, Cyrillic, Chinese and so on
ENOUGH = 2  # what different words of a language tell together to show it


@dataclass(frozen=True, slots=True)
class Glossed:
    """A text in English words: `tokens`, and for each the positions in the text that it stands for.

    `phrases`: the positions of each phrase that was glossed, and its English words.
    """

    tokens: tuple[Token, ...]
    origins: tuple[tuple[int, int], ...]
    phrases: tuple[tuple[tuple[int, ...], tuple[str, ...]], ...]

    def back(self, matches: Iterable[Match]) -> list[Match]:
        """The matches of the glossed words, at the positions of the text."""
        found: list[Match] = []
        for match in matches:
            spread = self.origins[match.first : match.last]
            if spread:
                first, last = min(first for first, _ in spread), max(last for _, last in spread)
                found.append(Match(match.slot, match.value, first, last, match.implies, match.fuzzy))
        return found

    def plain(self, is_common: Callable[[str], bool]) -> list[Match]:
        """The words whose English is nothing but the commonest words, which carry nothing of their own."""
        return [
            Match("common", GLOSS, place, place + 1)
            for places, words in self.phrases
            if all(is_common(word) for word in words)
            for place in places
        ]


@dataclass(frozen=True, slots=True)
class _Entry:
    """What stands for a phrase: words before those that are kept, whether any are, and words behind them.

    Worked out when a text first has the phrase: all of them would take longer than reading a hundred texts.
    """

    before: tuple[Token, ...]
    keeps: bool
    behind: tuple[Token, ...]
    own: frozenset[str]  # the words of the phrase that are not kept


_ByToken = Mapping[int, list[tuple[Match, _Entry]]]  # by their first token, the longest first


class Glosses:
    """The glosses of all languages, compiled once."""

    __slots__ = ("_compiled", "_entries", "_languages", "_listed", "known")

    def __init__(self, terms: Iterable[Term]) -> None:
        self._listed: dict[str, list[tuple[str, Term]]] = {}  # of each language, until a text in it is read
        self._compiled: dict[str, Phrases] = {}
        self._entries: list[tuple[str, str] | _Entry] = []  # what stands for a phrase, and the phrase
        self._languages: dict[str, dict[str, int]] = {}  # word -> how much it tells of each language
        for term in terms:
            words = [lowered(phrase) for phrase in term.words] if is_gloss(term) else []
            kind, _, language = term.slot.partition(".")
            for phrase in words:
                if kind == LANGUAGE:
                    self._languages.setdefault(phrase, {})[language] = int(term.value)
                else:
                    numbered = Term(slot=GLOSS, value=len(self._entries), words=())
                    self._listed.setdefault(language, []).append((phrase, numbered))
                    self._entries.append((str(term.value), phrase))
        phrases = (phrase for listed in self._listed.values() for phrase, _ in listed)
        # The words of all phrases are spelled right; those of other scripts are no misspellings of ours.
        self.known = frozenset(self._languages).union(
            word for phrase in phrases if phrase < _OTHER_SCRIPTS for word in words_of(phrase)
        )

    def _of(self, language: str) -> Phrases | None:
        """Two threads that compile a language at once do the same work twice and no harm."""
        if language not in self._listed:
            return None
        if language not in self._compiled:
            self._compiled[language] = Phrases(self._listed[language])
        return self._compiled[language]

    def _entry(self, number: int) -> _Entry:
        entry = self._entries[number]
        if not isinstance(entry, _Entry):
            value, phrase = entry
            entry = self._entries[number] = _entry(value, frozenset(_own(phrase)))
        return entry

    def of(self, tokens: Sequence[Token], spans: Spans) -> Glossed | None:
        """The text in English words; None where no phrase of another language stands in it."""
        found: dict[int, list[tuple[Match, _Entry]]] = {}
        for language in self._spoken(tokens):
            phrases = self._of(language)
            for match in phrases.find(tokens, spans) if phrases else ():
                found.setdefault(match.first, []).append((match, self._entry(int(match.value))))
        for listed in found.values():
            listed.sort(key=lambda one: one[0].last, reverse=True)
        return _Worded(tokens, found).glossed() if found else None

    def is_shown(self, tokens: Sequence[Token]) -> bool:
        """Whether a text is in one of the languages in our letters that are known beside English."""
        return any(language != OF_SCRIPTS for language in self._spoken(tokens))

    def _spoken(self, tokens: Sequence[Token]) -> tuple[str, ...]:
        """The languages of a text; `OF_SCRIPTS` stands for those with a script of their own."""
        own = any(token.kind == "word" and not token.norm.isascii() for token in tokens)
        shown: dict[str, int] = {}
        for word in {token.norm for token in tokens if token.norm in self._languages}:
            for language, tells in self._languages[word].items():
                shown[language] = shown.get(language, 0) + tells
        most = max(shown.values(), default=0)
        spaced = sorted(language for language, told in shown.items() if told == most >= ENOUGH)
        return (*((OF_SCRIPTS,) if own else ()), *spaced[:1])


def is_gloss(term: Term) -> bool:
    """Whether a term says how another language says something; such words are none of English."""
    return term.slot.partition(".")[0] in (LANGUAGE, GLOSS)


class _Worded:
    """A text on its way into English words."""

    def __init__(self, tokens: Sequence[Token], found: _ByToken) -> None:
        self._tokens = tokens
        self._found = found
        self._listed: list[tuple[Token, tuple[int, int]]] = []
        self._phrases: list[tuple[tuple[int, ...], tuple[str, ...]]] = []

    def glossed(self) -> Glossed:
        self._take(range(len(self._tokens)), frozenset())
        return Glossed(
            tuple(token for token, _ in self._listed), tuple(at for _, at in self._listed), tuple(self._phrases)
        )

    def _take(self, places: Sequence[int], taken: frozenset[int]) -> None:
        """The words for these places; a phrase that begins at a place of `taken` is the one they stand in."""
        behind = -1  # places before this are done
        for at in places:
            if at < behind:
                continue
            match, entry = self._longest(at, places[-1] + 1) if at not in taken else (None, None)
            if match is None or entry is None:
                self._listed.append((self._tokens[at], (at, at + 1)))
                continue
            behind = match.last
            inside = [place for place in places if at <= place < behind]
            kept = [place for place in inside if entry.keeps and self._is_kept(place, entry)]
            words = (*entry.before, *entry.behind)
            self._phrases.append(
                (tuple(place for place in inside if place not in kept), tuple(word.norm for word in words))
            )
            ahead, after = range(at, kept[0] if kept else at), range(kept[-1] + 1 if kept else at, behind)
            self._say(entry.before, ahead or after)
            if kept:
                self._take(kept, taken | {at})
            self._say(entry.behind, after or ahead)

    def _longest(self, at: int, last: int) -> tuple[Match, _Entry] | tuple[None, None]:
        """The longest phrase that begins here and ends in time."""
        return next(((one, entry) for one, entry in self._found.get(at, ()) if one.last <= last), (None, None))

    def _is_kept(self, place: int, entry: _Entry) -> bool:
        token = self._tokens[place]
        return token.norm != "-" and entry.own.isdisjoint(forms(token.norm))

    def _say(self, words: Sequence[Token], places: range) -> None:
        """Words for these places, in their order: a number word and its noun stand for different ones."""
        for number, word in enumerate(words):
            first = places[number * len(places) // len(words)]
            last = max(first + 1, places[0] + (number + 1) * len(places) // len(words))
            start, end = self._tokens[first].start, self._tokens[last - 1].end
            self._listed.append((replace(word, start=start, end=end, glued=False), (first, last)))


def _own(phrase: str) -> Iterable[str]:
    """The words of a phrase, without classes, gaps and numbers."""
    for element in phrase.split():
        for choice in element.removesuffix("?").split("|"):
            if choice not in ("*", "#") and not choice.startswith("<"):
                yield from (token.norm for token in tokenise(choice))


def _entry(value: str, own: frozenset[str]) -> _Entry:
    before, kept, behind = value.partition(KEPT)
    return _Entry(tuple(tokenise(before)), bool(kept), tuple(tokenise(behind)), own)
