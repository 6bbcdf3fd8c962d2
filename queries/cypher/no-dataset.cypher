// Proposed methods without a dataset: no paper that proposes them names one.
//
// Group
//   Gaps and bridges
// Parameters
//   limit (int, default 100): rows at most
// Columns
//   method: the method's name
//   paper: a paper that proposes it
//   paper_id: that paper
//   id: the method
// Example
//   paperatlas query no-dataset

MATCH (m:Method)<-[:PROPOSES]-(p:Paper)
WHERE NOT EXISTS { MATCH (m)<-[:PROPOSES]-(:Paper)-[:MENTIONS]->(:Dataset) }
RETURN m.name AS method, p.display_name AS paper, p.id AS paper_id, m.id AS id
ORDER BY paper_id, id
LIMIT $limit
