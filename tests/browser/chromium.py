"""A headless Chromium of the system, if there is one: pages in, the DOM after their scripts or a picture out."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)
PATIENCE_SECONDS = 60


def found() -> str | None:
    """The browser on the path."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def dom(page: Path, width: int, height: int) -> str:
    """The page's HTML once its scripts have run."""
    return _run(page, width, height, "--dump-dom").stdout


def picture(page: Path, out: Path, width: int, height: int) -> None:
    """What a window of that size shows, as a PNG."""
    _run(page, width, height, f"--screenshot={out}")


def _run(page: Path, width: int, height: int, *what: str) -> subprocess.CompletedProcess[str]:
    browser = found()
    assert browser, "no Chromium on the path"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        return subprocess.run(
            [
                browser,
                *FLAGS,
                f"--user-data-dir={profile}",
                f"--window-size={width},{height}",
                *what,
                page.resolve().as_uri(),
            ],
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
            check=True,
        )
