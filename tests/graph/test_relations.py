"""Edges between entities add up what papers say, and follow head words."""

import pytest

from paperatlas.extract.annotations import annotated_extraction
from paperatlas.graph.build import build_graph
from paperatlas.graph.relations import EVIDENCE
from paperatlas.records import Extraction, Paper, Relation


def extraction(paper: str, text: str, names: dict[str, str], *relations: tuple[str, str, str]) -> Extraction:
    """Return the extraction of `text`: `names` have a label, or a Concept's kind; `relations` join two names."""
    rows = [
        {
            "name": name,
            "label": label if label[0].isupper() else "Concept",
            "kind": label if label[0].islower() else None,
            "role": "mentions",
            "surfaces": [name],
        }
        for name, label in names.items()
    ]
    found = annotated_extraction(Paper(id=paper, abstract=text), rows)
    first = {mention.text: mention for mention in reversed(found.mentions)}
    related = tuple(Relation(first[head], first[tail], kind, text) for head, kind, tail in relations)
    return Extraction(found.paper, found.mentions, related)


def relations_of(*extractions: Extraction) -> dict[tuple[str, str, str], dict]:
    kinds = ("SUBCLASS_OF", "EVALUATED_ON", "USED_FOR", "COMPARED_WITH", "PART_OF")
    edges = build_graph(extractions).edges(keys=True, data=True)
    return {(source, key, target): held for source, target, key, held in edges if key in kinds}


def test_an_edge_counts_the_papers_that_say_so_and_keeps_their_sentences() -> None:
    names = {"BERT": "Method", "Cora": "Dataset"}
    texts = {"b": "BERT on Cora is good.", "a": "BERT wins on Cora."}
    said = [extraction(paper, text, names, ("BERT", "EVALUATED_ON", "Cora")) for paper, text in texts.items()]
    assert relations_of(*said)["Method:bert", "EVALUATED_ON", "Dataset:cora"] == {
        "papers": 2,
        "evidence": ["BERT wins on Cora.", "BERT on Cora is good."],
        "evidence_papers": ["a", "b"],
    }


def test_sentences_kept_are_limited_and_papers_are_not() -> None:
    names = {"BERT": "Method", "Cora": "Dataset"}
    many = [extraction(f"{n:02}", "BERT, Cora.", names, ("BERT", "EVALUATED_ON", "Cora")) for n in range(EVIDENCE + 5)]
    (edge,) = relations_of(*many).values()
    assert (edge["papers"], len(edge["evidence"]), edge["evidence_papers"][-1]) == (EVIDENCE + 5, EVIDENCE, "09")


def test_a_comparison_has_one_direction() -> None:
    names = {"GPT": "Method", "BERT": "Method"}
    one = extraction("1", "GPT beats BERT.", names, ("GPT", "COMPARED_WITH", "BERT"))
    two = extraction("2", "BERT is no GPT.", names, ("BERT", "COMPARED_WITH", "GPT"))
    assert {key: edge["papers"] for key, edge in relations_of(one, two).items()} == {
        ("Method:bert", "COMPARED_WITH", "Method:gpt"): 2
    }


@pytest.mark.parametrize(
    "names, relation",
    [
        ({"BERT": "Method", "Cora": "Dataset"}, ("Cora", "EVALUATED_ON", "BERT")),
        ({"BERT": "Method", "grammar": "term"}, ("BERT", "USED_FOR", "grammar")),
        ({"BERT": "Method", "BERT model": "Method"}, ("BERT", "PART_OF", "BERT model")),
    ],
    ids=["labels that do not fit", "no task", "one entity"],
)
def test_what_does_not_fit_the_entities_is_left_out(names: dict[str, str], relation: tuple[str, str, str]) -> None:
    assert relations_of(extraction("1", f"Here are {', '.join(names)}.", names, relation)) == {}


def test_of_two_opposite_views_that_of_more_papers_is_kept() -> None:
    names = {"Braid": "Method", "Loom": "Method"}
    there = [extraction(f"{n}", "Braid is part of Loom.", names, ("Braid", "PART_OF", "Loom")) for n in range(2)]
    back = extraction("9", "Loom is part of Braid.", names, ("Loom", "PART_OF", "Braid"))
    assert set(relations_of(*there, back)) == {("Method:braid", "PART_OF", "Method:loom")}
    assert relations_of(there[0], back) == {}


@pytest.mark.parametrize(
    "longer, shorter, kind",
    [
        ("graph neural network", "neural network", "Method"),
        ("graph neural networks", "Neural network", "Method"),
        ("extractive question answering", "question answering", "task"),
        ("stochastic gradient descent", "gradient descent", "Method"),
    ],
)
def test_a_name_is_a_subclass_of_its_head_words(longer: str, shorter: str, kind: str) -> None:
    one = extraction("1", f"We use {longer} here.", {longer: kind})
    two = extraction("2", f"{shorter} is old.", {shorter: kind})
    (edge,) = relations_of(one, two).values()
    assert edge == {"papers": 1, "evidence": [f"We use {longer} here."], "evidence_papers": ["1"]}


@pytest.mark.parametrize(
    "longer, shorter, kind",
    [
        ("semi-supervised learning", "supervised learning", "task"),
        ("non-convex optimization", "convex optimization", "task"),
        ("mixture of experts", "expert", "Method"),
        ("Tiny ImageNet", "ImageNet", "Dataset"),
        ("Sentence BERT", "BERT", "Method"),
        ("variational auto-encoder", "encoder", "Method"),
    ],
)
def test_a_name_that_only_ends_like_another_is_no_subclass(longer: str, shorter: str, kind: str) -> None:
    names = {longer: kind, shorter: kind}
    assert relations_of(extraction("1", f"We use {longer}. And {shorter}.", names)) == {}


def test_the_longest_head_words_are_meant() -> None:
    names = {"graph attention network training": "Method", "network training": "Method", "training": "Method"}
    edges = relations_of(extraction("1", "graph attention network training. network training. training.", names))
    assert {(source, target) for source, _, target in edges} == {
        ("Method:graph-attention-network-training", "Method:network-training"),
        ("Method:network-training", "Method:training"),
    }
