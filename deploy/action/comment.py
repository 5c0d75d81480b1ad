"""Keeps one comment of a pull request up to date, with the standard library alone.

The comment is found again by its hidden first line. Where the token may only read (a pull request from a fork), the
text goes to the summary of the job. An empty text says nothing, and takes back what an earlier push said.
"""

from __future__ import annotations

import json
import os
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MARKER = "<!-- chipscout estimate -->"
TAKEN_BACK = f"{MARKER}\nThis pull request no longer changes a config.\n"
LONGEST = 65_000  # characters; GitHub takes 65,536
CUT = "\n\nThe rest is in the summary of the job.\n"
MAY_NOT = (403, 404)  # a token that may only read, or another's comment
PAGE = 100
TRIES = 3
SECONDS = 30


def main() -> None:
    text = Path(sys.argv[1]).read_text(encoding="utf-8")
    issue = f"repos/{os.environ['GITHUB_REPOSITORY']}/issues"
    comments = f"{issue}/{os.environ['NUMBER']}/comments"
    body = text or TAKEN_BACK
    if len(body) > LONGEST:
        body = body[: LONGEST - len(CUT)] + CUT
        summarize(text)
    try:
        known = list(ours(comments))
    except urllib.error.HTTPError as refused:
        if refused.code not in MAY_NOT:
            raise
        known = []
    for one in known:
        if one["body"].strip() == body.strip():
            return
        try:
            call("PATCH", f"{issue}/comments/{one['id']}", body)
        except urllib.error.HTTPError as refused:
            if refused.code not in MAY_NOT:
                raise
            continue  # somebody else's, or a token that may only read
        return
    if not text:
        return
    try:
        call("POST", comments, body)
    except urllib.error.HTTPError as refused:
        if refused.code not in MAY_NOT:
            raise
        print("::notice::The token may not comment here; the figures are in the summary of the job.")
        summarize(text)


def ours(comments: str) -> Iterator[dict[str, Any]]:
    """The comments that begin with the hidden line, over all pages."""
    page = 1
    while True:
        listed = call("GET", f"{comments}?per_page={PAGE}&page={page}")
        yield from (one for one in listed if (one.get("body") or "").startswith(MARKER))
        if len(listed) < PAGE:
            return
        page += 1


def call(method: str, path: str, body: str | None = None) -> Any:
    """One request of GitHub's API; a server that is busy is asked again."""
    address = f"{os.environ.get('GITHUB_API_URL', 'https://api.github.com')}/{path}"
    headers = {
        "Accept": "application/vnd.github+json",
        "Authorization": f"Bearer {os.environ['TOKEN']}",
        "Content-Type": "application/json",
        "X-GitHub-Api-Version": "2022-11-28",
    }
    data = None if body is None else json.dumps({"body": body}).encode()
    tried = 0
    while True:
        tried += 1
        request = urllib.request.Request(address, data, headers, method=method)  # noqa: S310 - GitHub's own address
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
                return json.load(answer)
        except urllib.error.URLError as problem:  # an HTTPError is one, too
            if tried == TRIES or (isinstance(problem, urllib.error.HTTPError) and problem.code < 500):
                raise
        time.sleep(tried)


def summarize(text: str) -> None:
    with Path(os.environ["GITHUB_STEP_SUMMARY"]).open("a", encoding="utf-8") as summary:
        summary.write(text)


if __name__ == "__main__":
    main()
