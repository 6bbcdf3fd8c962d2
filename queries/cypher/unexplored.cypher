// Unexplored pairs: a method and a dataset, each common, that no paper names together, by expectation.
//
// Group
//   Gaps and bridges
// Parameters
//   least (int, default 2): papers that each must have
//   limit (int, default 50): rows at most
// Columns
//   method: the method's name
//   dataset: the dataset's name
//   expected: papers that would name both by chance
//   method_papers: papers that name the method
//   dataset_papers: papers that name the dataset
//   method_id: the method
//   dataset_id: the dataset
// Example
//   paperatlas query unexplored -p least=3

MATCH (p:Paper)
WITH count(*) AS total
MATCH (m:Method), (d:Dataset)
WHERE m.papers >= $least AND d.papers >= $least
  AND NOT EXISTS { MATCH (m)<-[:MENTIONS]-(:Paper)-[:MENTIONS]->(d) }
RETURN m.name AS method, d.name AS dataset, 1.0 * m.papers * d.papers / total AS expected,
       m.papers AS method_papers, d.papers AS dataset_papers, m.id AS method_id, d.id AS dataset_id
ORDER BY expected DESC, method_papers DESC, method_id, dataset_id
LIMIT $limit
