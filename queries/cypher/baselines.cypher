// Baselines of a dataset: methods that papers compare with while they evaluate on it, by papers.
//
// Group
//   Methods and datasets
// Parameters
//   dataset (string, required): the dataset's name, alias or id
//   limit (int, default 25): rows at most
// Columns
//   method: the baseline's name
//   papers: papers that evaluate on the dataset and compare with the method
//   first_year: the first such year, where known
//   last_year: the last such year, where known
//   id: the method
// Example
//   paperatlas query baselines -p dataset=Cora

WITH toLower($dataset) AS wanted
MATCH (d:Dataset)<-[:EVALUATES_ON]-(p:Paper)-[:COMPARES_WITH]->(m:Method)
WHERE d.id = $dataset OR toLower(d.name) = wanted OR any(alias IN d.aliases WHERE toLower(alias) = wanted)
RETURN m.name AS method, count(DISTINCT p.id) AS papers, min(p.year) AS first_year, max(p.year) AS last_year, m.id AS id
ORDER BY papers DESC, id
LIMIT $limit
