"""Text in, answer out: the one path that the terminal, Slack and the tests all take."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from bot.advice.answer import Answer as Answer
from bot.advice.asides import aside, with_figures
from bot.advice.asked_day import later_than, past_of
from bot.advice.asked_whole import as_meant, asked_alone, asked_whole
from bot.advice.by_model import ByModel, Reader, of_lines
from bot.advice.own_sources import asker, citing, own_sources, said_sources
from bot.advice.parts import Parts, parts, stands_alone
from bot.advice.readings import Readings
from bot.advice.rest import distinct, with_rest
from bot.advice.summed import NO_ASK, answered, kept, reckoned, turn_of, unsummed
from bot.advice.team import TeamData
from bot.advice.thread.first_line import with_first
from bot.advice.thread.turned import turned
from bot.advice.turns import again, as_answered, as_part, followed, form_before, of_turn, on_topic, without_read
from bot.advice.typed.settings import override
from bot.advice.unanswered import agreed, agreeing
from bot.advice.unheeded import founded, heeding
from bot.prices.market import Market, recorded
from bot.prices.team_market import TeamMarkets, with_told
from bot.restate.prompt import written
from bot.restate.restated import Restated
from bot.wording.errors import UserError
from bot.wording.redact import redact
from engine.answers import FactAnswer
from engine.forms import FORMS, Asked, Form, form_named, form_of
from engine.forms.again.why_not import OTHER
from engine.forms.against.cards import below_kind, is_of_cards, with_cards
from engine.forms.against.ended import with_ended
from engine.forms.ask_back import ASK_BACK
from engine.forms.chat import CHAT
from engine.forms.choose import CHOOSE, is_bare
from engine.forms.domains.of_kind import counted_over, of_kind, said_of_it
from engine.forms.explain import EXPLAIN, held_nearby
from engine.forms.faqs.written import before_kind, is_written, over_general, with_written, written_alone
from engine.forms.first.contract import misses, of_kind_asked
from engine.forms.loads.carried import carried
from engine.forms.per_unit.rates import says_amount
from engine.forms.sold.at_day import AtDay
from engine.forms.sold.moved import MOVED
from engine.forms.sums.leading import in_one, leading
from engine.forms.unheld.beside import with_unknown, with_unpriced
from engine.forms.unheld.listed import told_of_listed, with_listed
from engine.forms.unheld.named_cards import with_named
from engine.forms.unsure.gate import is_half_read
from engine.forms.unsure.guessed import as_understood
from engine.forms.unsure.half_read import half_read
from engine.forms.worked.gates import gated
from engine.library import Library, library_of
from engine.options.named import reaching
from engine.reading.asking.clauses import clauses
from engine.reading.asking.corrected import corrected
from engine.reading.document import laid_out
from engine.reading.intents import asks_why
from engine.reading.turns.of_family import of_family
from engine.reading.turns.summing import Summing
from engine.reading.vocabulary import Vocabulary, compile_vocabulary
from engine.reading.words.quotes import own_words
from engine.verdict.shown.difference import difference
from engine.verdict.verdict import Verdict, verdict
from engine.workload.profile import Reading
from knowledge.facts import Facts, Faq, Hit, Offer, OwnMeasurement, OwnPrice

if TYPE_CHECKING:
    from bot.prices.market_cache import Markets
    from knowledge.history.queries import HistoryReader
    from knowledge.search.index import Search

Settings = Mapping[str, str] | None  # slots set by hand
MAX_CHARACTERS, TEAMS, NOBODY = 12_000, 8, TeamData()  # of a text; whose libraries are kept; who is no team
LAST = (ASK_BACK, CHOOSE, EXPLAIN)  # tried where none of the forms that a text asks for can answer


class Advisor:
    """Holds the facts and the compiled vocabulary; every answer is a pure function of them and the day."""

    def __init__(
        self, facts: Facts, as_of: date | None = None, markets: Markets | None = None,
        forms: tuple[Form, ...] = FORMS, reader: Reader | None = None, vocabulary: Vocabulary | None = None,
    ) -> None:  # fmt: skip
        """`markets`: observed prices, those that come along where None; `forms` it tells apart and gives; `reader`: a
        language model, where one is set up; `vocabulary`: that of the facts."""
        self.facts, self.forms, self._model = facts, forms, ByModel(reader or Reader())
        self._markets, self._seen = markets, (markets.recalled, markets.term_rates) if markets else (None, None)
        self._team_markets = TeamMarkets(facts)
        self._library = library_of(facts)
        self._libraries: dict[tuple[tuple[OwnMeasurement, ...], int], Library] = {}
        self._vocabulary = vocabulary or compile_vocabulary(facts, forms)
        self._readings = Readings(self._vocabulary, facts)
        self._as_of = as_of

    def ask(
        self,
        text: str,
        *,
        before: Reading | None = None,
        settings: Settings = None,
        team: TeamData = NOBODY,
        market: Market | None = None,
    ) -> Answer:
        """Answer `text`; with `before` it is a follow-up to that reading, with `settings` slots are overridden.

        `team`: what the team that asks measured and pays itself; `market` replaces all prices of the day. Raises
        UserError: nothing to read, too much to read, or a setting whose slot or value does not exist.
        """
        made = self._asked(text, before, settings, team, market)
        prices = self.library(team.own, market or self.market(self.today(), team.prices))
        if before is not None and not settings:
            anew = partial(self.ask, team=team, market=market)
            made = turned(made, before, redact(text), prices, self._vocabulary, self.parse, anew, reckoned)
            made = agreed(made, before, own_words(redact(text)), self._vocabulary, self._library)
        made = with_figures(made, redact(text), before, None if settings else self.parse, prices, self.today())
        return with_first(citing(made, team.own, self.facts), self.parse, self.facts)

    def _asked(
        self, text: str, before: Reading | None, settings: Settings, team: TeamData, market: Market | None
    ) -> Answer:
        """The answer by what the text itself asks, or what it changes of its thread."""
        text = of_family(redact(text), before)
        text = corrected(text, self._vocabulary) if before else text
        one = partial(self._one, before=before, settings=settings, team=team, market=market)

        def of_plain(plain: Restated) -> Answer:
            return of_lines(text, plain, one, self.parse(text, before=before), self._offered)

        prices = self.library(team.own, market or self.market(self.today(), team.prices))
        if told := aside(text, before, self.parse, self._vocabulary, prices, self.today()):
            return told
        turn, private = self.sum_turn(text, before), bool(team.own or team.prices)
        anew = partial(self.ask, team=team, market=market)
        reads = partial(asked_alone, self.parse, prices, self.today())
        if before and not settings and (meant := as_meant(text, before, self._vocabulary, anew, reads)):
            return meant
        if turn and before and (first := reckoned(turn, before)):
            summed = answered(text, first, turn, before, self.parse, prices.facts.sources, self.today())
            return self._model.checked(summed, text, before, of_plain, private=private)
        asks = turn.change if turn and turn.change and turn.asks - NO_ASK else text
        plain = self._model.restated(text, before, self.parse) if len(text) <= MAX_CHARACTERS else None
        answer = of_plain(plain) if plain else self._of_text(asks, before, settings, team, market)
        if before is not None:
            answer = asked_whole(followed(answer, before, self.facts), before, anew, self._vocabulary)
        answer = kept(answer, before, turn).model_copy(update={"question": text})
        alone = partial(self._one, before=answer.goes_on_from, settings=None, team=team, market=market)
        own = own_words(text) if before else text
        told = with_rest(answer, own, self._library, self._vocabulary, None if before or settings else alone)
        told = agreeing(heeding(told) if told.parts else told, own, self._vocabulary, self._library)
        return self._model.checked(told, text, before, of_plain, private=private)

    def _of_text(
        self, text: str, before: Reading | None, settings: Settings, team: TeamData, market: Market | None
    ) -> Answer:
        """The answer to a text in its parts."""
        told, summed = Parts((text,)), None
        if 0 < len(text) <= MAX_CHARACTERS and text.strip():
            own = own_words(text) if before else text
            told = parts(own, self.questions(own), lambda part, last: self.parse(part, before=last), before)
            if len(told.answered) > 1:
                summed = None if before else Asked(on_topic(self.parse(text), None), self._library, self.today())
                if summed is None or not in_one(summed):
                    return self._one_by_one(text, told, before, settings, team, market)
        answer = self._one(text, before=before, settings=settings, team=team, market=market, summed=summed)
        return answer.model_copy(update={"left_out": told.left_out})

    @cached_property
    def _offered(self) -> dict[str, Faq]:
        return written(self.facts)

    def questions(self, text: str) -> tuple[str, ...]:
        """The questions of a message, in their order."""
        return clauses(text, self._vocabulary)

    def _one_by_one(
        self,
        text: str,
        told: Parts,
        before: Reading | None,
        settings: Settings,
        team: TeamData,
        market: Market | None,
    ) -> Answer:
        """The parts answered in order: one that names no work by itself goes on with the part before it.

        In a thread every part goes on.
        """
        answers: list[Answer] = []
        whole = self.parse(text, before=before)
        shared = whole if before is None and stands_alone(whole) else before
        for part in told.answered:
            alone = before is None and stands_alone(self.parse(part))
            first = before if alone else shared
            known = answers[-1].goes_on_from if answers and not alone else first
            answers.append(self._one(part, before=known, settings=settings, team=team, market=market, within=whole))
        kept, unheld = distinct(answers)
        beside: dict[str, object] = {"parts": tuple(kept)} if len(kept) > 1 else {}
        return kept[0].model_copy(update=beside | {"question": text, "left_out": (*told.left_out, *unheld)})

    def _one(
        self,
        text: str,
        *,
        before: Reading | None,
        settings: Settings,
        team: TeamData,
        market: Market | None,
        within: Reading | None = None,
        summed: Asked | None = None,
    ) -> Answer:
        """`within`: the message of which it is a part, whose kind of work it is of; `summed`: see `answer`."""
        if before is None and not settings and (past := self._at_day(text, team)) is not None:
            return past
        reading = on_topic(self.parse(text, before=before, settings=settings), before)
        reading = as_part(reading, self.parse(text), within) if within else reading
        reading = counted_over(reading, (within, before), self._library)
        if before and reading.intent == "off_topic" and form_before(before, self.forms).continues(text, self.facts):
            goes_on = {"intent": "followup", "form": form_before(before, self.forms).id}
            reading = reading.model_copy(update=goes_on)  # carbon's "compare Oregon and Sweden"
        return self.answer(text, reading, before=before, team=team, market=market, summed=summed)

    def _at_day(self, text: str, team: TeamData) -> Answer | None:
        """The answer to a question for the price of a day that is past, or how it moved since; None to any other."""
        today = self.today()
        if (asked := past_of(text, self._vocabulary, self.parse, today)) is None:
            return None
        day, reading = asked
        if MOVED.intersection(reading.cues):
            return self.answer(text, reading, team=team)
        later = later_than(day, today, (self.market(today, team.prices) or self.recorded).offers)
        return self.answer(text, reading, team=team, day=day, later=later)

    def answer(
        self, question: str, reading: Reading, *, before: Reading | None = None, team: TeamData = NOBODY,
        day: date | None = None, market: Market | None = None, later: tuple[Offer, ...] = (),
        summed: Asked | None = None,
    ) -> Answer:  # fmt: skip
        """At the facts of `day`; `later`: what was seen since a past one; `summed`: sums of it made already."""
        day, reading = day or self.today(), unsummed(reading)
        market = with_told(market or self.market(day, team.prices), self.recorded, reading, self.facts, day)
        library = reaching(self.library(team.own, market).looking_back(later), reading.profile)
        sources = self.facts.sources | (market.sources if market else {}) | own_sources(team.own, self.facts)
        reading = carried(reading, library, day)
        form, stated, asked = self._answered(reading, library, day, summed)
        form, stated = over_general(*gated(*leading(form, stated, asked), asked), asked)
        reading, asked = without_read(reading, asked, stated)
        sources |= said_sources(stated, self.facts) | asker(day)
        stated = stated.dated(AtDay(day=day)) if later else stated
        if not (form.asks_nothing or stated.whole):
            stated = with_named(as_understood(form.id, stated, asked), reading, library)
        reading = said_of_it(reading) if stated.of_kind else reading
        if self._markets and (listed := self._markets.listed(day, question)).prices:
            form, stated = with_listed(form, stated, told_of_listed(listed.prices, reading.profile, day))
            sources |= listed.sources
        plain = Answer(
            question=question,
            reading=as_answered(reading, form, stated),
            form=form,
            before=before,
            facts=stated,
            rule_lean=asked.rules[0].lean if asked.rules else None,
            sources=sources,
            as_of=day,
            market=market,
        )
        if not stated.verdict_below:
            return founded(heeding(plain), asked)
        judged = asked.verdict
        totals = before is not None and reading.follows and says_amount(before.profile)  # one was told
        earlier = verdict(before, library, day, compared=True) if before and totals else None
        changed = difference(before, reading, earlier, judged) if before and earlier else None
        home = {"home": judged.base.filled.profile.clouds}
        of_verdict = {"rule_lean": judged.rule_lean, "verdict": judged, "changed": changed, "earlier": earlier}
        told = plain.model_copy(update=of_verdict | {"reading": plain.reading.model_copy(update=home)})
        return founded(heeding(told), asked)

    def _answered(
        self, reading: Reading, library: Library, day: date, summed: Asked | None
    ) -> tuple[Form, FactAnswer, Asked]:
        """The first form that can answer, of those the reading names; else that of its topic, advice, a passage."""
        named = [form_named(name, self.forms) for name in (reading.form, *reading.other_forms) if name]
        judged: Verdict | None = None
        named += [EXPLAIN] if reading.intent == "off_topic" else []
        for form in dict.fromkeys(of_kind_asked((*named, form_of(reading.topic, self.forms), *LAST), reading)):
            apart = form.of_turn or (form.id == reading.form and not form.of_work) or form.asks_nothing
            turn = of_turn(reading) if apart else reading
            asked = Asked(turn, library, day, cache(partial(self._found, form, turn)), judged).sharing(summed)
            stated = form.answer(asked)
            if stated is not None and not misses(stated, reading):
                if stated.whole:
                    return form, stated, asked
                kind = of_kind(form.id, stated, asked)
                form, stated = with_cards(form, stated, asked)
                if kind is not None:
                    told = with_ended(form, below_kind(before_kind(kind, asked), stated, asked), asked)
                    return (EXPLAIN if form.asks_nothing else form), with_unknown(told, asked), asked
                if not stated.of_told and is_half_read(reading, form.id, library, stated.headline):
                    written = written_alone(asked)
                    return EXPLAIN if written else form, with_unknown(written or half_read(asked), asked), asked
                form, stated = with_written(
                    EXPLAIN if form.asks_nothing and stated.questions else form, stated, asked
                )
                if form.id != CHAT.id:
                    alone = is_written(stated) or is_of_cards(stated)
                    stated = with_unknown(stated, asked) if alone else with_unpriced(stated, asked, form)
                return form, again(with_ended(form, stated, asked), asked), asked
            judged = asked.known_verdict
        asked = Asked(reading, library, day, cache(partial(self._found, EXPLAIN, reading)), judged)
        nearby = held_nearby(asked)
        kind = of_kind(EXPLAIN.id, nearby, asked)
        form, told = with_cards(EXPLAIN, nearby, asked)
        return form, with_ended(form, below_kind(kind, told, asked) if kind else told, asked), asked

    def judge(self, reading: Reading, library: Library, day: date) -> Verdict:
        """The verdict alone."""
        return verdict(reading, library, day)

    @cached_property
    def recorded(self) -> Market:
        """The prices that come with the facts alone."""
        return recorded(self.facts)

    def today(self) -> date:
        """The day answers are of."""
        return self._as_of or datetime.now(ZoneInfo("UTC")).date()

    def market(self, day: date, prices: tuple[OwnPrice, ...] = ()) -> Market | None:
        """The prices of a day, for a team with prices of its own; None where those that come along are all."""
        seen = self._markets.on(day) if self._markets else None
        return self._team_markets.of(seen or self.recorded, prices, day) if prices else seen

    def read_prices_through(self, history: HistoryReader) -> None:
        """In a server: observed prices come by the connections of its store."""
        if self._markets:
            self._markets.read_through(history)

    def settle(self, day: date | None = None, within: float | None = None) -> None:
        """Waits until the newest prices of a day are read, or those being read; questions do not, in a server."""
        if self._markets:
            self._markets.settle(day, within)

    def library(self, own: tuple[OwnMeasurement, ...] = (), market: Market | None = None) -> Library:
        """The facts, the team's own measurements and the prices; kept for the next question like it."""
        if not own and market is None:
            return self._library
        key = own, id(market.offers) if market else 0  # a library keeps its offers, so no other tuple gets that id
        if key not in self._libraries:
            plain = Library(self.facts, own) if own else self._library
            priced = plain.at(market.offers, market.sources, *self._seen) if market else plain
            self._libraries = dict(list(self._libraries.items())[-TEAMS:]) | {key: priced}
        return self._libraries[key]

    @cached_property
    def _search(self) -> Search:
        """Made for the first question that needs it: most ask for advice and need none."""
        from knowledge.search.index import search_of

        return search_of(self.facts)

    def _found(self, form: Form, reading: Reading) -> tuple[Hit, ...]:
        """Entries for a question about facts; for one about little else only where they are surely meant."""
        things = (*reading.profile.candidates, *reading.profile.instances)
        if not form.searches and not is_bare(reading):
            return ()
        if not form.searches:
            hits = self._search.find(self._vocabulary.in_english(reading.text), things)
            sure = self._library.constants.entry("sure_hit").value
            enough = sure.low if reading.topic == CHOOSE.intent and reading.profile.stated() else sure.likely
            return hits if hits and hits[0].score >= enough else ()
        return self._search.find(self._readings.searched(reading, form), things)

    def asks_why(self, text: str) -> bool:
        """Whether the text asks for the reasons of the answer before it, or doubts it, and asks nothing else."""
        return bool(whys := asks_why(laid_out(text, self._vocabulary))) and OTHER not in whys

    def doubts(self, text: str) -> bool:
        """Whether the text asks how sure the answer before it is, or of how many cards, and nothing else."""
        return not {"doubts", "each_or_all"}.isdisjoint(asks_why(laid_out(text, self._vocabulary)))

    def sum_turn(self, text: str, before: Reading | None) -> Summing | None:
        """What a turn asks of the dollars that its thread told."""
        return turn_of(text, before, self._vocabulary, self.parse)

    def parse(self, text: str, *, before: Reading | None = None, settings: Settings = None) -> Reading:
        if not text.strip() or len(text) > MAX_CHARACTERS:
            raise (
                UserError("too_long", length=len(text), limit=MAX_CHARACTERS) if text.strip() else UserError("empty")
            )
        if not (any(ch.isalnum() for ch in text) or (before and "$" in text)):
            raise UserError("no_words")
        if self._markets:
            text = self._markets.listed(self.today(), text).spelled_out(text)
        reading = self._readings.of(text, before, self.today())
        return override(reading, settings, self.facts) if settings else reading
