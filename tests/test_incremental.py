"""An atlas that grew and shrank is the one that is built at once of the papers it holds."""

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperatlas.atlas import open_atlas, read_extractions
from paperatlas.building import build_atlas, extend, remove_papers
from paperatlas.extract.abbreviations import find_definitions
from paperatlas.extract.annotations import annotated_extraction
from paperatlas.extract.relations import find_relations
from paperatlas.graph.build import build_graph
from paperatlas.graph.files import write_graph
from paperatlas.graph.resolve import resolve_mentions
from paperatlas.records import Abbreviation, Extraction, Paper, Problem
from paperatlas.rows import full_row, json_line, paper_row, row_extraction, row_paper

NAMES = {
    "Method": ("graph weaving network", "Graph Weaving Networks", "GWN", "gated word net", "BERT", "BERT model", "MM"),
    "Dataset": ("Loomset", "Loomset dataset", "Cora"),
    "Concept": ("node classification", "classification", "mixture model"),
}
TEXTS = {
    "defined": "We propose graph weaving networks (GWN) for node classification. GWN outperforms BERT on Loomset.",
    "short": "GWN achieves good results on Cora. We compare GWN with the BERT model.",
    "other sense": "A gated word net (GWN) is a network. Experiments on the Loomset dataset show that GWN is fast.",
    "label": "The BERT and Graph Weaving Networks are weak in classification on Cora.",
    "ambiguous": "A mixture model (MM) helps. MM is old.",
    "alone": "MM and BERT are compared.",
    "empty": "There is nothing to see here.",
}
POOL = [
    Paper("a", "On weaving", TEXTS["defined"], authors=("Ada Lindqvist",), venue="ACL", year=2018),
    Paper("a", None, TEXTS["short"], year=2020),
    Paper("a", None, TEXTS["other sense"], authors=("Bruno Okafor",), year=2021),
    Paper("Method:bert", None, TEXTS["label"], venue="ACL"),
    Paper("b", None, TEXTS["ambiguous"]),
    Paper("c", None, TEXTS["alone"], year=2019),
    Paper("c-1", None, TEXTS["empty"]),
]


def extract(papers: Sequence[Paper]) -> Iterator[Extraction]:
    """Find the invented names: no model is in play, all else is what the pipeline gives."""
    for paper in papers:
        rows = [
            {"name": name, "label": label, "kind": kind, "role": "uses", "surfaces": [name, f"{name}s"]}
            for label, names in NAMES.items()
            for name in names
            for kind in [("task" if name.endswith("classification") else "term") if label == "Concept" else None]
        ]
        found = annotated_extraction(paper, rows)
        defined = (
            Abbreviation(paper.abstract[one.short_start : one.short_end], paper.abstract[one.long_start : one.long_end])
            for one in find_definitions(paper.abstract)
        )
        yield Extraction(
            paper,
            found.mentions,
            find_relations(paper, found.mentions),
            tuple(defined),
            (Problem(paper.id, "a part was too long"),),
        )


def grown(kept: Sequence[Extraction], papers: Sequence[Paper]) -> list[Extraction]:
    return extend(restored(kept), papers, extract)[0]


def shrunk(kept: Sequence[Extraction], unwanted: Collection[str]) -> list[Extraction]:
    left = [extraction for extraction in restored(kept) if extraction.paper.abstract not in unwanted]
    return extend(left, (), lambda papers: ())[0]


def restored(extractions: Sequence[Extraction]) -> list[Extraction]:
    """Return the extractions as the files of an atlas give them back."""
    rows = [(json_line(paper_row(one.paper)), json_line(full_row(one))) for one in extractions]
    return [row_extraction(json.loads(row), row_paper(json.loads(paper))) for paper, row in rows]


def files(extractions: Sequence[Extraction]) -> dict[str, object]:
    """Return what the files of their atlas hold, the source of the papers aside."""
    ordered = sorted(extractions, key=lambda extraction: extraction.paper.id)
    with TemporaryDirectory() as folder:
        write_graph(build_graph(ordered), Path(folder) / "graph.json")
        graph = (Path(folder) / "graph.json").read_bytes()
    merges = [json_line(asdict(merge)) for merge in resolve_mentions(ordered).merges]
    papers = [paper_row(replace(extraction.paper, source="")) for extraction in ordered]
    return {"graph": graph, "merges": merges, "papers": papers, "extractions": list(map(full_row, ordered))}


def content(path: Path) -> dict[str, object]:
    papers = [json.loads(line) for line in (path / "papers.jsonl").read_text(encoding="utf-8").splitlines()]
    held = {name: (path / name).read_bytes() for name in ("graph.json", "extractions.jsonl", "merges.jsonl")}
    return held | {"papers.jsonl": [{key: paper[key] for key in paper if key != "source"} for paper in papers]}


def steps() -> st.SearchStrategy[list[tuple[str, list[Paper]]]]:
    some = st.lists(st.sampled_from(POOL), min_size=1, max_size=4, unique_by=lambda paper: paper.abstract)
    return st.lists(st.tuples(st.sampled_from(["add", "add", "remove"]), some), min_size=2, max_size=5)


@settings(max_examples=25, deadline=None)
@given(st.permutations(POOL), steps())
def test_any_way_leads_to_the_atlas_built_at_once(first: list[Paper], way: list[tuple[str, list[Paper]]]) -> None:
    held = {paper.abstract: paper for paper in first[:3]}
    atlas = grown([], list(held.values()))
    for act, papers in way:
        texts = {paper.abstract: paper for paper in papers}
        if act == "add":
            atlas, held = grown(atlas, papers), held | texts
        else:
            atlas, held = shrunk(atlas, texts), {text: held[text] for text in held if text not in texts}
    assert files(atlas) == files(grown([], sorted(held.values(), key=repr)))


def test_a_paper_that_is_there_is_not_extracted_again() -> None:
    kept, _, _ = extend([], POOL[:2], extract)
    again, repeated, _ = extend(kept, POOL[:3], lambda papers: extract(papers) if len(papers) == 1 else pytest.fail())
    assert ({one.paper.abstract for one in again}, len(repeated)) == ({paper.abstract for paper in POOL[:3]}, 2)


def test_what_was_extracted_otherwise_is_extracted_again() -> None:
    kept, _, _ = extend([], POOL[:2], lambda papers: [Extraction(paper) for paper in papers])
    anew, _, _ = extend(kept, POOL[2:3], extract, anew=True)
    assert all(extraction.mentions for extraction in anew)


def test_an_id_that_changes_is_the_one_of_its_problems() -> None:
    kept, _, _ = extend([], POOL[1:2], extract)
    both, _, _ = extend(kept, POOL[:1], extract)
    assert [one.skipped[0].where for one in both] == [one.paper.id for one in both]


def with_another_version(atlas: Path) -> None:
    report = json.loads((atlas / "report.json").read_text(encoding="utf-8"))
    report["versions"]["paperatlas"] = "0.0.1"
    (atlas / "report.json").write_text(json.dumps(report), encoding="utf-8")
    rows = [json.loads(line) for line in (atlas / "extractions.jsonl").read_text(encoding="utf-8").splitlines()]
    emptied = "".join(json_line({**row, "entities": [], "relations": []}) for row in rows)
    (atlas / "extractions.jsonl").write_text(emptied, encoding="utf-8")


def test_the_real_pipeline_grows_and_shrinks_to_what_is_built_at_once(tmp_path: Path) -> None:
    lists = []
    for number, texts in enumerate((("defined", "other sense"), ("short", "alone"), ("label",))):
        lists.append(tmp_path / f"{number}.txt")
        lists[-1].write_text("\n\n".join(f"{TEXTS[text]} It was tried with care and with time." for text in texts))
    atlas = build_atlas(lists[2:], tmp_path / "atlas").path
    grown_ids = [one.paper.id for one in read_extractions(open_atlas(atlas))]
    with_another_version(atlas)
    for part in (lists[0], lists[1]):
        build_atlas([part], atlas, add=True)
    assert content(atlas) == content(build_atlas(lists, tmp_path / "all").path)
    remove_papers(atlas, grown_ids)
    assert content(atlas) == content(build_atlas(lists[:2], tmp_path / "two").path)
