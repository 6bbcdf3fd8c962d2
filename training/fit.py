"""Fit, on the papers held out of training, what decides whether two names of a paper are one entity.

    python -m training.fit training/minilm.toml --data DIR --model extract/model

Prints the weights for the table [decoding.link_weights] of the config, and the score at several thresholds.
"""

import argparse
import itertools
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from spacy.language import Language
from spacy.tokens import Doc

from paperatlas.extract.evaluate import score_entities
from paperatlas.extract.linking import FEATURES, describe_keys, pair_features
from paperatlas.extract.pipeline import extract_papers, load_pipeline
from paperatlas.extract.surfaces import surface_key
from paperatlas.extract.text import paper_text
from paperatlas.records import Paper
from paperatlas.rows import extraction_row
from training.data import read_annotated
from training.train import held_out

Row = tuple[Paper, list[dict[str, Any]]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("config", type=Path)
    parser.add_argument("--data", type=Path, required=True, help="folder with train.jsonl")
    parser.add_argument("--model", type=Path, required=True, help="folder that training.export wrote")
    arguments = parser.parse_args()
    config = tomllib.loads(arguments.config.read_text(encoding="utf-8"))
    _, rows = held_out(list(read_annotated(arguments.data / "train.jsonl")), config["hold_out_every"])
    nlp = load_pipeline(model=arguments.model)
    weights = fit_links(pairs(rows, nlp))
    print("\n".join(f"{name} = {value}" for name, value in weights.items()))
    component = nlp.get_pipe("entities")
    for threshold, link in itertools.product((0.35, 0.4, 0.45), (0.3, 0.4, 0.5)):
        settings = {
            "threshold": threshold,
            "shared": config["decoding"]["shared"],
            "link_threshold": link,
            "link_weights": weights,
        }
        component.tagger = replace(component.tagger, settings=settings)
        extractions = extract_papers([paper for paper, _ in rows], nlp=nlp)
        predicted = {e.paper.id: extraction_row(e)["entities"] for e in extractions}
        score = score_entities({paper.id: entities for paper, entities in rows}, predicted)
        print(f"{threshold} {link}: labelled {score.labelled.f1:.4f} found {score.found.f1:.4f} {score.aliases:.3f}")


def pairs(rows: Iterable[Row], nlp: Language) -> list[tuple[list[float], bool]]:
    """Return features of pairs of names that both are gold surfaces, and whether of one entity."""
    return [pair for paper, entities in rows for pair in _paper_pairs(paper, entities, nlp)]


def fit_links(examples: Sequence[tuple[list[float], bool]]) -> dict[str, float]:
    """Return the weights of a logistic regression on standardised features, written for the plain features."""
    features: NDArray[np.float64] = np.array([values for values, _ in examples])
    mean, spread = features.mean(axis=0), features.std(axis=0) + 1e-6
    fitted = LogisticRegression(max_iter=2000).fit((features - mean) / spread, [same for _, same in examples])
    weights = fitted.coef_[0] / spread
    bias = fitted.intercept_[0] - float(weights @ mean)
    return {**{n: round(float(w), 4) for n, w in zip(FEATURES, weights, strict=True)}, "bias": round(bias, 4)}


def _paper_pairs(paper: Paper, entities: list[dict[str, Any]], nlp: Language) -> list[tuple[list[float], bool]]:
    doc = _tagged(nlp, paper)
    owner = {surface_key(surface): i for i, entity in enumerate(entities) for surface in entity["surfaces"]}
    tagged = doc._.tagged
    keys = [key for key in dict.fromkeys(name.key for name in tagged.names) if key in owner]
    described = describe_keys(keys, tagged.names, tagged.scores)
    found = []
    for (one, a), (other, b) in itertools.combinations(zip(keys, described, strict=True), 2):
        features = pair_features(a, b)
        if features is not None:
            found.append(([features[name] for name in FEATURES], owner[one] == owner[other]))
    return found


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
