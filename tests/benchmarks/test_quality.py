import json
import subprocess
import sys
from pathlib import Path

import pytest
from annotated import SEEDS_GOLD, read_annotated
from confidence import mention_outcomes, reliability
from drawing import draw_curves
from figures import BEGIN, END, README, filled
from peers import Peer, best_cut, peer_line
from quality import group_of, is_right

from paperatlas.errors import InputError
from paperatlas.evaluating import evaluate_pipeline
from paperatlas.extract.annotations import annotated_extraction
from paperatlas.records import Paper

ROOT = Path(__file__).parents[2]
SCRIPTS = ("figures", "models", "peers", "quality", "speed")


def entity(*surfaces, label="Method", role="uses", **more):
    return {"name": surfaces[0], "label": label, "kind": None, "role": role, "surfaces": list(surfaces), **more}


OURS = entity("LoopNet", role="proposes")
DATA = entity("Harbour-10", label="Dataset", role="evaluates_on")
OTHERS = [entity(name) for name in ("Adam", "GRU", "beam search", "dropout", "layer norm", "mixup", "GAN", "BERT")]


def run(script, *arguments):
    command = [sys.executable, f"benchmarks/{script}.py", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


@pytest.mark.parametrize("script", SCRIPTS)
def test_help_shows_an_example(script):
    assert f"python benchmarks/{script}.py" in run(script, "--help").stdout


def test_the_shipped_gold_scores_as_the_command_line_scores_it():
    done = run("quality", "--json", "--min-confidence", "0.9")
    figures = json.loads(done.stdout)
    labelled = evaluate_pipeline(SEEDS_GOLD).labelled
    assert figures["whole"]["labelled"]["hits"] == labelled.hits
    assert figures["whole"]["labelled"]["f1"] == labelled.f1
    assert figures["whole"]["found"]["f1"] > 0.80 and labelled.f1 > 0.73
    assert figures["groups"].keys() == {"other"}
    assert figures["curve"][0]["labelled"]["predicted"] < labelled.predicted


def test_a_bad_gold_file_is_one_line(tmp_path):
    (tmp_path / "gold.jsonl").write_text('{"id": "1"}\n')
    done = run("quality", str(tmp_path / "gold.jsonl"))
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "gold.jsonl:1 is no annotated paper" in done.stderr


def test_texts_come_from_other_files_where_the_gold_has_none(tmp_path):
    (tmp_path / "gold.jsonl").write_text('{"id": "a", "entities": []}\n')
    (tmp_path / "texts.jsonl").write_text('{"id": "a", "title": "On LoopNet", "abstract": "It loops."}\n')
    ((paper, _),) = read_annotated(tmp_path / "gold.jsonl", texts=[str(tmp_path / "texts.jsonl")])
    assert (paper.title, paper.abstract) == ("On LoopNet", "It loops.")
    with pytest.raises(InputError, match="'a' has no text"):
        read_annotated(tmp_path / "gold.jsonl")


@pytest.mark.parametrize(
    "paper_id, group",
    [
        ("nips2018-f0de345d2", "ML"),
        ("acl2021-ecf5dde87c", "language"),
        ("CoRL2024-911472eccd", "robotics"),
        ("colt2023-72e55e9d02", "theory"),
        ("www2025-0a", "web"),
        ("2401.01234", "other"),
        ("aclanthology", "other"),
    ],
)
def test_group_of_an_id(paper_id, group):
    assert group_of(paper_id) == group


@pytest.mark.parametrize(
    "predicted, right",
    [
        ([OURS, DATA, *OTHERS], True),
        ([OURS, DATA, *OTHERS[1:]], True),
        ([OURS, DATA, *OTHERS[3:]], False),
        ([OURS, *OTHERS], False),
        ([OURS, DATA | {"label": "Concept"}, *OTHERS], False),
        ([OURS | {"role": "uses"}, DATA, *OTHERS], False),
    ],
)
def test_an_abstract_is_right_with_what_it_proposes_and_its_datasets(predicted, right):
    assert is_right([OURS, DATA, *OTHERS], predicted) is right


def test_an_optional_dataset_may_be_missed():
    assert is_right([OURS, DATA | {"optional": True}, *OTHERS], [OURS, *OTHERS])


def test_a_mention_is_right_at_a_gold_place_by_a_gold_name():
    paper = Paper(id="1", abstract="LoopNet trains GRUs. Loops help mixup.")
    gold = [OURS, entity("GRU", "GRUs"), entity("mixup", optional=True)]
    wrong = [entity("LoopNet trains"), entity("GRUs"), entity("Loops"), entity("mixup")]
    outcomes = mention_outcomes([(paper, gold)], [annotated_extraction(paper, wrong)])
    assert list(outcomes) == [(1.0, False), (1.0, True), (1.0, False)]


@pytest.mark.parametrize("confidence, low", [(0.0, 0.0), (0.29, 0.2), (0.3, 0.3), (0.7, 0.7), (0.999, 0.9), (1.0, 0.9)])
def test_a_confidence_falls_into_its_tenth(confidence, low):
    assert [held.low for held in reliability([(confidence, True)])] == [low]


def test_the_picture_has_a_dot_for_each_bin():
    assert draw_curves(reliability([(0.5, True), (0.7, False)]), {}).count("<circle") == 2


def test_a_new_table_takes_the_place_of_the_one_in_the_readme():
    page = README.read_text(encoding="utf-8")
    held = page.partition(BEGIN)[2].partition(END)[0]
    assert held.startswith("| figure |")
    assert filled(page, "| new |\n") == page.replace(held, "| new |\n")


def test_a_peer_stands_at_its_best_number_of_phrases():
    gold = [(Paper(id="1"), [OURS, DATA]), (Paper(id="2"), [entity("GRU")])]
    count, found = best_cut(gold, {"1": ["LoopNet", "Harbour-10", "results"], "2": ["GRU", "loss", "way"]})
    assert (count, found.hits, found.predicted) == (2, 3, 4)


def test_a_peer_that_is_not_installed_is_a_line_with_its_reason():
    def start():
        raise ModuleNotFoundError("No module named 'loopnet'", name="loopnet")

    line = peer_line(Peer("LoopNet", "loopnet", start, "pip install loopnet"), [])
    assert line.reason == "not run, no loopnet: pip install loopnet"
