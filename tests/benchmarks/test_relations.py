import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest
from relations import JUDGED, drawn, entity_groups, found_relations, gold_relations, recall_rows

from paperatlas.schema import ENTITY_RELATIONS

ROOT = Path(__file__).parents[2]
ROWS = [json.loads(line) for line in JUDGED.read_text(encoding="utf-8").splitlines()]
ROW = {
    "id": "r1",
    "text": "BERT (Bert) for parsing. We evaluate BERT on SQuAD.",
    "entities": [[0, 4, "Method"], [6, 10, "Method"], [16, 23, "Task"], [37, 41, "Method"], [45, 50, "Dataset"]],
    "relations": [[0, 2, "Used-For"], [1, 0, "Synonym-Of"], [3, 4, "Evaluated-With"], [4, 2, "Benchmark-For"]],
}


def test_the_judged_file_has_200_edges_of_all_types_and_no_sentences() -> None:
    assert len(ROWS) == 200
    assert {row["type"] for row in ROWS} == set(ENTITY_RELATIONS)
    assert {key for row in ROWS for key in row} == {
        "type",
        "by",
        "head",
        "tail",
        "paper",
        "head_at",
        "tail_at",
        "right",
    }
    assert all(isinstance(row["right"], bool) for row in ROWS)


def test_the_script_prints_the_precision_and_it_is_high_enough() -> None:
    done = subprocess.run(
        [sys.executable, "benchmarks/relations.py", "--json"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    last = json.loads(done.stdout)["precision"][-1]
    assert (last["type"], last["judged"]) == ("all", 200)
    assert float(last["precision"]) >= 0.85


def test_gold_relations_are_ours_between_entities_and_their_synonyms() -> None:
    assert entity_groups(ROW) == [0, 0, 2, 0, 4]
    assert gold_relations(ROW) == {("USED_FOR", 0, 2), ("EVALUATED_ON", 0, 4)}
    assert found_relations(ROW) == gold_relations(ROW)


def test_the_dataset_of_evaluate_for_is_the_tail() -> None:
    row = {**ROW, "relations": [[4, 3, "EVALUATE-FOR"]]}
    assert gold_relations(row) == {("EVALUATED_ON", 0, 4)}


def test_recall_counts_each_type(tmp_path: Path) -> None:
    for name in ("scierc/test", "scier/test", "scier/test_ood"):
        path = tmp_path / f"{name}.jsonl.gz"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(gzip.compress(json.dumps(ROW).encode()))
    rows = list(recall_rows(tmp_path))
    assert ("SciERC test", "USED_FOR", 1, 1, "1.000", "1.000") in rows
    assert ("SciER test", "all", 2, 2, "1.000", "1.000") in rows


def test_a_draw_is_the_same_for_a_seed_and_says_where_the_names_stand(invented) -> None:
    one, other = ([*drawn(invented, each=3, seed=5)] for _ in range(2))
    assert one == other
    texts = {extraction.paper.id: extraction.paper for extraction in invented}
    for row in one:
        field, start, end = row["tail_at"]
        assert getattr(texts[row["paper"]], field)[start:end]


@pytest.mark.parametrize("arguments", [["--data", "nowhere"], ["--sample", "nowhere"]])
def test_a_folder_without_data_is_one_line(arguments: list[str]) -> None:
    command = [sys.executable, "benchmarks/relations.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "nowhere" in done.stderr
