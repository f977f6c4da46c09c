"""Starts an installed server and asks it for its page: `hosts.py COMMAND DATABASE`. Uses the standard library alone."""

import re
import subprocess
import sys
import time
import urllib.request


def main(command: str, database: str) -> None:
    server = subprocess.Popen(
        [command, "serve", "--port", "0", "--db", database],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found, "the server does not say where it is"
        for path, kind in (("/healthz", "json"), ("/", "html"), ("/app.js", "javascript")):
            with asked(found[0] + path) as answer:
                assert answer.status == 200, path
                assert kind in answer.headers["content-type"], path
    finally:
        server.terminate()
        server.wait(20)


def asked(address: str) -> urllib.request.addinfourl:
    """The answer, once the server listens."""
    for _ in range(100):
        try:
            return urllib.request.urlopen(address, timeout=5)  # type: ignore[no-any-return]
        except urllib.error.URLError:
            time.sleep(0.1)
    raise SystemExit(f"no answer from {address}")


main(*sys.argv[1:])
