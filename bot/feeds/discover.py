"""Finds and downloads the documents of a feed: from its addresses, page by page, by version, or through an index."""

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

from bot.feeds.decompress import CHUNK, decompress
from bot.feeds.fetch import MEGABYTE, Fetched, Fetcher, FetchError, Validators, without_secrets
from bot.wording.errors import UserError
from bot.wording.words import error
from knowledge import bounded_json
from knowledge.feeds.aws.index import csv_path, region_files, service_index
from knowledge.types.base import Cloud
from knowledge.types.feeds import FeedDescription, RefreshSettings

VERSION = re.compile(r"[\w.-]{1,64}")
VERSION_BYTES = 1024
SAVINGS_PLANS = "aws_savings_plans"
KEY_HEADER = "X-Goog-Api-Key"  # a header, since addresses get into logs
KEY_REFUSED = frozenset({"400", "401", "403"})  # statuses
NO_ACCOUNT = frozenset({"aws_no_boto3", "aws_no_credentials"})
Documents = list[Fetched]
NEXT_PAGE: Mapping[str, str] = {"azure_pages": "NextPageLink", "gcp_pages": "nextPageToken"}


class NotAvailableError(FetchError):
    """A feed that needs an account is on, and there is none here: nothing failed."""


class AccountQuery(NamedTuple):
    """What to ask an account for: prefixes of types, those sold as Capacity Blocks, all known, and the moment."""

    at: datetime
    patience: RefreshSettings
    prefixes: frozenset[str] = frozenset()
    blocks: tuple[str, ...] = ()
    types: tuple[str, ...] = ()


class FetchJob(NamedTuple):
    """One cloud of a feed to download. `known` holds the validators of addresses read before; `stack` closes files.

    `seen` collects the addresses that answered, by `validator_key`, with their new validators (None: unchanged).
    """

    feed: FeedDescription
    cloud: Cloud
    fetcher: Fetcher
    known: Mapping[str, Validators]
    stack: ExitStack
    seen: dict[str, Validators | None]
    account_query: AccountQuery
    key: str = ""

    @property
    def addresses(self) -> tuple[str, ...]:
        return self.feed.addresses.get(self.cloud, ())

    def ask(self, address: str) -> Fetched | None:
        """The document, or None if it has not changed since it was last read."""
        return self._record(address, self.fetcher.fetch(address, self.known.get(validator_key(address))))

    def get(self, address: str, headers: Mapping[str, str] | None = None) -> Fetched:
        """The document, changed or not."""
        found = self._record(address, self.fetcher.fetch(address, headers=headers))
        if found is None:  # "not modified", though the request had no validators
            raise FetchError("status", "304")
        return found

    def _record(self, address: str, found: Fetched | None) -> Fetched | None:
        if found:
            self.stack.callback(found.file.close)
        self.seen[validator_key(address)] = found.validators if found else None
        return found


def validator_key(address: str) -> str:
    """The address as the store keeps it: without secrets, but different for a different query or user."""
    plain_address = without_secrets(address)
    if plain_address == address:
        return address
    return f"{plain_address}#{hashlib.sha256(address.encode()).hexdigest()[:12]}"


def documents(job: FetchJob) -> Documents | None:
    """The documents of one snapshot, decompressed; None if nothing has changed.

    Raises:
        FetchError: one of them could not be downloaded, so there is no snapshot.
    """
    found = ROUTES[job.feed.route](job)
    if found is None:
        return None
    return [document._replace(file=_decompressed(document, job)) for document in found]


def _direct(job: FetchJob) -> Documents | None:
    return _if_changed(job, job.addresses)


def _if_changed(job: FetchJob, addresses: tuple[str, ...]) -> Documents | None:
    """All documents, or None if none has changed: if one has, the snapshot needs the others as well."""
    changed = [job.ask(address) for address in addresses]
    if not any(changed):
        return None
    return [document or job.get(address) for document, address in zip(changed, addresses, strict=True)]


def _version(job: FetchJob) -> Documents | None:
    version_address, template = job.addresses
    newest = job.ask(version_address)
    if newest is None:
        return None
    version = newest.file.read(VERSION_BYTES).decode("ascii", "replace").strip()
    if not VERSION.fullmatch(version):
        raise FetchError("version", without_secrets(version_address))
    return _if_changed(job, (template.replace("{version}", version),))


def _azure_pages(job: FetchJob) -> Documents:
    return list(_pages(job, urljoin, {}))


def _gcp_pages(job: FetchJob) -> Documents:
    """A key that is not valid is answered with a plain status, as whatever else is wrong with a request."""
    headers = {KEY_HEADER: job.key} if job.key else {}
    try:
        return list(_pages(job, _with_token, headers))
    except FetchError as problem:
        if job.key and problem.code == "status" and problem.found in KEY_REFUSED:
            raise FetchError("key_refused", f"{problem.found} {job.feed.key_variable}") from None
        raise


def _with_token(address: str, token: str) -> str:
    parts = urlsplit(address)
    query = [(name, value) for name, value in parse_qsl(parts.query) if name != "pageToken"]
    return urlunsplit(parts._replace(query=urlencode([*query, ("pageToken", token)])))


def _pages(job: FetchJob, next_address: Callable[[str, str], str], headers: Mapping[str, str]) -> Iterator[Fetched]:
    """All pages from each address on. A page seen twice, by address or by content, is a loop, unless nothing follows
    it: the last pages of two services may both be empty."""
    seen: set[str] = set()
    count = 0
    for start in job.addresses:
        address: str | None = start
        while address:
            count += 1
            if count > job.feed.documents_at_most:
                raise FetchError("pages", str(job.feed.documents_at_most))
            page = job.get(address, headers)
            next_page = page_after(page.file, NEXT_PAGE[job.feed.route])
            for identity in (address, *((digest_of(page.file),) if next_page else ())):
                if identity in seen:
                    raise FetchError("loop", without_secrets(address))
                seen.add(identity)
            if next_page is None:
                raise FetchError("no_json", without_secrets(address))
            yield page
            address = next_address(address, next_page) if next_page else None


def page_after(file: BinaryIO, key: str) -> str | None:
    """The page's pointer to the next page, under `key`; empty on the last page, None if it is not JSON."""
    try:
        next_page = next(ijson.items(bounded_json.with_paths(file), key), None)
    except (ijson.JSONError, UnicodeDecodeError):
        return None
    finally:
        file.seek(0)
    return next_page if isinstance(next_page, str) else ""


def digest_of(file: BinaryIO) -> str:
    digest = hashlib.sha256()
    while chunk := file.read(CHUNK):
        digest.update(chunk)
    file.seek(0)
    return digest.hexdigest()


def _decompressed(fetched: Fetched, job: FetchJob) -> BinaryIO:
    feed = job.feed
    output = job.stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115 - the stack closes it
    max_bytes = int(feed.unpacked_megabytes_at_most * MEGABYTE)
    try:
        return decompress(fetched.file, lambda: output, max_bytes)
    except OverflowError:
        raise FetchError("unpacks_too_big", f"{feed.unpacked_megabytes_at_most:g}") from None
    except ValueError:
        raise FetchError("damaged", without_secrets(fetched.address)) from None


def _aws_index(job: FetchJob) -> Documents | None:
    """Index of services -> index of regions -> the file of each configured region."""
    (start,) = job.addresses
    indexes = service_index(job.get(start).file)
    path = indexes.savings_plans if job.feed.id == SAVINGS_PLANS else indexes.offers
    files = region_files(job.get(urljoin(start, path)).file)
    if unknown := [region for region in job.feed.regions if region not in files]:
        raise FetchError("no_region", ", ".join(unknown))
    return _if_changed(job, tuple(urljoin(start, csv_path(files[region])) for region in job.feed.regions))


def _account(job: FetchJob) -> Documents:
    """Pages downloaded by the cloud's own SDK. An address, if given, is the endpoint to call."""
    from bot.feeds.aws_account import Account, pages

    feed, account_query = job.feed, job.account_query
    account = Account(feed.regions, account_query.at, account_query.patience, next(iter(job.addresses), ""))
    documents_read: Documents = []
    try:
        for page in pages(feed.id, account, account_query.prefixes, account_query.blocks, account_query.types):
            if len(documents_read) == feed.documents_at_most:
                raise FetchError("pages", str(feed.documents_at_most))
            documents_read.append(Fetched(feed.id, page))
    except UserError as problem:
        is_left_out = feed.is_optional and problem.code in NO_ACCOUNT
        raise (NotAvailableError if is_left_out else FetchError)("account", error(problem)) from None
    return documents_read


def _none(job: FetchJob) -> Documents | None:
    raise FetchError("only_files", job.feed.id)


ROUTES: Mapping[str, Callable[[FetchJob], Documents | None]] = {
    "direct": _direct,
    "version": _version,
    "azure_pages": _azure_pages,
    "gcp_pages": _gcp_pages,
    "aws_index": _aws_index,
    "account": _account,
    "none": _none,
}
