import json
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperatlas.errors import ModelError
from paperatlas.extract.components import ENTITIES, LONG_FORMS, SHORT_FORMS
from paperatlas.extract.pipeline import extract_papers, load_pipeline
from paperatlas.extract.tagger import MODEL, load_tagger
from paperatlas.records import Extraction, Paper

ABSTRACTS = (
    "We propose **SparseNet**, a graph neural network for link prediction, and test it on the Cora dataset.",
    "Reinforcement learning (RL) is hard. We show that RL with Adam reaches a lower regret on MuJoCo.",
    "",
    "Diffusion models generate images. Our sampler needs fewer steps; FID on ImageNet improves.",
    "Bayesian optimization with Gaussian processes tunes hyperparameters of deep networks.",
)


@pytest.fixture(scope="module")
def nlp():
    return load_pipeline()


@pytest.fixture
def lexicon(tmp_path: Path) -> Path:
    path = tmp_path / "terms.toml"
    path.write_text('[[term]]\nlabel = "Dataset"\nnames = ["Cora"]\n', encoding="utf-8")
    return path


def papers() -> list[Paper]:
    return [Paper(id=str(i), abstract=abstract) for i, abstract in enumerate(ABSTRACTS)]


def extracted(nlp, *abstracts: str) -> list[Extraction]:
    return list(extract_papers([Paper(id=str(i), abstract=a) for i, a in enumerate(abstracts)], nlp=nlp))


def found(extraction: Extraction) -> dict[str, str]:
    return {mention.text: mention.label for mention in extraction.mentions}


def test_components_stand_in_order_and_say_what_they_need_and_give(nlp):
    analysis = nlp.analyze_pipes()
    assert nlp.pipe_names == ["paper_sentences", "abbreviations", "entities", "roles"]
    assert not any(analysis["problems"].values())
    assert analysis["summary"]["roles"]["requires"] == ["doc.spans"]
    assert "span._.role" in analysis["summary"]["roles"]["assigns"]


def test_labels_of_a_plain_sentence(nlp):
    doc = nlp("We train BERT on the SQuAD dataset for question answering.")
    labels = {span.text: span.label_ for span in doc.spans[ENTITIES]}
    assert labels["BERT"] == "Method" and labels["question answering"] == "Concept"


def test_a_proposed_method_has_its_role_and_its_acronym(nlp):
    [extraction] = extracted(
        nlp, "In this paper, we propose sparse random graph matching (SRGM), a new algorithm. SRGM is fast."
    )
    entities = {m.text: (m.entity, m.label, m.role) for m in extraction.mentions}
    assert entities["SRGM"] == entities["sparse random graph matching"]
    assert entities["SRGM"][1:] == ("Method", "proposes")


def test_a_text_alone_among_others_and_in_another_order_gives_the_same(nlp):
    together = {e.paper.id: e for e in extract_papers(papers(), nlp=nlp)}
    backwards = {e.paper.id: e for e in extract_papers(papers()[::-1], nlp=nlp)}
    alone = {p.id: next(extract_papers([p], nlp=nlp)) for p in papers()}
    assert together == backwards == alone


def test_one_worker_or_two_give_the_same_in_order(nlp):
    many = papers() * 15
    assert list(extract_papers(many, nlp=nlp)) == list(extract_papers(many, workers=2))


@settings(max_examples=40, deadline=None)
@given(st.text(st.sampled_from("ab BERT-$\\{}_^*()[].,;\n\t\x00\ufb01é中日。\u202e<>&"), max_size=120))
def test_every_mention_is_a_slice_of_the_raw_text(nlp, text):
    paper = Paper(id="1", title=text[:40] or None, abstract="We use BERT and " + text)
    [extraction] = extract_papers([paper], nlp=nlp)
    for mention in extraction.mentions:
        raw = paper.abstract if mention.field == "abstract" else paper.title
        assert raw[mention.start : mention.end] == mention.text
        assert mention.sentence_start <= mention.start < mention.end <= mention.sentence_end


def test_markup_inside_a_name_stays_and_around_it_goes(nlp):
    [extraction] = extracted(nlp, "We propose **BERT** and \\textbf{GPT-2}~\\cite{x}, and use $k$-means clustering.")
    names = found(extraction)
    assert {"BERT", "GPT-2"} <= set(names)
    assert not any("cite" in name or "textbf" in name for name in names)


@pytest.mark.parametrize("text", ["我们在阅读理解任务上训练了 BERT 模型。", "Мы обучаем модель BERT на новых данных."])
def test_bert_is_found_in_an_abstract_of_another_script(nlp, text):
    assert "BERT" in found(extracted(nlp, text)[0])


def test_a_name_in_the_last_sentence_of_a_long_text_is_found(nlp):
    filler = "The weather was mild and people walked along the river without any plan in mind. " * 220
    [extraction] = extracted(nlp, filler + "We train BERT on question answering.")
    assert "BERT" in found(extraction)


@pytest.mark.parametrize("text", ["", " \n\t", "\x00\x01\x02", "$", "()", "a" * 100_000, "graph " * 5000])
def test_odd_texts_give_an_extraction_and_no_error(nlp, text):
    [extraction] = extracted(nlp, text)
    assert extraction.paper.abstract == text


def test_two_processes_give_the_spans_of_one_with_their_attributes(lexicon):
    nlp = load_pipeline(lexicon=lexicon)
    texts = [*ABSTRACTS, "We train SparseNet on Cora."]
    one, two = ([_spans(doc) for doc in nlp.pipe(texts, n_process=n, batch_size=2)] for n in (1, 2))
    assert one == two
    assert [(span[2], span[3], span[-1]) for span in two[-1][ENTITIES] if span[-1] == "lexicon"] == [
        ("Cora", "Dataset", "lexicon")
    ]


def _spans(doc):
    attributes = ("kind", "role", "entity", "confidence", "extractor")
    return {
        group: [(s.start, s.end, s.text, s.label_, *(s._.get(name) for name in attributes)) for s in doc.spans[group]]
        for group in (ENTITIES, SHORT_FORMS, LONG_FORMS)
    }


def test_names_are_singular_and_without_a_sentence_capital(nlp):
    [extraction] = extracted(nlp, "Diffusion models generate images.")
    assert "diffusion model" in {mention.name for mention in extraction.mentions}


def test_min_confidence_keeps_only_names_above_it():
    sure = list(extract_papers(papers(), min_confidence=0.9))
    every = list(extract_papers(papers()))
    assert all(m.confidence >= 0.9 for e in sure for m in e.mentions)
    assert sum(len(e.mentions) for e in sure) < sum(len(e.mentions) for e in every)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return Path(shutil.copytree(MODEL, tmp_path / "model"))


@pytest.mark.parametrize("name", ["config.json", "tagger.onnx", "tokenizer.json"])
def test_a_missing_model_file_is_named_with_the_way_out(model, name):
    (model / name).unlink()
    with pytest.raises(ModelError, match=rf"{name} is missing; install paperatlas again"):
        load_tagger(model)


def test_a_model_file_cut_short_is_named(model):
    with (model / "tagger.onnx").open("r+b") as file:
        file.truncate(1000)
    with pytest.raises(ModelError, match=r"tagger.onnx has 1000 bytes, not \d+; install"):
        load_tagger(model)


def test_a_model_of_another_format_is_named(model):
    config = json.loads((model / "config.json").read_text()) | {"format": 99}
    (model / "config.json").write_text(json.dumps(config))
    with pytest.raises(ModelError, match="a model of format 99, not 1"):
        load_tagger(model)


def test_a_model_that_is_no_model_is_one_line(model):
    config = json.loads((model / "config.json").read_text())
    (model / "tagger.onnx").write_bytes(b"x" * config["files"]["tagger.onnx"])
    with pytest.raises(ModelError, match="can't be read") as caught:
        load_tagger(model)
    assert "\n" not in str(caught.value)
