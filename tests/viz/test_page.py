"""The page in a real browser: what it shows, how it answers, and that it loads nothing."""

import csv
import io

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

GCN = "graph convolutional network (GCN)"
LABELS = ("Paper", "Method", "Dataset", "Concept")


def test_page_loads_only_itself(open_page, atlas_graph):
    page = open_page(atlas_graph)
    page.listen()
    assert page.requests == [page.path.as_uri()]


def test_header_counts_papers_and_entities(open_page, atlas_graph):
    counts = open_page(atlas_graph).text("#counts")
    labels = [label for _, label in atlas_graph.nodes(data="label")]
    assert counts.split(" · ")[:2] == [f"{labels.count('Paper')} papers", f"{labels.count('Method')} methods"]


def test_click_on_entity_shows_its_evidence(open_page, atlas_graph):
    page = open_page(atlas_graph)
    x, y = page.place_of(GCN)
    page.press(x, y)
    page.wait(lambda: page.text("#panel h2") == GCN)
    quotes = [quote.text for quote in page.driver.find_elements(By.CSS_SELECTOR, "#panel blockquote")]
    assert "A GWN builds on the graph convolutional network (GCN) and adds a second thread of hidden states." in quotes


def test_click_on_paper_marks_its_mentions(open_page, atlas_graph):
    page = open_page(atlas_graph)
    page.choose("inv-01")
    marks = [mark.text for mark in page.driver.find_elements(By.CSS_SELECTOR, "#panel .prose mark")]
    assert marks[:3] == ["graph weaving networks", "GWNs", "GWN"]
    assert page.find("#panel a").get_attribute("href") == "https://example.org/inv-01"


def test_mark_in_abstract_leads_to_its_entity(open_page, atlas_graph):
    page = open_page(atlas_graph)
    page.choose("inv-01")
    page.find("#panel .prose mark").send_keys(Keys.ENTER)
    page.wait(lambda: page.text("#panel h2") == "graph weaving network (GWN)")
    assert "GWNs" in page.text("#panel")


def test_search_finds_by_alias_and_opens_with_enter(open_page, atlas_graph):
    page = open_page(atlas_graph)
    page.search("gcns", Keys.ENTER)
    page.wait(lambda: page.text("#panel h2") == GCN)
    assert page.driver.switch_to.active_element.get_attribute("id") == "panel"


def test_search_moves_with_arrows_and_closes_with_escape(open_page, atlas_graph):
    page = open_page(atlas_graph)
    page.find("body").send_keys("/")
    page.driver.switch_to.active_element.send_keys("network", Keys.ARROW_DOWN)
    chosen = [item.get_attribute("aria-selected") for item in page.driver.find_elements(By.CSS_SELECTOR, "#results li")]
    assert chosen[:2] == ["false", "true"]
    page.find("#query").send_keys(Keys.ESCAPE)
    assert not page.find("#results").is_displayed()


def test_search_without_a_hit_says_so(open_page, atlas_graph):
    page = open_page(atlas_graph)
    page.search("zzzzzz")
    assert page.text("#results") == "Nothing has that name"


def test_legend_takes_a_label_away_and_brings_it_back(open_page, atlas_graph):
    page = open_page(atlas_graph)
    datasets = next(one for one in page.driver.find_elements(By.CSS_SELECTOR, ".toggle") if "Datasets" in one.text)
    total = page.run("return atlas.graph.count")
    datasets.click()
    assert page.text("#shown") == f"{total - int(datasets.text.split()[-1])} of {total} shown"
    datasets.click()
    assert page.text("#shown") == ""


def test_minimum_of_papers_hides_rare_entities(open_page, atlas_graph):
    page = open_page(atlas_graph)
    page.find("#least").send_keys(Keys.ARROW_RIGHT)
    shared = sum(data.get("papers", 2) >= 2 for _, data in atlas_graph.nodes(data=True) if data["label"] in LABELS)
    assert page.text("#shown").startswith(f"{shared} of ")


def test_years_narrow_the_papers(open_page, atlas_graph):
    page = open_page(atlas_graph)
    earliest = page.find("input[aria-label='Earliest year']")
    earliest.send_keys(Keys.END)
    late = sum(data.get("year") == 2024 for _, data in atlas_graph.nodes(data=True))
    rows = page.driver.find_elements(By.CSS_SELECTOR, "#panel .row .glyph.tint-Paper")
    assert len(rows) == late + sum("year" not in d for _, d in atlas_graph.nodes(data=True) if d["label"] == "Paper")


def test_back_and_address_lead_through_what_was_seen(open_page, atlas_graph):
    page = open_page(atlas_graph)
    page.search("adam", Keys.ENTER)
    page.wait(lambda: page.run("return atlas.selected()") == "Method:adam")
    page.search("squad", Keys.ENTER)
    page.wait(lambda: page.run("return atlas.selected()") == "Dataset:squad")
    page.driver.back()
    page.wait(lambda: page.run("return atlas.selected()") == "Method:adam")
    assert page.text("#panel h2") == "Adam"


def test_escape_clears_the_selection(open_page, atlas_graph):
    page = open_page(atlas_graph)
    page.choose("Method:adam")
    page.find("body").send_keys(Keys.ESCAPE)
    page.wait(lambda: page.run("return atlas.selected()") == "")
    assert page.text("#panel h2") == "What is in these papers"


def test_focus_opens_around_one_entity(open_page, atlas_graph):
    page = open_page(atlas_graph, focus="GCN")
    page.wait(lambda: page.text("#panel h2") == GCN)
    assert page.driver.title.startswith(GCN)
    assert page.run("return atlas.graph.papers") == atlas_graph.nodes["Method:graph-convolutional-network"]["papers"]


def test_dark_colours_follow_the_system_and_the_switch(open_page, atlas_graph):
    page = open_page(atlas_graph)
    page.find("#theme").click()
    assert page.find("#theme").get_attribute("aria-pressed") == "true"
    assert page.run("return getComputedStyle(document.body).backgroundColor") == "rgb(22, 24, 27)"


def test_keys_move_the_map(open_page, atlas_graph):
    page = open_page(atlas_graph)
    before = page.run("return [atlas.network.getScale(), atlas.network.getViewPosition().x]")
    page.find("#network").send_keys("+", Keys.ARROW_RIGHT)
    scale, x = page.run("return [atlas.network.getScale(), atlas.network.getViewPosition().x]")
    assert scale > before[0]
    assert x > before[1]


def test_shift_and_enter_show_the_shortest_chain_between_two(open_page, atlas_graph):
    page = open_page(atlas_graph)
    page.choose("Method:adam")
    page.search("squad", Keys.SHIFT, Keys.ENTER)
    page.wait(lambda: page.text("#panel h2") == "Adam and SQuAD")
    chain = [row.text for row in page.driver.find_elements(By.CSS_SELECTOR, "#panel .chain bdi")]
    assert (chain[0], chain[-1]) == ("Adam", "SQuAD")
    assert len(chain) % 2 == 1
    assert "with=Dataset" in page.driver.current_url


def test_panel_gives_the_cypher_of_what_it_shows(open_page, atlas_graph):
    page = open_page(atlas_graph)
    page.choose("Method:c++")
    assert "(e:Method {id: 'Method:c++'})" in page.text("#panel pre")


@pytest.mark.parametrize(("view", "shown"), [("entities", "entity"), ("papers", "paper"), ("communities", "both")])
def test_views_switch_and_keep_place_and_selection(open_page, atlas_graph, view, shown):
    page = open_page(atlas_graph)
    page.choose("Method:adam")
    before = page.run("return [atlas.network.getScale(), atlas.network.getViewPosition()]")
    page.find(f"#views button:nth-child({2 + ['entities', 'papers', 'communities'].index(view)})").click()
    assert page.run("return [atlas.network.getScale(), atlas.network.getViewPosition()]") == before
    assert page.run("return atlas.selected()") == "Method:adam"
    assert f"v={view}" in page.driver.current_url
    kinds = page.run(
        "const { graph, scene } = atlas, kind = (at) => (at < graph.papers ? 'paper' : 'entity');"
        "return [...new Set([...scene.view.nodes].map((on, at) => on && kind(at)))]"
    )
    assert {kind for kind in kinds if kind} == ({"paper", "entity"} if shown == "both" else {shown})


def test_back_leads_to_the_view_before(open_page, atlas_graph):
    page = open_page(atlas_graph)
    page.find("body").send_keys("3")
    assert page.run("return atlas.scene.view.key") == "papers"
    page.driver.back()
    page.wait(lambda: page.run("return atlas.scene.view.key") == "all")


def test_address_holds_the_filters(open_page, atlas_graph):
    page = open_page(atlas_graph)
    page.find("#least").send_keys(Keys.ARROW_RIGHT)
    page.find(".toggle:nth-of-type(3)").click()
    shown = page.text("#shown")
    address = page.driver.current_url
    assert "least=2" in address
    page.driver.get("about:blank")
    page.driver.get(address)
    page.wait(lambda: page.run("return performance.getEntriesByName('ready').length > 0"))
    assert page.text("#shown") == shown != ""
    page.find("#clear").click()
    assert page.text("#shown") == ""


def test_community_opens_from_the_panel_with_its_names_and_papers(open_page, atlas_graph):
    page = open_page(atlas_graph)
    page.find("body").send_keys("4")
    page.run("return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
    name = page.run(
        "const row = document.querySelector('#panel .row'); row.click(); return row.querySelector('bdi').textContent"
    )
    page.wait(lambda: page.text("#panel h2") == name)
    assert "c=0" in page.driver.current_url
    assert page.driver.find_elements(By.CSS_SELECTOR, "#panel .row .tint-Paper")
    page.driver.back()
    page.wait(lambda: page.text("#panel h2") == "What is in these papers")


def test_community_narrows_the_map(open_page, atlas_graph):
    page = open_page(atlas_graph)
    page.run(
        "const box = document.querySelector('select[aria-label=Community]');"
        "box.value = '0'; box.dispatchEvent(new Event('change'))"
    )
    papers = page.run("return [...atlas.scene.sieve.nodes].filter((on, at) => on && at < atlas.graph.papers).length")
    assert papers == page.run(
        "return [...atlas.graph.community].filter((one, at) => at < atlas.graph.papers && one === 0).length"
    )


def test_node_of_a_small_graph_can_be_dragged(open_page, atlas_graph):
    page = open_page(atlas_graph)
    x, y = page.place_of("Adam")
    page.press(x, y, (30, 0), (30, 40))
    assert page.place_of("Adam") == (x + 60, y + 40)


def test_two_selected_show_what_both_share(open_page, atlas_graph):
    page = open_page(atlas_graph)
    page.run("location.hash = 'n=inv-01&with=inv-02'")
    page.wait(lambda: page.run("return atlas.selected()") == "inv-01")
    shared = set(atlas_graph["inv-01"]) & set(atlas_graph["inv-02"])
    count = sum(atlas_graph.nodes[node]["label"] in LABELS[1:] for node in shared)
    assert page.text("#panel h3:last-of-type") == f"Both{count}"


def test_drawing_is_an_svg_with_the_names_that_are_seen(open_page, atlas_graph):
    page = open_page(atlas_graph)
    page.choose("Dataset:squad")
    drawn = page.run(
        "const seen = new DOMParser().parseFromString(atlas.drawing(), 'image/svg+xml');"
        "const count = (tag) => seen.querySelectorAll(tag).length;"
        "return [count('parsererror'), count('path'), [...seen.querySelectorAll('text')].map((one) => one.textContent)]"
    )
    assert drawn[0] == 0
    assert drawn[1] > 5
    assert "SQuAD" in drawn[2]


def test_list_in_the_panel_is_saved_as_a_table(open_page, atlas_graph):
    page = open_page(atlas_graph)
    page.choose("Dataset:squad")
    page.run("out.save = (blob) => blob.text().then((text) => { window.saved = text; })")
    page.run("[...document.querySelectorAll('#panel button')].find((one) => one.textContent === 'Save as CSV').click()")
    rows = list(csv.DictReader(io.StringIO(page.wait(lambda: page.run("return window.saved")).lstrip("\ufeff"))))
    assert {row["id"] for row in rows} == {
        paper for paper, _, key in atlas_graph.in_edges("Dataset:squad", keys=True) if key == "MENTIONS"
    }
    assert all("SQuAD" in row["sentence"] for row in rows)


def test_parts_of_a_graph_open_under_their_heading(open_page, atlas_graph):
    page = open_page(atlas_graph, only=["Dataset:squad", "Method:adam"], heading="Result of my-query")
    assert page.text("#counts").startswith("Result of my-query: ")
    assert page.driver.title == "Result of my-query · PaperAtlas"
