"""The page asks for nothing, whether names can't be resolved or packets vanish."""

import socket
from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.support.ui import WebDriverWait

from paperatlas.viz.page import write_page


@pytest.fixture
def swallower() -> Iterator[str]:
    """The address of a server whose connections come to stand and then hear nothing."""
    with socket.create_server(("127.0.0.1", 0), backlog=512) as listener:
        yield f"127.0.0.1:{listener.getsockname()[1]}"


def test_page_opens_and_works_where_packets_vanish(start_browser, swallower, atlas_graph, tmp_path):
    write_page(atlas_graph, tmp_path / "page.html")
    # Not waited for: the browser's own start page hangs in the swallower, and a load would wait for it.
    driver: Chrome = start_browser(f"--host-resolver-rules=MAP * {swallower}", load_strategy="none")
    try:
        driver.get((tmp_path / "page.html").as_uri())
        ready = "return location.protocol === 'file:' && performance.getEntriesByName('ready').length > 0"
        WebDriverWait(driver, 20).until(lambda _: driver.execute_script(ready))
        driver.execute_async_script("atlas.open(0).then(arguments[0])")
        assert driver.execute_script("return document.querySelector('#panel .prose').textContent.length") > 100
        assert driver.execute_script("return performance.getEntriesByType('resource').length") == 0
    finally:
        driver.quit()
