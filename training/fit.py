"""Fit, on the papers held out of training, the calibration of confidences and what makes two names of a paper one.

    python -m training.fit training/minilm.toml --data DIR --model extract/model

Prints the tables [decoding.calibration] and [decoding.link_weights] of the config, and the score at several thresholds.
"""

import argparse
import itertools
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from spacy.language import Language
from spacy.tokens import Doc

from paperatlas.extract.decoding import log_odds
from paperatlas.extract.evaluate import score_entities
from paperatlas.extract.linking import FEATURES, describe_keys, pair_features
from paperatlas.extract.pipeline import extract_papers, load_pipeline
from paperatlas.extract.surfaces import surface_key
from paperatlas.extract.text import paper_text
from paperatlas.records import Paper
from paperatlas.rows import extraction_row
from training.data import held_out, read_annotated

THRESHOLDS, SHARES = (0.45, 0.5, 0.55, 0.6), (0.6, 0.8, 1.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("config", type=Path)
    parser.add_argument("--data", type=Path, required=True, help="folder with train.jsonl")
    parser.add_argument("--model", type=Path, required=True, help="folder that training.export wrote")
    arguments = parser.parse_args()
    config = tomllib.loads(arguments.config.read_text(encoding="utf-8"))
    _, rows = held_out(list(read_annotated(arguments.data / "train.jsonl")), config["hold_out_every"])
    nlp = load_pipeline(model=arguments.model)
    tagged = [(_tagged(nlp, paper), entities) for paper, entities in rows]
    if not any(doc._.tagged.names for doc, _ in tagged):
        raise SystemExit(f"{arguments.model} finds no name in the {len(rows)} papers held out: it needs more training")
    calibration = fit_calibration(tagged)
    weights = fit_links([pair for doc, entities in tagged for pair in pairs(doc, entities)])
    for table, values in (("calibration", calibration), ("link_weights", weights)):
        print(f"[decoding.{table}]", *(f"{name} = {value}" for name, value in values.items()), sep="\n")
    component = nlp.get_pipe("entities")
    for threshold, shared in itertools.product(THRESHOLDS, SHARES):
        settings = component.tagger.settings | {"threshold": threshold, "shared": shared, "link_weights": weights}
        component.tagger = replace(component.tagger, settings=settings)
        extractions = extract_papers([paper for paper, _ in rows], nlp=nlp)
        predicted = {e.paper.id: extraction_row(e)["entities"] for e in extractions}
        score = score_entities({paper.id: entities for paper, entities in rows}, predicted)
        print(f"{threshold} {shared}: labelled {score.labelled.f1:.4f} found {score.found.f1:.4f} {score.aliases:.3f}")


def pairs(doc: Doc, entities: Sequence[Mapping[str, Any]]) -> list[tuple[list[float], bool]]:
    """Return features of pairs of names that both are gold surfaces, and whether of one entity."""
    owner, tagged = _owners(entities), doc._.tagged
    keys = [key for key in dict.fromkeys(name.key for name in tagged.names) if key in owner]
    described = describe_keys(keys, tagged.names, tagged.scores)
    found = []
    for (one, a), (other, b) in itertools.combinations(zip(keys, described, strict=True), 2):
        features = pair_features(a, b)
        if features is not None:
            found.append(([features[name] for name in FEATURES], owner[one] == owner[other]))
    return found


def fit_calibration(tagged: Sequence[tuple[Doc, Sequence[Mapping[str, Any]]]]) -> dict[str, float]:
    """Return slope and intercept that turn a name's log-odds into those of being a gold surface (Platt, 1999)."""
    names = [(name, _owners(entities)) for doc, entities in tagged for name in doc._.tagged.names]
    odds = np.array([[log_odds(name.probability)] for name, _ in names])
    fitted = LogisticRegression(C=1e6).fit(odds, [name.key in owner for name, owner in names])
    return {"slope": round(float(fitted.coef_[0, 0]), 4), "intercept": round(float(fitted.intercept_[0]), 4)}


def fit_links(examples: Sequence[tuple[list[float], bool]]) -> dict[str, float]:
    """Return the weights of a logistic regression on standardised features, written for the plain features."""
    features: NDArray[np.float64] = np.array([values for values, _ in examples])
    mean, spread = features.mean(axis=0), features.std(axis=0) + 1e-6
    fitted = LogisticRegression(max_iter=2000).fit((features - mean) / spread, [same for _, same in examples])
    weights = fitted.coef_[0] / spread
    bias = fitted.intercept_[0] - float(weights @ mean)
    return {**{n: round(float(w), 4) for n, w in zip(FEATURES, weights, strict=True)}, "bias": round(bias, 4)}


def _owners(entities: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    return {surface_key(surface): i for i, entity in enumerate(entities) for surface in entity["surfaces"]}


def _tagged(nlp: Language, paper: Paper) -> Doc:
    """Return the doc of a paper as it is before `roles` puts its names together."""
    text = paper_text(paper)
    doc = nlp.make_doc(text.text)
    doc._.border = text.abstract_start
    for name, component in nlp.pipeline:
        if name != "roles":
            doc = component(doc)
    return doc


if __name__ == "__main__":
    main()
