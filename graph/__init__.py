"""From extractions to the graph, its store, its files and Neo4j."""
