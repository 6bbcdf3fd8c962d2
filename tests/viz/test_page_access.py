"""The page for everyone: axe-core finds nothing in any view, and the keyboard alone leads everywhere."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from paperatlas.viz.data import VIEWS

AXE = Path(__file__).parent / "axe"


@pytest.fixture(scope="session")
def axe(pytestconfig: pytest.Config) -> str:
    """The source of axe-core, in the version of the lock file, fetched once by npm."""
    folder = Path(pytestconfig.cache.mkdir("axe"))
    source = folder / "node_modules" / "axe-core" / "axe.min.js"
    locked = (AXE / "package-lock.json").read_bytes()
    if source.exists() and (folder / "package-lock.json").read_bytes() == locked:
        return source.read_text("utf-8")
    npm = shutil.which("npm")
    if npm:
        for name in ("package.json", "package-lock.json"):
            shutil.copy(AXE / name, folder / name)
        done = subprocess.run(
            [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode == 0:
            return source.read_text("utf-8")
    reason = "needs npm and its registry, for axe-core"
    pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)


def violations(page, axe: str) -> list[str]:
    found = page.driver.execute_async_script(
        f"const done = arguments[arguments.length - 1]; {axe};"
        "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>"
        " done(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`.slice(0, 400))))"
    )
    return list(found)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_no_violation_in_any_view(open_page, atlas_graph, axe, dark):
    page = open_page(atlas_graph)
    if dark:
        page.find("#theme").click()
    for view in VIEWS:
        page.run("atlas.look(arguments[0])", view)
        assert violations(page, axe) == []
    page.run("atlas.look('all')")
    for node in ("inv-01", "Method:graph-convolutional-network"):
        page.choose(node)
        assert violations(page, axe) == []
    page.search("net")
    assert violations(page, axe) == []


def test_keyboard_alone_leads_to_a_sentence_and_back(open_page, atlas_graph):
    page = open_page(atlas_graph)
    keys = ActionChains(page.driver)
    keys.send_keys("/").send_keys("squad").send_keys(Keys.ENTER).perform()
    page.wait(lambda: page.run("return atlas.selected()") == "Dataset:squad")
    for _ in range(12):
        if page.run("return document.activeElement.closest('.card') !== null"):
            break
        ActionChains(page.driver).send_keys(Keys.TAB).perform()
    ActionChains(page.driver).send_keys(Keys.ENTER).perform()
    page.wait(lambda: page.text("#panel .kicker").startswith("Paper"))
    ActionChains(page.driver).send_keys(Keys.ESCAPE).perform()
    page.wait(lambda: page.run("return atlas.selected()") == "")


def test_every_control_is_reached_with_tab_and_says_its_name(open_page, atlas_graph):
    page = open_page(atlas_graph)
    wanted = page.run(
        "return [...document.querySelectorAll('button, input, select, summary, [tabindex=\"0\"]')]"
        ".filter((one) => one.checkVisibility() && !one.disabled).length"
    )
    page.run("document.activeElement.blur(); window.reached = new Set()")
    for _ in range(wanted + 2):
        ActionChains(page.driver).send_keys(Keys.TAB).perform()
        page.run("window.reached.add(document.activeElement)")
    assert page.run("return [...window.reached].filter((one) => one !== document.body).length") == wanted
    nameless = page.run(
        "return [...window.reached].filter((one) => one !== document.body && !one.labels?.length"
        " && !(one.getAttribute('aria-label') ?? one.textContent).trim()).map((one) => one.outerHTML)"
    )
    assert nameless == []


def test_selection_is_told_to_screen_readers(open_page, atlas_graph):
    page = open_page(atlas_graph)
    page.choose("Dataset:squad")
    assert page.text("#status").startswith("SQuAD, ")
    page.find("body").send_keys("2")
    assert page.text("#status").startswith("Names: ")


@pytest.mark.parametrize("size", [(390, 844), (820, 1180), (1920, 1080)])
def test_nothing_lies_outside_windows_of_any_size(open_page, atlas_graph, size):
    page = open_page(atlas_graph)
    metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        outside = page.run(
            "return [...document.querySelectorAll('header button, header input, #panel h2, #legend summary')].filter("
            "(one) => { const box = one.getBoundingClientRect(); return box.width && (box.left < 0 ||"
            " box.right > innerWidth + 1 || box.top < 0 || box.bottom > innerHeight); }).map((one) => one.outerHTML)"
        )
        assert outside == []
        assert page.run("return document.getElementById('network').clientHeight") > 250
    finally:
        page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
