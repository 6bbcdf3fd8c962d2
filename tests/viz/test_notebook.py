"""The page in a notebook: one iframe, whole in itself, nothing left behind."""

from html.parser import HTMLParser

from paperatlas.viz.notebook import view_notebook
from paperatlas.viz.page import render_page


class Frame(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[dict[str, str | None]] = []

    def handle_starttag(self, tag, attrs):
        self.found.append({"tag": tag, **dict(attrs)})


def test_notebook_holds_the_whole_page_and_leaves_no_file(atlas_graph, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    reader = Frame()
    reader.feed(view_notebook(atlas_graph, focus="SQuAD", height=500)._repr_html_())
    [frame] = reader.found
    assert (frame["tag"], frame["height"]) == ("iframe", "500")
    assert frame["srcdoc"] == render_page(atlas_graph, focus="SQuAD")
    assert "allow-same-origin" not in frame["sandbox"]
    assert list(tmp_path.iterdir()) == []


def test_page_works_inside_the_frame(browser, atlas_graph, tmp_path):
    shown = view_notebook(atlas_graph)._repr_html_()
    (tmp_path / "notebook.html").write_text(f"<!doctype html><meta charset=utf-8>{shown}", encoding="utf-8")
    browser.get((tmp_path / "notebook.html").as_uri())
    browser.switch_to.frame(0)
    try:
        browser.execute_async_script(
            "const done = arguments[0], wait = () => (performance.getEntriesByName('ready').length"
            " ? atlas.open(0).then(done) : setTimeout(wait, 20)); wait()"
        )
        assert browser.execute_script("return document.querySelector('#panel .prose').textContent.length") > 100
    finally:
        browser.switch_to.default_content()
