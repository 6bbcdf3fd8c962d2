"""Relations follow from what a sentence says between two names, and from the roles of the paper's entities."""

import re

import pytest

from paperatlas.extract.annotations import annotated_extraction
from paperatlas.extract.cues import relation_cues
from paperatlas.extract.relations import find_relations
from paperatlas.records import Extraction, Paper

MARKED = re.compile(r"\[(\w+) ([^\]]+)\]")
KINDS = {
    "method": ("Method", None, "uses"),
    "proposes": ("Method", None, "proposes"),
    "baseline": ("Method", None, "compares_with"),
    "dataset": ("Dataset", None, "evaluates_on"),
    "named": ("Dataset", None, "mentions"),
    "task": ("Concept", "task", "addresses"),
    "term": ("Concept", "term", "mentions"),
}


def read(abstract: str, title: str | None = None) -> Extraction:
    """Read a text in which each name is written [kind name]."""
    rows = {
        name: dict(zip(("label", "kind", "role"), KINDS[kind], strict=True), name=name, surfaces=[name])
        for kind, name in MARKED.findall(f"{title} {abstract}")
    }
    paper = Paper(id="1", abstract=MARKED.sub(r"\2", abstract), title=title and MARKED.sub(r"\2", title))
    return annotated_extraction(paper, list(rows.values()))


def found(abstract: str, title: str | None = None) -> set[tuple[str, str, str]]:
    extraction = read(abstract, title)
    relations = find_relations(extraction.paper, extraction.mentions)
    return {(relation.head.text, relation.type, relation.tail.text) for relation in relations}


@pytest.mark.parametrize("cue", relation_cues(), ids=lambda cue: cue.example)
def test_each_cue_finds_its_example(cue) -> None:
    text = ("", cue.example) if cue.title else (cue.example, None)
    assert (cue.finds[0], cue.type, cue.finds[1]) in found(*text)


@pytest.mark.parametrize(
    "abstract",
    [
        "Without any [method fine-tuning], it runs on [dataset Loomset].",
        "We train [method BraidNet], then we describe [dataset Loomset].",
        "[method BraidNet] is a key step to [method machine translation].",
        "We choose [method BraidNet] rather than [method BERT].",
        "Tracking of objects in [term 3D space] is a part of [term scene understanding].",
        "We compare [method BERT]-based models with others and use [method GPT].",
        "[method BraidNet] improves the [dataset Loomset]-style annotation of text.",
        "[method BERT] models such as [method BERT] are large.",
        "We study tasks in [term static settings] such as [term dynamic games].",
        "[term Static settings], such as [task parsing], are rare.",
        "It has a [method shared encoder], a [method dual decoder], and a head.",
        "We propose [method BraidNet], a novel approach incorporating an auxiliary [method decoder] into it.",
        "[method Soft attention] is a critical mechanism powering [method LLMs].",
        "[term Dirichlet] such as [term Poisson] is given.",
        "[method BraidNet]. [method BERT] achieves results; they hold on [dataset Loomset].",
    ],
)
def test_what_is_not_said_is_not_found(abstract: str) -> None:
    assert found(abstract) == set()


def test_a_list_relates_each_of_its_names() -> None:
    text = "We evaluate [method BraidNet] on [dataset Loomset], [dataset Cora] and the large [dataset PubMed] data."
    assert found(text) == {("BraidNet", "EVALUATED_ON", name) for name in ("Loomset", "Cora", "PubMed")}


def test_our_method_is_what_the_paper_proposes() -> None:
    text = "We present [proposes BraidNet]. On [dataset Loomset], our simple method outperforms [method BERT]."
    assert found(text) == {("BraidNet", "EVALUATED_ON", "Loomset"), ("BraidNet", "COMPARED_WITH", "BERT")}


def test_of_several_proposed_methods_the_one_in_the_title_is_meant() -> None:
    text = "We present [proposes braids] with a [proposes thread layer]. We show results on [dataset Loomset]."
    assert found(text) == set()
    assert found(text, title="Long [proposes Braids] in brief") == {("Braids", "EVALUATED_ON", "Loomset")}


def test_what_no_sentence_brings_forward_is_not_ours() -> None:
    assert found("[proposes BERT] is used. Experiments on [dataset Loomset].") == set()


def test_a_dataset_that_is_only_named_is_no_evaluation_of_what_is_proposed() -> None:
    assert found("We propose [proposes BraidNet]. Experiments on [named Loomset] are old.") == set()


def test_a_short_form_in_brackets_does_not_part_a_sentence() -> None:
    rows = [
        {"name": "braided net", "label": "Method", "kind": None, "role": "uses", "surfaces": ["Braided nets", "BNs"]},
        {"name": "parsing", "label": "Concept", "kind": "task", "role": "addresses", "surfaces": ["parsing"]},
    ]
    extraction = annotated_extraction(Paper(id="1", abstract="Braided nets (BNs) for parsing are fast."), rows)
    (relation,) = find_relations(extraction.paper, extraction.mentions)
    assert (relation.head.text, relation.type, relation.tail.text) == ("Braided nets", "USED_FOR", "parsing")


def test_the_evidence_is_the_sentence_of_the_raw_text() -> None:
    extraction = read("We cite.  [method BERT] achieves  **91**  91\\% on [dataset Cora] [3]. It ends.")
    (relation,) = find_relations(extraction.paper, extraction.mentions)
    assert relation.evidence == "BERT achieves  **91**  91\\% on Cora [3]."


def test_a_pair_is_related_once_in_a_sentence() -> None:
    extraction = read("[method BERT] outperforms [method GPT], and [method GPT] is slower than [method BERT].")
    assert len(find_relations(extraction.paper, extraction.mentions)) == 1


@pytest.mark.parametrize("text", ["«m0» « »", "[method BERT] " * 60, "[method A] " + "x, " * 3000 + "[method B]"])
def test_hostile_text_is_passed_over(text: str) -> None:
    assert found(text) == set()
