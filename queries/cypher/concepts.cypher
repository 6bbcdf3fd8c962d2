// Concepts of one kind by the number of papers that mention them.
//
// Group
//   Concepts
// Parameters
//   kind (string, default task): task, metric or term
//   limit (int, default 25): rows at most
// Columns
//   name: the concept's name
//   papers: papers that mention it
//   addressed_by: papers that address it as a task or measure with it
//   first_year: the first year, where known
//   last_year: the last year, where known
//   id: the concept
// Example
//   paperatlas query concepts -p kind=metric

MATCH (c:Concept)
WHERE c.kind = $kind
OPTIONAL MATCH (c)<-[:ADDRESSES|MEASURES]-(p:Paper)
RETURN c.name AS name, c.papers AS papers, count(DISTINCT p.id) AS addressed_by, c.first_year AS first_year,
       c.last_year AS last_year, c.id AS id
ORDER BY papers DESC, id
LIMIT $limit
