"""The page asks for nothing, whether names can't be resolved or packets vanish."""

import socket
from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome

from paperatlas.viz.page import write_page


@pytest.fixture
def swallower() -> Iterator[str]:
    """The address of a server whose connections come to stand and then hear nothing."""
    with socket.create_server(("127.0.0.1", 0), backlog=512) as listener:
        yield f"127.0.0.1:{listener.getsockname()[1]}"


def test_page_opens_and_works_where_packets_vanish(start_browser, swallower, atlas_graph, tmp_path):
    write_page(atlas_graph, tmp_path / "page.html")
    driver: Chrome = start_browser(f"--host-resolver-rules=MAP * {swallower}")
    try:
        driver.get((tmp_path / "page.html").as_uri())
        driver.set_script_timeout(20)
        driver.execute_async_script(
            "const done = arguments[0], wait = () => (performance.getEntriesByName('ready').length"
            " ? atlas.open(0).then(done) : setTimeout(wait, 20)); wait()"
        )
        assert driver.execute_script("return document.querySelector('#panel .prose').textContent.length") > 100
        assert driver.execute_script("return performance.getEntriesByType('resource').length") == 0
    finally:
        driver.quit()
