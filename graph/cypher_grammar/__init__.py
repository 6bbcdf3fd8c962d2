"""The grammar of ladybug 0.22, generated for Python, so that a query is read as the engine reads it; see README.md."""
