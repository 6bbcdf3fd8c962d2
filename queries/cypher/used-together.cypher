// Methods used together: pairs that papers of one year name, by year.
//
// Group
//   Over time
// Parameters
//   least (int, default 1): papers of the year that name both
//   limit (int, default 200): rows at most
// Columns
//   year: the year, where known
//   one: a method's name
//   other: the other's name
//   papers: papers of the year that name both
//   one_id: the one
//   other_id: the other
// Example
//   paperatlas query used-together -p limit=20

MATCH (a:Method)<-[:MENTIONS]-(p:Paper)-[:MENTIONS]->(b:Method)
WHERE a.id < b.id
WITH p.year AS year, a.id AS one_id, b.id AS other_id, a.name AS one, b.name AS other, count(DISTINCT p.id) AS papers
WHERE papers >= $least
RETURN year, one, other, papers, one_id, other_id
ORDER BY year, papers DESC, one_id, other_id
LIMIT $limit
