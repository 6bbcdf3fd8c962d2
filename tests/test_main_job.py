"""The verbs that extract, with the shipped model."""

import json
import os
import shutil
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from paperatlas.building import build_atlas, remove_papers
from paperatlas.cli.app import run
from paperatlas.errors import AtlasError

DATA = Path(__file__).parent / "data"
SEEDS = sorted((Path(__file__).parent.parent / "seeds").glob("*.txt"))
PROMISED = ("extractions.jsonl", "graph.json", "merges.jsonl", "index.html")
BIBTEX = """@article{weave, title={Woven Nets}, abstract={We propose woven nets, tested on CIFAR-10.}, year=2020}
@article{none, title={}}
@article{open, title={No end, abstract={We train BERT.}
@article{braid, title={Braids}, abstract={We compare woven nets with BERT on SQuAD.}, year=2021}
"""


def rows(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def without_source(atlas: Path) -> list[dict]:
    return [paper | {"source": ""} for paper in rows(atlas / "papers.jsonl")]


def assert_equal_atlases(one: Path, other: Path) -> None:
    assert without_source(one) == without_source(other)
    for name in PROMISED:
        assert (one / name).read_bytes() == (other / name).read_bytes(), name


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The invented papers in three files; the second and the third share an id that the text decides on."""
    folder = tmp_path_factory.mktemp("parts")
    papers = [{key: row[key] for key in row if key != "entities"} for row in rows(DATA / "invented.jsonl")[:9]]
    papers[3]["id"] = papers[6]["id"] = "shared"
    files = [folder / f"{number}.jsonl" for number in range(3)]
    for file, start in zip(files, (0, 3, 6), strict=True):
        file.write_text("\n".join(map(json.dumps, papers[start : start + 3])), encoding="utf-8")
    return files


@pytest.fixture(scope="module")
def at_once(parts: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_atlas(parts, tmp_path_factory.mktemp("at-once") / "atlas").path


def test_the_seeds_become_an_atlas_and_what_was_read_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(["build", *map(str, SEEDS), "-o", str(tmp_path / "atlas"), "--json"])
    printed = capsys.readouterr()
    report = json.loads(printed.out)
    assert (code, printed.err) == (0, "")
    assert {key: report["counts"][key] for key in ("read", "used", "skipped", "failed")} == {
        "read": 57,
        "used": 57,
        "skipped": 0,
        "failed": 0,
    }
    assert report["counts"]["nodes"]["Paper"] == 57
    assert min(report["counts"]["nodes"][label] for label in ("Method", "Dataset", "Concept")) > 10
    assert set(report["seconds"]) == {"read", "load", "extract", "graph", "store", "page"}
    assert report["model"]["name"]


def test_what_was_skipped_and_failed_is_named_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "my.bib").write_text(BIBTEX)
    code = run(["build", str(tmp_path / "my.bib"), "-o", str(tmp_path / "atlas")])
    printed = capsys.readouterr()
    assert code == 0
    assert printed.out.startswith("read 4: 2 used, 1 skipped, 1 failed\n")
    assert f"skipped {tmp_path / 'my.bib'}:2: " in printed.err
    assert f"failed {tmp_path / 'my.bib'}:3: " in printed.err


def test_workers_and_the_order_of_files_change_nothing(parts: list[Path], at_once: Path, tmp_path: Path) -> None:
    assert_equal_atlases(build_atlas(parts[::-1], tmp_path / "atlas", workers=2).path, at_once)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1)])
def test_adding_gives_what_building_at_once_gives(
    parts: list[Path], at_once: Path, tmp_path: Path, order: tuple[int, ...]
) -> None:
    for number, part in enumerate(order):
        atlas = build_atlas([parts[part]], tmp_path / "atlas", add=number > 0)
    assert_equal_atlases(atlas.path, at_once)
    assert atlas.report["counts"]["used"] == 9


def test_removing_gives_what_building_without_gives(parts: list[Path], at_once: Path, tmp_path: Path) -> None:
    build_atlas(parts, tmp_path / "atlas")
    added = [paper["id"] for paper in rows(tmp_path / "atlas" / "papers.jsonl") if "2.jsonl" in paper["source"]]
    removed = remove_papers(tmp_path / "atlas", added).path
    assert_equal_atlases(removed, build_atlas(parts[:2], tmp_path / "without").path)


def test_removing_what_is_not_there_lists_near_ids(at_once: Path) -> None:
    with pytest.raises(AtlasError, match="has no paper 'inv-1'; near: inv-01"):
        remove_papers(at_once, ["inv-1"])


def test_adding_needs_an_atlas(parts: list[Path], tmp_path: Path) -> None:
    with pytest.raises(AtlasError, match="no atlas at"):
        build_atlas(parts, tmp_path / "atlas", add=True)


def test_extract_prints_the_gold_form_in_the_order_of_the_input(
    parts: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["extract", str(parts[2]), str(parts[0])]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    papers = [*rows(parts[2]), *rows(parts[0])]
    assert [row["id"] for row in found] == [paper["id"] for paper in papers]
    assert any(row["entities"] for row in found)
    for row, paper in zip(found, papers, strict=True):
        for entity in row["entities"]:
            texts = [paper[mention["field"]][mention["start"] : mention["end"]] for mention in entity["mentions"]]
            assert entity["surfaces"] == list(dict.fromkeys(texts))


def test_extract_reads_standard_input_and_writes_a_file(parts: list[Path], tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from paperatlas.cli import main; main()", "extract", "-", "-o", "out/rows.jsonl"]
    with parts[0].open() as file:
        done = subprocess.run(command, stdin=file, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert [row["id"] for row in rows(tmp_path / "out" / "rows.jsonl")] == ["inv-01", "inv-02", "inv-03"]


def test_a_lexicon_adds_its_terms_and_makes_another_extraction(tmp_path: Path) -> None:
    (tmp_path / "one.jsonl").write_text('{"id": "1", "abstract": "We tried the frobnicated quux on our data."}')
    (tmp_path / "two.jsonl").write_text('{"id": "2", "abstract": "The frobnicated quux fails."}')
    (tmp_path / "terms.toml").write_text('[[term]]\nlabel = "Method"\nnames = ["frobnicated quux"]\n')
    build_atlas([tmp_path / "one.jsonl"], tmp_path / "atlas")
    atlas = build_atlas([tmp_path / "two.jsonl"], tmp_path / "atlas", add=True, lexicon=tmp_path / "terms.toml")
    found = rows(atlas.path / "extractions.jsonl")
    extractors = [
        [
            mention["extractor"]
            for entity in row["entities"]
            if entity["name"] == "frobnicated quux"
            for mention in entity["mentions"]
        ]
        for row in found
    ]
    assert extractors == [["lexicon"], ["lexicon"]]


@pytest.mark.parametrize("with_texts", [False, True])
def test_evaluate_prints_the_score(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], parts: list[Path], with_texts: bool
) -> None:
    gold = rows(DATA / "invented.jsonl")[:3]
    if with_texts:
        gold = [{"id": row["id"], "entities": row["entities"]} for row in gold]
    (tmp_path / "gold.jsonl").write_text("\n".join(map(json.dumps, gold)))
    assert run(["evaluate", str(tmp_path / "gold.jsonl"), *(["--texts", str(parts[0])] if with_texts else [])]) == 0
    lines = capsys.readouterr().out.splitlines()
    entities = sum(len(row["entities"]) for row in gold)
    assert [line.split()[0] for line in lines] == [
        "found",
        "labelled",
        "Method",
        "Dataset",
        "Concept",
        "kind",
        "role",
        "proposes",
        "evaluates_on",
        "aliases",
    ]
    assert f"of {entities} gold" in lines[0]


def test_an_interrupted_build_keeps_the_former_atlas(at_once: Path, tmp_path: Path) -> None:
    former = Path(shutil.copytree(at_once, tmp_path / "atlas"))
    before = {file.name: file.read_bytes() for file in former.iterdir()}
    os.mkfifo(tmp_path / "slow.jsonl")
    command = [sys.executable, "-c", "from paperatlas.cli import main; main()", "build", "slow.jsonl", "-o", "atlas"]
    process = subprocess.Popen(
        command,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # a job in the background ignores it
    )
    with (tmp_path / "slow.jsonl").open("w"):  # opens once the build reads
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    assert (out, err.strip()) == ("", "paperatlas: interrupted")
    assert process.returncode == 130
    assert {file.name: file.read_bytes() for file in former.iterdir()} == before
    assert {file.name for file in tmp_path.iterdir()} == {"atlas", "slow.jsonl"}
