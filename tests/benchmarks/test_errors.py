import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from errors import error_rows, judged_causes, read_judged, sampled

from paperatlas.errors import InputError
from paperatlas.extract.annotations import annotated_extraction
from paperatlas.extract.evaluate import Figure
from paperatlas.records import Paper

ROOT = Path(__file__).parents[2]
JUDGED = ROOT / "benchmarks" / "errors" / "dev.jsonl"
KEYS = ["id", "what", "name", "label", "kind", "field", "start", "end", "nearest", "cause"]


def run(*arguments):
    command = [sys.executable, "benchmarks/errors.py", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def entity(*surfaces, label="Method", **more):
    return {"name": surfaces[0], "label": label, "kind": None, "role": "uses", "surfaces": list(surfaces), **more}


def errors(text, gold, found):
    paper = Paper(id="1", abstract=text)
    return list(error_rows([(paper, gold)], [annotated_extraction(paper, found)]))


@pytest.fixture
def gold(tmp_path):
    file = tmp_path / "gold.jsonl"
    entities = [entity("BERT"), entity("SQuAD dataset", label="Dataset")]
    row = {"id": "1", "abstract": "We evaluate BERT on the SQuAD dataset.", "entities": entities}
    file.write_text(json.dumps(row) + "\n")
    return file


def test_help_shows_an_example():
    assert "python benchmarks/errors.py" in run("--help").stdout


def test_the_errors_of_the_pipeline_are_lines_of_json(gold):
    false, missed = map(json.loads, run(gold).stdout.splitlines())
    assert (false["what"], false["name"], false["start"], false["nearest"]) == ("false", "SQuAD", 24, "SQuAD dataset")
    assert (missed["what"], missed["end"], missed["nearest"], missed["cause"]) == ("missed", 37, "SQuAD", "")
    assert list(missed) == KEYS
    assert 0 < false["confidence"] <= 1


def test_a_judged_sample_is_counted(gold, tmp_path):
    judged = tmp_path / "judged.jsonl"
    judged.write_text("".join(line + "\n" for line in run(gold).stdout.replace('""', '"boundary: short"').splitlines()))
    lines = [line.split() for line in run(gold, "--judged", judged).stdout.splitlines()]
    assert ["boundary", "1", "1", "50.0"] in lines
    assert ["boundary:", "short", "1", "1", "50.0"] in lines


def test_judged_rows_that_are_no_errors_now_are_told_in_one_line(gold, tmp_path):
    judged, lines = tmp_path / "judged.jsonl", run(gold).stdout.replace('""', '"boundary: short"')
    judged.write_text(lines)
    assert run(gold, "--judged", judged).stderr == ""
    judged.write_text(lines.replace('"start": 24', '"start": 12', 1))
    told = run(gold, "--judged", judged)
    (line,) = told.stderr.splitlines()
    assert line.startswith("errors.py: 1 of 2 judged rows are no errors")
    assert "boundary: short" in told.stdout


def test_the_nearest_shares_most_characters():
    gold = [entity("loop net"), entity("deep loop")]
    found = [entity("deep loop nets train")]
    rows = errors("A loop net; deep loop nets train. The deep loop.", gold, found)
    assert [(row["what"], row["name"], row["nearest"]) for row in rows] == [
        ("false", "deep loop nets train", "deep loop"),
        ("missed", "loop net", None),
        ("missed", "deep loop", "deep loop nets train"),
    ]


def test_an_optional_entity_is_no_error_found_or_missed():
    gold = [entity("LoopNet", optional=True), entity("GRU", optional=True)]
    assert errors("LoopNet and a GRU.", gold, [entity("LoopNet")]) == []


def test_an_entity_without_a_place_of_its_own_has_none():
    (row,) = errors("Deep loops.", [entity("Deep loops"), entity("loops")], [entity("Deep loops")])
    assert (row["name"], row["field"], row["start"], row["nearest"]) == ("loops", None, None, None)


def test_the_seed_chooses_the_sample():
    rows = [{"what": what, "name": name} for what in ("false", "missed") for name in range(40)]
    first, other = (list(sampled(rows, 5, seed=seed)) for seed in (0, 1))
    assert first == list(sampled(rows, 5, seed=0)) != other
    assert Counter(row["what"] for row in first) == {"false": 5, "missed": 5}
    assert list(sampled(rows, 100, seed=0)) == rows


def test_the_sample_stands_for_all_errors():
    judged = [{"what": "false", "cause": cause} for cause in ("generic", "generic", "long", "apart")]
    generic, *_ = judged_causes(judged, {"false": 80}, Figure(hits=100, predicted=180, gold=100))
    assert (generic.name, generic.points) == ("generic", round(100 * (200 / 240 - 200 / 280), 1))


@pytest.mark.parametrize(
    "line, reason",
    [
        ("{}", "is no judged error"),
        ('{"what": "false", "cause": ""}', "fill in the cause"),
        ('{"what": "other", "cause": "generic"}', "has what 'other'"),
    ],
)
def test_a_bad_judged_file_is_named(tmp_path, line, reason):
    (tmp_path / "judged.jsonl").write_text(line + "\n")
    with pytest.raises(InputError, match=rf"judged.jsonl:1 .*{reason}"):
        read_judged(tmp_path / "judged.jsonl")


def test_the_judged_sample_has_names_and_places_alone():
    rows = read_judged(JUDGED)
    assert Counter(row["what"] for row in rows) == {"false": 50, "missed": 50}
    for row in rows:
        assert [key for key in row if key != "confidence"] == KEYS
        assert len(row["name"]) < 80


def test_the_table_of_causes_is_that_of_the_judged_sample():
    page = (JUDGED.parent / "README.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.split("|")[1:4]] for line in page.splitlines() if line.startswith("|")]
    counts = Counter((row["what"], row["cause"]) for row in read_judged(JUDGED))
    for cause in {cause for _, cause in counts}:
        assert [cause, str(counts["false", cause]), str(counts["missed", cause])] in rows
