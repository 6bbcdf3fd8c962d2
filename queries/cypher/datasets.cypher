// Datasets with the methods that papers propose or compare while they evaluate on them.
//
// Group
//   Methods and datasets
// Parameters
//   limit (int, default 100): rows at most
// Columns
//   dataset: the dataset's name
//   dataset_id: the dataset
//   dataset_papers: papers that mention it
//   method: a method's name
//   method_id: the method
//   papers: papers that evaluate on the dataset and propose or compare the method
// Example
//   paperatlas query datasets -p limit=20

MATCH (d:Dataset)<-[:EVALUATES_ON]-(p:Paper)-[:PROPOSES|COMPARES_WITH]->(m:Method)
RETURN d.name AS dataset, d.id AS dataset_id, d.papers AS dataset_papers, m.name AS method, m.id AS method_id,
       count(DISTINCT p.id) AS papers
ORDER BY dataset_papers DESC, dataset_id, papers DESC, method_id
LIMIT $limit
