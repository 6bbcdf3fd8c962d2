"""Ask a loaded atlas with Neo4j's own GraphRAG retriever: words, small vectors made offline, and the graph around hits.

First `paperatlas load`; then, with `pip install neo4j-graphrag scikit-learn` and NEO4J_URI and NEO4J_PASSWORD set:
`python examples/graphrag.py "language models for graphs"`. No model is fetched and none is asked.
"""

import json
import os
import sys
from collections.abc import Sequence

import neo4j
from neo4j_graphrag.embeddings.base import Embedder
from neo4j_graphrag.indexes import create_fulltext_index, create_vector_index, upsert_vectors
from neo4j_graphrag.retrievers import HybridCypherRetriever
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import Normalizer

VECTORS, WORDS = "paper_vectors", "paperatlas_papers"

AROUND = """
OPTIONAL MATCH (node)-[m:MENTIONS]->(e:Entity)
WITH node, score, e, m ORDER BY e.papers DESC, e.id
RETURN node.id AS id, node.display_name AS paper, score,
       collect({name: e.name, role: m.role, sentence: m.sentences[0]})[..5] AS names
"""
"""What comes back with each paper that was found: its names, their roles and a sentence for each."""


class TextVectors(Embedder):
    """Vectors of texts by TF-IDF and a seeded SVD, learnt from the papers themselves."""

    def __init__(self, texts: Sequence[str], *, dimensions: int = 64) -> None:
        super().__init__()
        words = TfidfVectorizer(sublinear_tf=True, stop_words="english")
        self.dimensions = min(dimensions, len(texts) - 1, len(words.fit(texts).vocabulary_) - 1)
        self._model = make_pipeline(words, TruncatedSVD(self.dimensions, random_state=0), Normalizer())
        self._model.fit(texts)

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of a text."""
        vector: list[float] = self._model.transform([text])[0].tolist()
        # A text of unknown words alone has no direction, and a vector index takes none without.
        return vector if any(vector) else [1.0] * self.dimensions


def make_retriever(driver: neo4j.Driver, database: str | None = None) -> HybridCypherRetriever:
    """Give each paper a vector, make both indexes where they are missing, and return the retriever."""
    look = "MATCH (p:Paper) RETURN elementId(p) AS node, coalesce(p.title, '') + ' ' + coalesce(p.abstract, '') AS text"
    records = driver.execute_query(look + " ORDER BY p.id", database_=database).records
    vectors = TextVectors([record["text"] for record in records])
    create_vector_index(driver, VECTORS, "Paper", "embedding", vectors.dimensions, "cosine", neo4j_database=database)
    create_fulltext_index(driver, WORDS, "Paper", ["title", "abstract", "keywords"], neo4j_database=database)
    nodes = [record["node"] for record in records]
    embeddings = [vectors.embed_query(record["text"]) for record in records]
    upsert_vectors(driver, nodes, "embedding", embeddings, neo4j_database=database)
    driver.execute_query("CALL db.awaitIndexes(300)", database_=database)
    return HybridCypherRetriever(driver, VECTORS, WORDS, AROUND, vectors, neo4j_database=database)


def main() -> None:
    """Print what is found for the words on the command line."""
    user, password = os.environ.get("NEO4J_USER", "neo4j"), os.environ["NEO4J_PASSWORD"]
    with neo4j.GraphDatabase.driver(os.environ["NEO4J_URI"], auth=(user, password)) as driver:
        found = make_retriever(driver).get_search_results(query_text=" ".join(sys.argv[1:]), top_k=3)
        for record in found.records:
            print(json.dumps(record.data(), ensure_ascii=False))


if __name__ == "__main__":
    main()
