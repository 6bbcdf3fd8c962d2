"""Text of papers is inert in the page: nothing in any field runs, breaks the page or becomes a link it should not."""

import networkx as nx
import pytest

from paperatlas.viz.data import VIEWS

HOSTILE = (
    "<script>window.hacked = 1</script>",
    "</script><script>window.hacked = 1</script>",
    "<img src=x onerror=window.hacked=1>",
    "<svg onload=window.hacked=1>",
    '" onmouseover="window.hacked=1" x="',
    "' autofocus onfocus='window.hacked=1",
    "<!--<script>",
    "]]><![CDATA[",
    "</style><style>*{display:none}</style>",
    "</title><base href=//evil.example>",
    '<a href="javascript:window.hacked=1">href</a>',
    "javascript:window.hacked=1",
    "<iframe srcdoc='<script>parent.hacked=1</script>'></iframe>",
    "<meta http-equiv=refresh content=0;url=//evil.example>",
    "{{ 7 * 7 }} {% raw %} {# #}",
    "${window.hacked=1} `${window.hacked=1}`",
    "__proto__",
    "constructor",
    "line\u2028separator\u2029paragraph",
    "\u202eevil\u202c \u2066isolated\u2069 \u200f\u061c",
    "nul\x00 bell\x07 feed\x0c escape\x1b[31m",
    "lone \ud800 surrogate",
    "\U0001f600 astral \U0001d4d0",
    "long " + "A" * 10_000,
    "名前 имя اسم שם",
    "%s %n {0} {name!r} \\u003c \\",
    "&lt;script&gt; &amp;amp; &#60;",
    "' OR 1=1 --",
    "#n=Method:other&x=<script>",
    "   ",
    "<details open ontoggle=window.hacked=1>",
    "<video><source onerror=window.hacked=1></video>",
    "<math><mtext></mtext><mglyph><style><img src=x onerror=window.hacked=1>",
    "<noscript><p title='</noscript><img src=x onerror=window.hacked=1>'>",
    "<template><script>window.hacked = 1</script></template>",
    "<textarea></textarea><script>window.hacked = 1</script>",
    "<xmp></xmp><script>window.hacked = 1</script>",
    "<plaintext>",
    "--><script>window.hacked = 1</script><!--",
    '"></script><script>window.hacked = 1</script>',
    "'-(window.hacked=1)-'",
    "\\';window.hacked=1//",
    "<link rel=stylesheet href=//evil.example/a.css>",
    "@import url(//evil.example/a.css);",
    "url(javascript:window.hacked=1)",
    "expression(window.hacked=1)",
    "<object data=javascript:window.hacked=1>",
    "<embed src=//evil.example>",
    "<form action=//evil.example><button>href</button></form>",
    "\ufeffbyte order \ufffe \uffff marks",
    "zero\u200bwidth\u200djoined\u00adsoft",
    "e" + "\u0301" * 300,
    "\x1b]0;title\x07 \x9b31m",
    "toString",
    "=cmd|' /C calc'!A0",
)
ADDRESSES = (
    "javascript:window.hacked=1",
    "data:text/html,<script>1</script>",
    "file:///etc/passwd",
    "//evil.example",
    "http://a b",
    "http://[",
)


def hostile_graph(texts: tuple[str, ...], url: str = "javascript:window.hacked=1") -> nx.MultiDiGraph:
    """Return a graph with each text in every field of two papers, a method and a concept."""
    graph = nx.MultiDiGraph()
    for text in texts:
        paper = {"title": text, "abstract": f"We propose {text} here. It works.", "venue": text, "display_name": text}
        group = {"community": text, "community_name": text}
        graph.add_node(f"paper {text}", label="Paper", year=2024, url=url, keywords=[text], **paper, **group)
        graph.add_node(f"other {text}", label="Paper", abstract=text, display_name=text)
        graph.add_node(f"Method:{text}", label="Method", name=text, aliases=[text, f"x{text}"], papers=1, **group)
        graph.add_node(f"Concept:{text}", label="Concept", name=text, aliases=[], kind="task", papers=1, **group)
        graph.add_node(f"Dataset:{text}", label="Dataset", name=text, aliases=[text], kind=text, papers=1, **group)
        graph.add_node(f"Author:{text}", label="Author", name=text)
        graph.add_edge(f"paper {text}", f"Author:{text}", key="WRITTEN_BY", position=0)
        evidence = {
            "count": 1,
            "confidence": 1.0,
            "fields": ["abstract"],
            "starts_at": [11],
            "ends_at": [11 + len(text)],
            "sentences": [f"We propose {text} here."],
        }
        graph.add_edge(f"paper {text}", f"Method:{text}", key="MENTIONS", role="proposes", **evidence)
        graph.add_edge(f"other {text}", f"Concept:{text}", key="MENTIONS", role="mentions", **evidence)
        graph.add_edge(f"other {text}", f"Dataset:{text}", key="MENTIONS", role="uses", **evidence)
        graph.add_edge(f"Concept:{text}", f"Dataset:{text}", key="CO_OCCURS", papers=1, npmi=1.0)
        said = {"evidence": [f"We propose {text} here."], "evidence_papers": [f"paper {text}"]}
        graph.add_edge(f"Method:{text}", f"Dataset:{text}", key="EVALUATED_ON", papers=1, **said)
    return graph


def test_hostile_text_is_inert_in_every_field(open_page):
    page = open_page(hostile_graph(HOSTILE))
    odd = page.driver.execute_async_script(
        "const done = arguments[0], odd = [], count = (css) => document.querySelectorAll(css).length; (async () => {"
        "for (let at = 0; at < atlas.graph.count; at++) { await atlas.open(at);"
        "  const said = ['.kicker', 'h2'].every((one) => document.querySelector(`#panel ${one}`).textContent);"
        "  if (!said || count('img, iframe, base, a, form, object, embed, meta[http-equiv=refresh]')) odd.push(at); }"
        "done(odd); })()"
    )
    assert odd == []
    assert page.run("return atlas.graph.count") == 5 * len(HOSTILE)
    count = "return document.querySelectorAll(arguments[0]).length"
    assert page.run("return window.hacked") is None
    assert page.run(count, "script") == 5
    assert page.run(count, "style") == 1
    assert page.find("#panel").is_displayed()


@pytest.mark.parametrize("view", VIEWS)
def test_hostile_text_is_drawn_in_every_view(open_page, view):
    page = open_page(hostile_graph(HOSTILE), heading=HOSTILE[0])
    page.run("atlas.look(arguments[0])", view)
    drawn = page.run(
        "const drawn = new DOMParser().parseFromString(atlas.drawing(), 'image/svg+xml');"
        "return drawn.querySelectorAll('parsererror, script, style').length"
    )
    assert drawn == 0
    assert page.run("return window.hacked") is None
    assert page.driver.title.startswith("<script>window.hacked = 1</script>")


def test_hostile_text_can_be_searched(open_page):
    page = open_page(hostile_graph(HOSTILE))
    for text in HOSTILE:
        page.run("query.value = arguments[0]; query.dispatchEvent(new Event('input'))", text.replace("\ud800", ""))
    assert page.run("return window.hacked") is None
    page.search("<script>window")
    assert "<script>window.hacked = 1</script>" in page.text("#results")


@pytest.mark.parametrize("url", ADDRESSES)
def test_only_web_addresses_become_links(open_page, url):
    page = open_page(hostile_graph(("BERT",), url))
    page.choose("paper BERT")
    assert page.run("return document.querySelectorAll('a').length") == 0


def test_evidence_survives_characters_beyond_the_basic_plane(open_page):
    page = open_page(hostile_graph(("\U0001f600 net",)))
    page.choose("Method:\U0001f600 net")
    assert page.text("#panel blockquote mark") == "\U0001f600 net"
    assert page.text("#panel blockquote") == "We propose \U0001f600 net here."
