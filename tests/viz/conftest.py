"""A real headless Chromium, and pages opened in it that must load nothing and report nothing."""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import networkx as nx
import pytest
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from paperatlas.graph.build import build_graph
from paperatlas.viz.page import write_page

_FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1440,900",
    "--force-prefers-reduced-motion",
    "--disable-ipc-flooding-protection",
)


class Page:
    """A page open in the browser."""

    def __init__(self, driver: Chrome, path: Path) -> None:
        self.driver, self.path = driver, path
        self.requests: list[str] = []
        self.complaints: list[str] = []

    def find(self, css: str):
        return self.driver.find_element(By.CSS_SELECTOR, css)

    def text(self, css: str) -> str:
        return self.find(css).get_property("textContent")

    def run(self, script: str, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, condition: Callable[[], object]):
        redrawn = [StaleElementReferenceException]  # between finding a part of the panel and reading it
        return WebDriverWait(self.driver, 10, ignored_exceptions=redrawn).until(lambda _: condition())

    def choose(self, identifier: str) -> None:
        """Select a node through the address bar, and wait for the panel to show it."""
        self.run("location.hash = '#n=' + encodeURIComponent(arguments[0])", identifier)
        self.wait(lambda: self.run("return atlas.selected()") == identifier)

    def search(self, words: str, *keys: str) -> None:
        box = self.find("#query")
        box.clear()
        box.send_keys(words, *keys)

    def place_of(self, name: str) -> tuple[int, int]:
        """Return where on the screen the node of this shown name is drawn."""
        return tuple(
            self.run(
                "const { graph, network } = atlas, at = graph.name.indexOf(arguments[0]),"
                "box = document.getElementById('network').getBoundingClientRect(),"
                "place = network.canvasToDOM({ x: graph.x[at], y: graph.y[at] });"
                "return [Math.round(box.left + place.x), Math.round(box.top + place.y)]",
                name,
            )
        )

    def press(self, x: int, y: int, *steps: tuple[int, int]) -> None:
        """Press the mouse at a place, move it by each step, and let go."""
        mouse = ActionBuilder(self.driver)
        mouse.pointer_action.move_to_location(x, y).pointer_down()
        for dx, dy in steps:
            x, y = x + dx, y + dy
            mouse.pointer_action.move_to_location(x, y)
        mouse.pointer_action.pointer_up()
        mouse.perform()

    def listen(self) -> None:
        """Gather what the page asked the network for and what it complained of."""
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                self.requests.append(message["params"]["request"]["url"].partition("#")[0])
        self.complaints += [entry["message"] for entry in self.driver.get_log("browser")]


@pytest.fixture(scope="session")
def start_browser(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Chrome]:
    """Start a Chromium of its own profile, with more flags."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if not chromium or not driver:
        reason = "needs Chromium and chromedriver (Debian: chromium chromium-driver)"
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)

    def starter(*flags: str, load_strategy: Literal["normal", "none"] = "normal") -> Chrome:
        options = ChromeOptions()
        options.page_load_strategy = load_strategy
        options.binary_location = chromium
        for flag in (*_FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}", *flags):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        return Chrome(options=options, service=Service(driver))

    return starter


@pytest.fixture(scope="session")
def browser(start_browser: Callable[..., Chrome]) -> Iterator[Chrome]:
    started = start_browser("--host-resolver-rules=MAP * ~NOTFOUND")
    yield started
    started.quit()


@pytest.fixture
def open_page(browser: Chrome, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """Write and open pages; at the end none may have asked for anything but itself, or complained."""
    opened: list[Page] = []

    def opener(graph: nx.MultiDiGraph, **options) -> Page:
        path = tmp_path / f"page{len(opened)}.html"
        write_page(graph, path, **options)
        browser.get("about:blank")
        for log in ("performance", "browser"):
            browser.get_log(log)
        browser.get(path.as_uri())
        page = Page(browser, path)
        page.wait(lambda: page.run("return performance.getEntriesByName('ready').length > 0"))
        opened.append(page)
        return page

    yield opener
    if opened:
        opened[-1].listen()
        assert set(opened[-1].requests) <= {page.path.as_uri() for page in opened} | {"about:blank"}
        assert opened[-1].complaints == []


@pytest.fixture(scope="session")
def atlas_graph(invented) -> nx.MultiDiGraph:
    return build_graph(invented)
