from pathlib import Path

import pytest
from spacy.lang.en import English

from paperatlas.errors import InputError
from paperatlas.extract.lexicon import Term, build_lexicon, find_terms, read_lexicon
from paperatlas.extract.pipeline import extract_papers
from paperatlas.records import Paper

TERMS = """
[[term]]
label = "Method"
names = ["GAN", "generative adversarial network"]
[[term]]
label = "Method"
names = ["support vector machine"]
[[term]]
label = "Dataset"
names = ["Cora"]
"""


@pytest.fixture
def lexicon(tmp_path: Path) -> Path:
    path = tmp_path / "terms.toml"
    path.write_text(TERMS, encoding="utf-8")
    return path


def test_lexicon_terms_are_found_over_case_plural_and_hyphen_at_word_borders(lexicon):
    abstract = (
        "GANs, Support Vector Machines (SVMs) and a support-vector machine on the cora dataset; this began early."
    )
    [extraction] = extract_papers([Paper(id="1", abstract=abstract)], lexicon=lexicon)
    found = [m.text for m in extraction.mentions if m.extractor == "lexicon"]
    assert found == ["GANs", "Support Vector Machines", "support-vector machine", "cora"]


def test_a_term_with_markup_is_found_with_and_without_it_and_in_no_part_of_it(tmp_path):
    path = tmp_path / "terms.toml"
    path.write_text("[[term]]\nlabel = 'Concept'\nnames = ['$\\alpha$-divergence']\n", encoding="utf-8")
    abstract = "The $\\alpha$-divergence, or α-divergence, is no other divergence."
    [extraction] = extract_papers([Paper(id="1", abstract=abstract)], lexicon=path)
    found = [m.text for m in extraction.mentions if m.extractor == "lexicon"]
    assert found == ["$\\alpha$-divergence", "α-divergence"]


@pytest.mark.parametrize("name", ["ADE20K", "ViT", "GPT-J", "Cora"])
def test_a_term_is_found_before_a_full_stop(name, tmp_path):
    path = tmp_path / "terms.toml"
    path.write_text(f'[[term]]\nlabel = "Dataset"\nnames = ["{name}"]\n', encoding="utf-8")
    [extraction] = extract_papers([Paper(id="1", abstract=f"We look at {name}. It is late.")], lexicon=path)
    assert [m.text for m in extraction.mentions if m.extractor == "lexicon"] == [name]


def test_lexicon_names_of_one_term_are_one_entity(lexicon):
    abstract = "A generative adversarial network learns. The GAN is trained."
    [extraction] = extract_papers([Paper(id="1", abstract=abstract)], lexicon=lexicon)
    assert len({m.entity for m in extraction.mentions if m.extractor == "lexicon"}) == 1


def test_lexicon_wins_over_a_name_that_it_touches_and_says_so(tmp_path):
    path = tmp_path / "terms.toml"
    path.write_text('[[term]]\nlabel = "Dataset"\nnames = ["graph neural"]\n', encoding="utf-8")
    [extraction] = extract_papers([Paper(id="1", abstract="We train graph neural networks.")], lexicon=path)
    assert [(m.text, m.label) for m in extraction.mentions] == [("graph neural", "Dataset")]
    assert [problem.reason for problem in extraction.skipped] == [
        "Method 'graph neural networks' meets a term of the lexicon, which wins"
    ]


def test_a_short_form_that_the_text_defines_joins_its_term_and_takes_its_label(tmp_path):
    path = tmp_path / "terms.toml"
    path.write_text('[[term]]\nlabel = "Dataset"\nnames = ["support vector machine"]\n', encoding="utf-8")
    abstract = "Support Vector Machines (SVMs) are old. We train SVMs, and a linear SVM is fast."
    [extraction] = extract_papers([Paper(id="1", abstract=abstract)], lexicon=path)
    entities = {m.text: (m.entity, m.label) for m in extraction.mentions}
    assert entities["SVMs"] == entities["Support Vector Machines"] == (entities["SVMs"][0], "Dataset")


def test_a_name_of_the_model_does_not_join_a_term_by_letters_that_the_term_lacks(lexicon):
    abstract = "We propose T0, a language model, and compare T0 with a GAN."
    [extraction] = extract_papers([Paper(id="1", abstract=abstract)], lexicon=lexicon)
    entities = {m.text: m.entity for m in extraction.mentions}
    assert entities["T0"] != entities["GAN"]


def test_no_term_crosses_from_the_title_into_the_abstract(tmp_path):
    path = tmp_path / "terms.toml"
    path.write_text('[[term]]\nlabel = "Method"\nnames = ["graph neural"]\n', encoding="utf-8")
    paper = Paper(id="1", title="On the graph", abstract="Neural networks learn. A graph neural network learns.")
    [extraction] = extract_papers([paper], lexicon=path)
    assert [(m.text, m.field) for m in extraction.mentions if m.extractor == "lexicon"] == [
        ("graph neural", "abstract")
    ]


@pytest.mark.parametrize(
    "name, text, found",
    [
        ("IS", "The IS is 9, and it is high.", ["IS"]),
        ("A*", "A star. A* search finds a path; a* does not.", ["A*"]),
        ("all-MiniLM-L6-v2", "We use All-MiniLM-L6-v2 here.", ["All-MiniLM-L6-v2"]),
        ("few-shot learning", "Few-shot learning and few shot learning.", ["Few-shot learning", "few shot learning"]),
        ("what-if analysis", "A what-if analysis is made.", ["what-if analysis"]),
        ("GAN", "The GAN, a GAN (GAN), and - GAN - a novel GAN.", ["GAN"] * 5),
        ("The Pile", "On the Pile and a pile.", ["the Pile"]),
        ("C#", "C and C# are languages.", ["C#"]),
        ("F1 (macro)", "The F1 (macro) rises.", ["F1 (macro)"]),
        (".NET", "A net for .NET code.", [".NET"]),
    ],
)
def test_a_term_is_found_whatever_words_and_marks_it_begins_and_ends_with(name, text, found):
    lexicon = build_lexicon([Term("Method", None, (name,))])
    tokens = [(token.idx, token.idx + len(token)) for token in English()(text)]
    terms = find_terms(lexicon, text, tokens)
    assert [text[tokens[first][0] : tokens[end - 1][1]] for first, end, _ in terms] == found


@pytest.mark.parametrize(
    "content, message",
    [
        ("", "has no [[term]] table"),
        ("[[term]\n", "can't be read"),
        ('[[term]]\nlabel = "Model"\nnames = ["x1"]', "term 1: label is 'Model'"),
        ('[[term]]\nlabel = "Concept"\nkind = "thing"\nnames = ["x1"]', "term 1: kind is 'thing'"),
        ('[[term]]\nlabel = "Method"\nkind = "task"\nnames = ["x1"]', "term 1: kind is 'task'"),
        ('[[term]]\nlabel = "Method"\nnames = []', "term 1: names is []"),
        ('[[term]]\nlabel = "Method"\nnames = ["A1"]\n[[term]]\nlabel = "Dataset"\nnames = ["a1"]', "both claim 'a1'"),
    ],
)
def test_lexicon_file_that_is_wrong_is_named_with_the_place(tmp_path, content, message):
    path = tmp_path / "terms.toml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_lexicon(path)
    assert message in str(caught.value) and str(path) in str(caught.value)
