import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.extract.cleaning import clean, clean_name

MARKS = (
    *("{", "}", "\\", "$", "$$", "\\(", "\\)", "`", "``", "''", "*", "**", "_", "^", "~", " ", "\n", "\n\n", "-\n"),
    *("\\frac", "\\sqrt", "\\cite", "\\begin", "\\textbf{", "\\'e", "\\SDEPO", "\\\\", "^{\\circ}", "[a](b)", "&amp;"),
    *("<b>", "</b>", "<sup>", "BERT", "word", "5", "\ufb01", "\u200b", "\u0301", "\x00", "\ud800", "\u8bba"),
)
texts = st.text() | st.lists(st.sampled_from(MARKS), max_size=30).map("".join)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (r"$\mathcal{O}(n^2)$, \textbf{BERT}~\cite{x}, as in \ref{a}.", "O(n^2), BERT, as in."),
        (r"We use \SDEPO and \NAM{} for \blue{S}eparated views.", "We use SDEPO and NAM for Separated views."),
        (r"$\text{ID}^3$ beats $k$-means and $\alpha$CSC.", "ID^3 beats k-means and αCSC."),
        (r"$O\left(\frac{\sqrt{T}}{\Delta}\right)$ and $L_{1}$", "O(sqrt(T)/Δ) and L_1"),
        (r"$n^{1/d}$, $d^{-1}$, $\mathcal{EL}^{++}$", "n^(1/d), d^-1, EL^++"),
        (r"$$x = 1$$ \(y\) \[z\]", "x = 1 y z"),
        (r"textit{critic} net, 2\ln n, d_\textmin, D\_KL", "critic net, 2ln n, d_min, D_KL"),
        ("Nystr\\\"om, R\\'{e}nyi, \\c{S}im\\v{s}ek, {\\L}ojasiewicz", "Nyström, Rényi, Şimšek, Łojasiewicz"),
        (r"{\em short and sparse} nets, {B}ERT, {0, 1}", "short and sparse nets, BERT, {0, 1}"),
        (r"Q\&A at 50\% of \$5", "Q&A at 50% of $5"),
        (r"360$^{\circ}$ video", "360° video"),
        (r"\href{http://x.org}{our code}\footnote{Later.}", "our code Later."),
        ("``value-free'' RL", '"value-free" RL'),
        (r"\emphsectional curvature, \mathbbR", "sectional curvature, R"),
        (r"\begin{abstract}We \\ train.\end{abstract}", "We train."),
        (r"\unknown", "unknown"),
        (r"a \\alpha b", "a α b"),
    ],
)
def test_latex_becomes_text(raw: str, text: str) -> None:
    assert clean(raw).text == text


@pytest.mark.parametrize(
    "raw",
    [
        "The cost is $5 and $6.",
        "50% done",
        r"C:\new\path",
        r"see D:\alpha\beta.txt now",
        "about ~5 of 10~20 at http://x.org/~me",
        "the set {0, 1} and an open { brace",
        "A* search, 2 * 3, MMLU_Math and x_i",
        "a < b and c > d, the <eos> token",
        "AT&T, R&D;",
        "short- and long-term memory",
        "[1] and f(x)",
    ],
)
def test_text_that_only_looks_like_markup_stays(raw: str) -> None:
    assert clean(raw).text == raw


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("<jats:p>We use BERT &amp;amp; GPT</jats:p>", "We use BERT & GPT"),
        ("<fixed-case>LLM</fixed-case>s for Q\\&A", "LLMs for Q&A"),
        ("**BERT** on [SQuAD](http://x)", "BERT on SQuAD"),
        (
            "**T**axonomy **E**nrichment with _Multi-Reward_ *scalable* `CoBo`",
            "Taxonomy Enrichment with Multi-Reward scalable CoBo",
        ),
        ("# Abstract\nWe train.", "Abstract We train."),
        ('H<sub>2</sub>O, 10<sup>6</sup>, <a href="x">link</a><br/>end', "H2O, 10^6, link end"),
        ("x &lt;b&gt;y&lt;/b&gt; &#955; &#x3bb;", "x y λ λ"),
    ],
)
def test_html_and_markdown_go(raw: str, text: str) -> None:
    assert clean(raw).text == text


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("e\ufb03cient multi-\nhead attention", "efficient multi-head attention"),
        ("a per-\nformance gain, pre-\ntrained", "a performance gain, pre-trained"),
        ("n-\ntridecanal", "n-tridecanal"),
        ("state\u2010of\u2011the-\u00adart \u200bnets", "state-of-the-art nets"),
        ("\uff22\uff25\uff32\uff34\u3000（CNN）", "BERT (CNN)"),
        ("\U0001d6fc-divergence, e\u0301tale, ℓ_1, x²", "α-divergence, étale, ℓ_1, x²"),
        (" a \t b\nc\n\n\nd ", "a b c\nd"),
        ("a\x0cb\x01\x00c\ud800", "a bc\ufffd"),
        ("我们训练BERT。", "我们训练BERT。"),
    ],
)
def test_characters_come_to_one_form(raw: str, text: str) -> None:
    assert clean(raw).text == text


@pytest.mark.parametrize(
    ("raw", "name", "surface"),
    [
        ("We use **BERT** here", "BERT", "BERT"),
        (r"Our $\text{ID}^3$ wins", "ID^3", r"$\text{ID}^3$"),
        (r"Our $\text{ID}^3$ wins", "ID", "ID"),
        (r"by $\textbf{JEPA}$ alone", "JEPA", "JEPA"),
        ("run $k$-means twice", "k-means", "$k$-means"),
        (r"at $\mathcal{O}(n^2)$ cost", "O(n^2)", r"$\mathcal{O}(n^2)$"),
        (r"a \emph{multi-fidelity} bandit", "multi-fidelity bandit", r"\emph{multi-fidelity} bandit"),
        (r"a \emph{multi-fidelity} bandit", "multi-fidelity", "multi-fidelity"),
        ("**T**axonomy **E**nrichment (TE)", "Taxonomy Enrichment", "**T**axonomy **E**nrichment"),
        (r"rate $\frac{a}{b}$ of", "a/b", r"$\frac{a}{b}$"),
        ("<b>BERT</b>-large &amp; co", "BERT-large & co", "<b>BERT</b>-large &amp; co"),
        (r"the \NAM{} net", "NAM net", r"\NAM{} net"),
        ("multi-\nhead e\ufb03cient", "multi-head e", "multi-\nhead e"),
        (r"CVaR$_\delta$-ratio", "CVaR_δ", r"CVaR$_\delta$"),
    ],
)
def test_raw_span_holds_markup_inside_a_name_and_none_around(raw: str, name: str, surface: str) -> None:
    cleaned = clean(raw)
    start = cleaned.text.index(name)
    assert raw[slice(*cleaned.raw_span(start, start + len(name)))] == surface


@given(texts, st.data())
def test_raw_span_lies_in_the_raw_text_and_grows_with_the_clean_one(raw: str, data: st.DataObject) -> None:
    cleaned = clean(raw)
    bounds = st.integers(0, len(cleaned.text))
    outer_start, start, end, outer_end = sorted(data.draw(st.lists(bounds, min_size=4, max_size=4)))
    left, right = cleaned.raw_span(start, end)
    assert 0 <= left <= right <= len(raw)
    assert (left < right) == (start < end)
    if start < end:
        outer_left, outer_right = cleaned.raw_span(outer_start, outer_end)
        assert outer_left <= left and right <= outer_right


@given(texts)
def test_characters_that_were_copied_stand_in_their_raw_slices_in_order(raw: str) -> None:
    cleaned = clean(raw)
    slices = [cleaned.raw_span(at, at + 1) for at in range(len(cleaned.text))]
    assert slices == sorted(slices)
    copied = [(char, raw[start]) for char, (start, end) in zip(cleaned.text, slices, strict=True) if end - start == 1]
    kept = [char for char, old in copied if old.isascii() and old.isalnum()]
    assert kept == [old for _, old in copied if old.isascii() and old.isalnum()]


@given(st.lists(st.from_regex(r"[A-Za-z0-9]{1,12}[,.]?", fullmatch=True)).map(" ".join))
def test_plain_words_are_left_alone(raw: str) -> None:
    assert clean(raw).text == raw


@given(texts)
def test_clean_text_has_single_blanks_and_nothing_unseen(raw: str) -> None:
    text = clean(raw).text
    assert text == text.strip()
    assert not re.search(r"[ \n]{2}|[\x00-\x09\x0b-\x1f\u200b\u00ad\ud800-\udfff]", text)


@pytest.mark.parametrize("unit", ["{", "$x$", "\\(", "*a", "<b>", "&amp;", "a-\n", "[a](", "\\frac{", "\\cite["])
def test_long_hostile_texts_are_cleaned(unit: str) -> None:
    raw = unit * 20_000
    cleaned = clean(raw)
    assert cleaned.raw_span(0, len(cleaned.text))[1] <= len(raw)


def test_raw_span_outside_the_text_is_an_error() -> None:
    with pytest.raises(IndexError, match="3 to 9 of a clean text of 4"):
        clean("BERT").raw_span(3, 9)


@pytest.mark.parametrize(
    ("surface", "name"),
    [(r"$\text{ID}^3$", "ID^3"), ("*DMPS*", "DMPS"), ("multi-\nhead\n\nnet", "multi-head net"), ("A*", "A*"), ("", "")],
)
def test_clean_name_is_fit_to_show(surface: str, name: str) -> None:
    assert clean_name(surface) == name
