"""The page in Firefox, driven over its own WebDriver BiDi socket (no geckodriver needed)."""

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator

import pytest
import websocket

from paperatlas.viz.data import VIEWS
from paperatlas.viz.page import write_page


class Firefox:
    """One tab of a headless Firefox."""

    def __init__(self, address: str) -> None:
        self.socket = websocket.create_connection(f"{address}/session", timeout=60, suppress_origin=True)
        self.events: list[dict] = []
        self.sent = 0
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])
        self.tab = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **parameters):
        self.sent += 1
        self.socket.send(json.dumps({"id": self.sent, "method": method, "params": parameters}))
        while True:
            heard = json.loads(self.socket.recv())
            if heard.get("id") == self.sent:
                assert heard["type"] == "success", heard
                return heard["result"]
            self.events.append(heard)

    def run(self, script: str):
        """Return what `script` gives in the page, as JSON would hold it."""
        answer = self.ask(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await (async () => {{ {script} }})()))()",
            target={"context": self.tab},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"].get("value", "null"))


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    binary = shutil.which("firefox-esr") or shutil.which("firefox")
    if not binary:
        reason = "needs Firefox (Debian: firefox-esr)"
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    folder = tmp_path_factory.mktemp("firefox")
    with (folder / "log").open("w") as log:
        started = subprocess.Popen(
            [binary, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", str(folder)],
            stdout=log,
            stderr=subprocess.STDOUT,
            env={**os.environ, "HOME": str(folder)},
        )
    try:
        yield Firefox(listening(folder / "log"))
    finally:
        started.terminate()
        started.wait(20)


def listening(log) -> str:
    for _ in range(600):
        if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", log.read_text("utf-8", "replace")):
            return found[1]
        time.sleep(0.1)
    pytest.fail(f"Firefox did not come up: {log.read_text('utf-8', 'replace')[-400:]}")


def test_page_shows_and_answers_in_firefox(firefox, atlas_graph, tmp_path):
    write_page(atlas_graph, tmp_path / "page.html")
    firefox.ask("browsingContext.navigate", context=firefox.tab, url=(tmp_path / "page.html").as_uri(), wait="complete")
    firefox.run(
        "while (!performance.getEntriesByName('ready').length) await new Promise((done) => setTimeout(done, 20));"
    )
    counts = firefox.run("return document.getElementById('counts').textContent")
    assert counts.startswith("20 papers")
    assert firefox.run("await atlas.open(0); return document.querySelectorAll('#panel .prose mark').length") > 3
    for view in VIEWS:
        drawn = firefox.run(f"atlas.look('{view}'); return atlas.drawing()")
        assert "<path" in drawn
    found = "query.value = 'gcns'; query.dispatchEvent(new Event('input')); return results.textContent"
    assert "graph convolutional network" in firefox.run(found)
    asked = [event["params"]["request"]["url"] for event in firefox.events if event["method"].startswith("network")]
    page = (tmp_path / "page.html").as_uri()
    assert [url for url in asked if url.partition("#")[0] != page and not url.startswith(("about:", "data:"))] == []
    assert [event["params"]["text"] for event in firefox.events if event["method"] == "log.entryAdded"] == []
