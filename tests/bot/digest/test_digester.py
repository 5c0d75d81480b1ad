"""A digest from what feeds saw: what it says of a channel's own workloads, of failing feeds, and of a quiet week."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from threading import Lock

import pytest
from click.testing import CliRunner, Result

from bot.advice.advisor import Advisor
from bot.advice.rejudge import freeze
from bot.blockkit.check import check_message
from bot.cli import chipscout
from bot.digest.digester import Digester, DigestRequest
from bot.digest.message import DigestPart, parts
from bot.prices.market_cache import Markets
from bot.wording.errors import UserError
from bot.wording.words import error
from engine.changes.told import Told
from engine.impact.digest import Digest
from knowledge.facts import Facts
from knowledge.store.store import Store
from knowledge.store.subscriptions import Filters
from knowledge.store.verdicts import KeptVerdict
from tests.bot.observed import P5, P5EN, TRN2, blocks, price, take, take_for_good

BEFORE, SINCE, THEN, UNTIL = date(2026, 11, 7), date(2026, 11, 14), date(2026, 11, 18), date(2026, 11, 21)
NOW = 1795219200.0  # noon of UNTIL
P4D = P5._replace(instance="p4d.24xlarge")
EVERYTHING = Filters()
QUESTION = "trn2.48xlarge or p5en.48xlarge: Llama 8B full fine-tune, PyTorch, 1B tokens, 200 runs, us-east-1"


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "chipscout.db"
    monkeypatch.setenv("CHIPSCOUT_DB", str(file))
    return file


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path, lambda: NOW) as opened:
        yield opened


def cut(store: Store) -> None:
    """p5 fell by a fifth on the 18th; p4d showed 3.66 and was back: that looks wrong."""
    for day, p5, p4d in ((BEFORE, "55.04", "21.96"), (SINCE, "55.04", "21.96"), (THEN, "44.03", "3.66")):
        take(store, day, price(P5, p5), price(P4D, p4d))
    take(store, UNTIL, price(P5, "44.03"), price(P4D, "21.96"))


def made(facts: Facts, store: Store, filters: Filters = EVERYTHING) -> Digest:
    advisor = Advisor(facts, UNTIL, Markets(store.path, facts))
    return Digester(advisor, store, Lock()).make(DigestRequest("T1", "C1", SINCE, UNTIL, filters))


def said(part: DigestPart) -> str:
    return json.dumps(part.message.blocks, ensure_ascii=False)


def run(*words: str) -> Result:
    return CliRunner().invoke(chipscout, ["digest", "--as-of", str(UNTIL), *words])


def test_parent_table_and_chart_are_valid_slack_messages(facts: Facts, store: Store) -> None:
    cut(store)
    drafted = parts(facts, made(facts, store), "C1")
    assert [part.name for part in drafted] == ["parent", "table", "chart"]
    for part in drafted:
        assert check_message({"text": part.message.text, "blocks": part.message.blocks}) == ()
    assert "1 price looks wrong and is not reported" in said(drafted[1])
    assert "3.66" not in "".join(said(part) for part in drafted)


def test_the_chart_starts_at_100_and_ends_at_80(facts: Facts, store: Store) -> None:
    cut(store)
    chart = parts(facts, made(facts, store), "C1")[2].message.blocks[0]["chart"]
    values = [point["value"] for point in chart["series"][0]["data"]]  # type: ignore[index]
    assert (values[0], values[-1]) == (100.0, 80.0)  # 44.03 / 55.04 = 0.79996


def test_a_price_cut_is_reported_with_the_verdict_it_changes(facts: Facts, store: Store) -> None:
    """p5en by Capacity Block to half its price: what a run on Trainium saves no longer pays for the port."""
    take_for_good(store, SINCE, *blocks("35.7608"))  # p5en above what comes with chipscout
    advisor = Advisor(facts, SINCE, Markets(store.path, facts))
    answer = advisor.ask(QUESTION)
    assert answer.verdict is not None and answer.verdict.lean == "trainium"
    store.verdicts.keep(
        KeptVerdict(
            id="v1", team="T1", channel="C1", thread_ts="1.0", user="U1", question=QUESTION,
            reading=answer.reading.model_dump_json(), prices=freeze(store, advisor, "T1", answer), as_of=SINCE,
            lean="trainium", option=None, headline="", created=NOW,
        )
    )  # fmt: skip
    for day in (THEN, UNTIL):
        rows = [row for row in blocks("35.7608") if row.key != P5EN]
        take(store, day, *rows, price(P5EN, "31.579"))
    found = made(facts, store)
    (hit,) = found.affected
    assert hit.is_flipped and (hit.before.lean, hit.after.lean) == ("trainium", "gpu")
    assert [change.instance for change in hit.because] == ["p5en.48xlarge"]
    assert set(hit.chips) == {"trainium2", "h200"}
    (line,) = found.lines
    assert (line.name, line.verdicts, line.is_used) == ("H200 SXM", ("v1",), True)
    parent = said(parts(facts, found, "C1")[0])
    assert "1 verdict here no longer holds" in parent
    assert "was Trainium, is now NVIDIA GPU" in parent
    assert "$63.16 to $31.58/h" in parent and "cause: p5en.48xlarge by Capacity Block (-50.0%)" in parent


def test_verdicts_of_other_channels_and_private_ones_are_not_reported(facts: Facts, store: Store) -> None:
    cut(store)
    for number, channel, is_private in (("v1", "C2", False), ("v2", "C1", True)):
        store.verdicts.keep(
            KeptVerdict(
                id=number, team="T1", channel=channel, user="U1", question=QUESTION, reading="{}", as_of=SINCE,
                lean="gpu", option=None, headline="", is_private=is_private, created=NOW,
            )
        )  # fmt: skip
    assert made(facts, store).affected == ()


def test_a_cause_tells_its_move_between_the_days_of_the_verdict(facts: Facts, store: Store) -> None:
    """The channel was told 63.16; the verdict is of the day it was 50.00: 31.58 / 50 is 36.8% less."""
    take_for_good(store, BEFORE, *blocks("35.7608"))
    for day in (SINCE - timedelta(days=3), SINCE):
        rows = [row for row in blocks("35.7608") if row.key != P5EN]
        take(store, day, *rows, price(P5EN, "50.00"))
    advisor = Advisor(facts, SINCE, Markets(store.path, facts))
    answer = advisor.ask(QUESTION)
    store.verdicts.keep(
        KeptVerdict(
            id="v1", team="T1", channel="C1", thread_ts="1.0", user="U1", question=QUESTION,
            reading=answer.reading.model_dump_json(), prices=freeze(store, advisor, "T1", answer), as_of=SINCE,
            lean="trainium", option=None, headline="", created=NOW,
        )
    )  # fmt: skip
    for day in (THEN, UNTIL):
        rows = [row for row in blocks("35.7608") if row.key != P5EN]
        take(store, day, *rows, price(P5EN, "31.579"))
    now = Advisor(facts, UNTIL, Markets(store.path, facts))
    asked = DigestRequest("T1", "C1", SINCE, UNTIL, EVERYTHING, Told(BEFORE))
    (hit,) = Digester(now, store, Lock()).make(asked).affected
    assert [(change.instance, round(share or 0, 3)) for change, share in hit.causes] == [("p5en.48xlarge", -0.368)]


def test_a_quiet_week_is_one_line_without_a_thread(facts: Facts, store: Store) -> None:
    for day in (SINCE, UNTIL):
        take(store, day, price(P5, "55.04"))
    (only,) = parts(facts, made(facts, store, Filters(clouds=("aws",))), "C1")
    assert only.message.text == "From 2026-11-14 to 2026-11-21 no price that this channel asked about moved."
    assert len(only.message.blocks) == 1


def test_failing_feeds_and_unread_clouds_are_reported(facts: Facts, store: Store) -> None:
    take(store, SINCE, price(P5, "55.04"))
    store.history.note_attempt("skypilot", "aws", NOW - 2 * 24 * 3600, ok=False, because="timeout")
    text = parts(facts, made(facts, store, Filters(clouds=("aws",))), "C1")[0].message.text
    assert "skypilot (AWS) could not be read since 2026-11-19 (timeout); its last known prices stay in use." in text
    assert "AWS: last read 2026-11-14; later moves are not included." in text


def test_a_feed_that_failed_after_the_period_is_not_reported(facts: Facts, store: Store) -> None:
    take(store, SINCE, price(P5, "55.04"))
    store.history.note_attempt("skypilot", "aws", NOW + 2 * 24 * 3600, ok=False, because="timeout")
    assert made(facts, store, Filters(clouds=("aws",))).failing == ()


def test_one_digester_serves_a_reader_who_has_known_the_same_day_for_months(facts: Facts, store: Store) -> None:
    """Of nine weeks eight days stay judged; the day that the reader knows is needed for each of them."""
    take(store, BEFORE, price(P5, "55.04"))
    digester = Digester(Advisor(facts, UNTIL, Markets(store.path, facts)), store, Lock())
    for week in range(10):
        until = UNTIL + timedelta(weeks=week)
        made = digester.make(DigestRequest("T1", "C1", until - timedelta(weeks=1), until, told=Told(BEFORE)))
        assert made.is_quiet


def test_a_hundred_changes_fit_and_the_parent_stays_short(facts: Facts, store: Store) -> None:
    regions = sorted(name for name, region in facts.regions.items() if region.cloud == "aws")
    rows = [(P5._replace(region=region), 50.0 + place) for place, region in enumerate(regions)]
    for day, share in ((BEFORE, 1.0), (SINCE, 1.0), (THEN, 0.6), (UNTIL, 0.6)):
        take(
            store,
            day,
            *(price(key, f"{usd * (share + 0.01 * (int(usd) % 30) * (share < 1)):.4f}") for key, usd in rows),
        )
    drafted = parts(facts, made(facts, store), "C1")
    for part in drafted:
        assert check_message({"text": part.message.text, "blocks": part.message.blocks}) == ()
    assert drafted[0].message.plain.count("•") == 1, "one line of all regions"
    assert f"in {len(regions)} regions" in drafted[0].message.plain


# ---- the command


def test_the_terminal_prints_text_and_json(store: Store) -> None:
    cut(store)
    shown = run()
    assert shown.exit_code == 0, shown.output
    head = "H100 SXM on demand, AWS: -20.0% in us-east-1 (p5.48xlarge)"
    assert shown.stdout.startswith(f"{head}\nFrom 2026-11-14 to 2026-11-21 1 price moved.")
    assert "[skypilot] SkyPilot catalog, 2026-11-21" in shown.stdout
    told = json.loads(run("--json").stdout)
    assert [(move["instance"], move["before"], move["after"]) for move in told["moves"]] == [
        ("p5.48xlarge", 55.04, 44.03)
    ]
    assert [one["instance"] for one in told["held_back"]] == ["p4d.24xlarge"]
    assert {one["cloud"] for one in told["unread"]} == {"gcp", "azure"}


def test_without_any_feed_it_reports_recorded_prices_and_says_so(path: Path) -> None:
    shown = CliRunner().invoke(chipscout, ["digest", "--since", "2025-06-10", "--as-of", "2025-07-01"])
    assert "H100 SXM on demand, AWS: -44.0% in us-east-1 (p5.48xlarge $98.32 to $55.04/h" in " ".join(
        shown.stdout.split()
    )
    assert "No feed has been read here yet" in shown.stdout and path.exists()


def test_after_importing_the_readme_s_table_recorded_changes_are_still_reported(path: Path) -> None:
    done = CliRunner().invoke(chipscout, ["prices", "import", "recorded", "docs/prices.csv"])
    assert done.exit_code == 0 and path.exists()
    shown = CliRunner().invoke(chipscout, ["digest", "--since", "2025-06-10", "--as-of", "2025-07-01"])
    assert "p4d.24xlarge" in shown.stdout and "No price news" not in shown.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--since", "2026-12-01"), "is after 2026-11-21"),
        (("--post", "#ml"), "is not a channel ID"),
        (("--post", "C0123456789"), "Set SLACK_BOT_TOKEN"),
    ],
)
@pytest.mark.usefixtures("path")
def test_invalid_input_is_reported_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], sentence: str
) -> None:
    monkeypatch.delenv("SLACK_BOT_TOKEN", raising=False)
    done = run(*words)
    assert isinstance(done.exception, UserError) and sentence in error(done.exception)


def test_a_price_that_moved_beside_the_one_that_did_it_changed_no_verdict(facts: Facts, store: Store) -> None:
    """At 35.76 and 63.16 USD/h 150 runs are cheaper on Trainium; above 44.39 they are not, whatever p5en's 2% do."""
    first, last = (price(TRN2, "35.76"), price(P5EN, "63.16")), (price(TRN2, "200"), price(P5EN, "62"))
    take_for_good(store, SINCE, *first)
    advisor = Advisor(facts, None, Markets(store.path, facts))
    text = "trn2.48xlarge or p5en.48xlarge for a Llama 8B full fine-tune, 1B tokens a run, 150 runs, PyTorch, AWS"
    answer = advisor.answer(text, advisor.parse(text), day=SINCE)
    assert answer.verdict is not None and answer.verdict.option is not None
    kept = {
        "id": "v1", "team": "T1", "channel": "C1", "thread_ts": "1.000001", "user": "U1", "question": text,
        "reading": answer.reading.model_dump_json(), "as_of": SINCE, "headline": "", "lean": answer.verdict.lean,
        "prices": freeze(store, advisor, "T1", answer), "option": answer.verdict.option.id, "is_watched": True,
    }  # fmt: skip
    store.verdicts.keep(KeptVerdict.model_validate(kept))
    take_for_good(store, UNTIL, *last)
    told = made(facts, store)
    assert {change.instance for hit in told.affected for change in hit.because} == {"trn2.48xlarge"}
    assert [(line.name, bool(line.verdicts)) for line in told.lines] == [("Trainium2", True), ("H200 SXM", False)]
