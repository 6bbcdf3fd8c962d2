// Venues with their papers, and the methods and datasets that these name.
//
// Group
//   People and venues
// Parameters
//   limit (int, default 50): rows at most
// Columns
//   venue: the venue's name
//   papers: papers in it
//   methods: methods that they name
//   datasets: datasets that they name
//   first_year: the first year, where known
//   last_year: the last year, where known
//   id: the venue
// Example
//   paperatlas query venues

MATCH (v:Venue)<-[:PUBLISHED_IN]-(p:Paper)
OPTIONAL MATCH (p)-[:MENTIONS]->(m:Method)
OPTIONAL MATCH (p)-[:MENTIONS]->(d:Dataset)
RETURN v.name AS venue, count(DISTINCT p.id) AS papers, count(DISTINCT m.id) AS methods,
       count(DISTINCT d.id) AS datasets, min(p.year) AS first_year, max(p.year) AS last_year, v.id AS id
ORDER BY papers DESC, id
LIMIT $limit
