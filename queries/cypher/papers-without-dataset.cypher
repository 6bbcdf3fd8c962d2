// Papers that name no dataset.
//
// Group
//   Papers
// Parameters
//   limit (int, default 100): rows at most
// Columns
//   paper: the paper's title or display name
//   year: its year, where known
//   methods: methods that it names
//   id: the paper
// Example
//   paperatlas query papers-without-dataset

MATCH (p:Paper)
WHERE NOT EXISTS { MATCH (p)-[:MENTIONS]->(:Dataset) }
OPTIONAL MATCH (p)-[:MENTIONS]->(m:Method)
RETURN p.display_name AS paper, p.year AS year, count(DISTINCT m.id) AS methods, p.id AS id
ORDER BY methods DESC, id
LIMIT $limit
