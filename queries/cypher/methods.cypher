// Methods by the number of papers that mention them.
//
// Group
//   Methods and datasets
// Parameters
//   limit (int, default 25): rows at most
// Columns
//   id: the method
//   name: its name
//   papers: papers that mention it
//   proposed_by: papers that propose it
// Example
//   paperatlas query methods -p limit=10

MATCH (m:Method)<-[:MENTIONS]-(p:Paper)
OPTIONAL MATCH (m)<-[:PROPOSES]-(proposer:Paper)
RETURN m.id AS id, m.name AS name, count(DISTINCT p.id) AS papers, count(DISTINCT proposer.id) AS proposed_by
ORDER BY papers DESC, id
LIMIT $limit
