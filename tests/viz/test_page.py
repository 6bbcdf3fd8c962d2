"""The page in a real browser: what it shows, how it answers, and that it loads nothing."""

from selenium.webdriver import ActionChains
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
    ActionChains(page.driver).move_by_offset(x, y).click().perform()
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
    earliest.clear()
    earliest.send_keys("2024", Keys.TAB)
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
