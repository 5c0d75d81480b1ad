"""How the documents of a feed are found: at its addresses, page after page, by version, or through an index."""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from datetime import datetime
from typing import BinaryIO, NamedTuple
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit, urlunsplit

import ijson

from bot.feeds.decompress import CHUNK, plain
from bot.feeds.fetch import MEGABYTE, Fetched, Fetcher, FetchError, Validators, shown
from bot.wording.errors import UserError
from bot.wording.words import error
from knowledge.feeds.aws.index import csv_path, region_files, service_index
from knowledge.types.base import Cloud
from knowledge.types.feeds import FeedDescription, RefreshSettings

VERSION = re.compile(r"[\w.-]{1,64}")
VERSION_BYTES = 1024
SAVINGS_PLANS = "aws_savings_plans"
KEY_HEADER = "X-Goog-Api-Key"  # a header, since addresses get into logs
Documents = list[Fetched]
NEXT_PAGE: Mapping[str, str] = {"azure_pages": "NextPageLink", "gcp_pages": "nextPageToken"}


class Asking(NamedTuple):
    """What is asked of an account: what begins as wanted, which of it is sold by the block, on which moment."""

    at: datetime
    patience: RefreshSettings
    prefixes: frozenset[str] = frozenset()
    blocks: tuple[str, ...] = ()


class FetchJob(NamedTuple):
    """What is to be fetched. `known` are the validators of addresses that were read before; `stack` closes files.

    `seen` gathers the addresses that answered, by `trace`, each with its new validators (None: it has nothing new).
    """

    feed: FeedDescription
    cloud: Cloud
    fetcher: Fetcher
    known: Mapping[str, Validators]
    stack: ExitStack
    seen: dict[str, Validators | None]
    asking: Asking
    key: str = ""

    @property
    def addresses(self) -> tuple[str, ...]:
        return self.feed.addresses.get(self.cloud, ())

    def ask(self, address: str) -> Fetched | None:
        """The document, or None where it is what it was when it was read before."""
        return self._noted(address, self.fetcher.fetch(address, self.known.get(trace(address))))

    def get(self, address: str, headers: Mapping[str, str] | None = None) -> Fetched:
        """The document, whether it is new or not."""
        found = self._noted(address, self.fetcher.fetch(address, headers=headers))
        if found is None:  # an answer to what was not asked
            raise FetchError("status", "304")
        return found

    def _noted(self, address: str, found: Fetched | None) -> Fetched | None:
        if found:
            self.stack.callback(found.file.close)
        self.seen[trace(address)] = found.validators if found else None
        return found


def trace(address: str) -> str:
    """The address as the store keeps it: fit to be shown, and still another for another query or user."""
    plain_address = shown(address)
    if plain_address == address:
        return address
    return f"{plain_address}#{hashlib.sha256(address.encode()).hexdigest()[:12]}"


def documents(errand: FetchJob) -> Documents | None:
    """The documents of one snapshot, unpacked; None where nothing is new.

    Raises:
        FetchError: one of them could not be had, so there is no snapshot.
    """
    found = ROUTES[errand.feed.route](errand)
    return None if found is None else [each._replace(file=_unpacked(each, errand)) for each in found]


def _direct(errand: FetchJob) -> Documents | None:
    return _unless_known(errand, errand.addresses)


def _unless_known(errand: FetchJob, addresses: tuple[str, ...]) -> Documents | None:
    """All of them, or None if each is what it was: a snapshot of which a part is new needs the other parts too."""
    found = [errand.ask(each) for each in addresses]
    if not any(found):
        return None
    return [each or errand.get(address) for each, address in zip(found, addresses, strict=True)]


def _version(errand: FetchJob) -> Documents | None:
    said, address = errand.addresses
    newest = errand.ask(said)
    if newest is None:
        return None
    word = newest.file.read(VERSION_BYTES).decode("ascii", "replace").strip()
    if not VERSION.fullmatch(word):
        raise FetchError("version", shown(said))
    return _unless_known(errand, (address.replace("{version}", word),))


def _azure_pages(errand: FetchJob) -> Documents:
    return list(_pages(errand, lambda here, said: urljoin(here, said), {}))


def _gcp_pages(errand: FetchJob) -> Documents:
    headers = {KEY_HEADER: errand.key} if errand.key else {}
    return list(_pages(errand, _with_token, headers))


def _with_token(address: str, token: str) -> str:
    parts = urlsplit(address)
    query = [(name, value) for name, value in parse_qsl(parts.query) if name != "pageToken"]
    return urlunsplit(parts._replace(query=urlencode([*query, ("pageToken", token)])))


def _pages(errand: FetchJob, following: Callable[[str, str], str], headers: Mapping[str, str]) -> Iterator[Fetched]:
    """Each address and what follows it. A page met twice, by address or by content, is a loop."""
    met: set[str] = set()
    count = 0
    for start in errand.addresses:
        here: str | None = start
        while here:
            count += 1
            if count > errand.feed.documents_at_most:
                raise FetchError("pages", str(errand.feed.documents_at_most))
            page = errand.get(here, headers)
            for mark in (here, digest_of(page.file)):
                if mark in met:
                    raise FetchError("loop", shown(here))
                met.add(mark)
            said = page_after(page.file, NEXT_PAGE[errand.feed.route])
            if said is None:
                raise FetchError("no_json", shown(here))
            yield page
            here = following(here, said) if said else None


def page_after(file: BinaryIO, key: str) -> str | None:
    """What a page says under `key` of the page after it; empty where it is the last, None where it is no JSON."""
    try:
        # ijson's own numbers crash the process on an integer of endless digits
        said = next(ijson.items(file, key, use_float=True), None)
    except (ijson.JSONError, UnicodeDecodeError):
        return None
    finally:
        file.seek(0)
    return said if isinstance(said, str) else ""


def digest_of(file: BinaryIO) -> str:
    digest = hashlib.sha256()
    while chunk := file.read(CHUNK):
        digest.update(chunk)
    file.seek(0)
    return digest.hexdigest()


def _unpacked(fetched: Fetched, errand: FetchJob) -> BinaryIO:
    feed = errand.feed
    spare = errand.stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115 - the stack closes it
    most = int(feed.unpacked_megabytes_at_most * MEGABYTE)
    try:
        return plain(fetched.file, spare, most)
    except OverflowError:
        raise FetchError("unpacks_too_big", f"{feed.unpacked_megabytes_at_most:g}") from None
    except ValueError:
        raise FetchError("damaged", shown(fetched.address)) from None


def _aws_index(errand: FetchJob) -> Documents | None:
    """Index of services -> index of regions -> the file of each region asked for."""
    (start,) = errand.addresses
    indexes = service_index(errand.get(start).file)
    path = indexes.savings_plans if errand.feed.id == SAVINGS_PLANS else indexes.offers
    files = region_files(errand.get(urljoin(start, path)).file)
    if strange := [region for region in errand.feed.regions if region not in files]:
        raise FetchError("no_region", ", ".join(strange))
    return _unless_known(errand, tuple(urljoin(start, csv_path(files[region])) for region in errand.feed.regions))


def _account(errand: FetchJob) -> Documents:
    """Pages that the cloud's own library fetched. An address, where one is given, is the endpoint to ask."""
    from bot.feeds.aws_account import Account, pages

    feed, asking = errand.feed, errand.asking
    account = Account(feed.regions, asking.at, asking.patience, next(iter(errand.addresses), ""))
    found: Documents = []
    try:
        for page in pages(feed.id, account, asking.prefixes, asking.blocks):
            if len(found) == feed.documents_at_most:
                raise FetchError("pages", str(feed.documents_at_most))
            found.append(Fetched(feed.id, page))
    except UserError as problem:
        raise FetchError("account", error(problem)) from None
    return found


def _none(errand: FetchJob) -> Documents | None:
    raise FetchError("only_files", errand.feed.id)


ROUTES: Mapping[str, Callable[[FetchJob], Documents | None]] = {
    "direct": _direct,
    "version": _version,
    "azure_pages": _azure_pages,
    "gcp_pages": _gcp_pages,
    "aws_index": _aws_index,
    "account": _account,
    "none": _none,
}
