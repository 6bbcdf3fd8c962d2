// Methods tried on a dataset: what papers that evaluate on it propose, extend, compare or use.
//
// Group
//   Methods and datasets
// Parameters
//   dataset (string, required): the dataset's name, alias or id
//   limit (int, default 50): rows at most
// Columns
//   method: the method's name
//   papers: papers that evaluate on the dataset and name the method in one of these roles
//   proposed_by: those that propose it
//   compared_by: those that compare with it
//   id: the method
// Example
//   paperatlas query methods-on -p dataset=Cora

WITH toLower($dataset) AS wanted
MATCH (d:Dataset)<-[:EVALUATES_ON]-(p:Paper)-[m:MENTIONS]->(e:Method)
WHERE (d.id = $dataset OR toLower(d.name) = wanted OR any(alias IN d.aliases WHERE toLower(alias) = wanted))
  AND m.role IN ['proposes', 'extends', 'compares_with', 'uses']
RETURN e.name AS method, count(DISTINCT p.id) AS papers,
       sum(CASE WHEN m.role = 'proposes' THEN 1 ELSE 0 END) AS proposed_by,
       sum(CASE WHEN m.role = 'compares_with' THEN 1 ELSE 0 END) AS compared_by, e.id AS id
ORDER BY papers DESC, proposed_by DESC, id
LIMIT $limit
