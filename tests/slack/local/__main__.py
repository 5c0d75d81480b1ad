"""Start a local Slack alone: `python -m tests.slack.local --port 0`."""

from __future__ import annotations

import argparse
import signal
import threading

from tests.slack.local.local_slack import LocalSlack


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.slack", description="A local Slack for trying out an app.")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    port = parser.parse_args().port
    done = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: done.set())
    with LocalSlack(port=port) as slack:
        ada = slack.user("ada")
        slack.channel("ml", members=[ada, slack.bot])
        for name, value in slack.env.items():
            print(f"export {name}={value}", flush=True)
        done.wait()


if __name__ == "__main__":
    main()
