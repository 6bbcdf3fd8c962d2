"""The book of Cypher queries, run on the embedded store or on Neo4j."""
