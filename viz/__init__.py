"""The page: a graph as one HTML file that opens from disk."""
