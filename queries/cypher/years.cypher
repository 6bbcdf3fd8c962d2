// Papers by year, with what they propose and introduce.
//
// Group
//   Over time
// Columns
//   year: the year, where known
//   papers: papers of the year
//   methods: methods that they propose
//   datasets: datasets that they introduce
//   first_id: the first of these papers by id
// Example
//   paperatlas query years

MATCH (p:Paper)
OPTIONAL MATCH (p)-[:PROPOSES]->(m:Method)
OPTIONAL MATCH (p)-[:INTRODUCES]->(d:Dataset)
RETURN p.year AS year, count(DISTINCT p.id) AS papers, count(DISTINCT m.id) AS methods,
       count(DISTINCT d.id) AS datasets, min(p.id) AS first_id
ORDER BY year, first_id
