from pathlib import Path

import pytest

from paperatlas.errors import InputError
from paperatlas.extract.lexicon import read_lexicon
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
