// Dataset popularity over time: papers that name and evaluate on each dataset, by year.
//
// Group
//   Over time
// Parameters
//   limit (int, default 200): rows at most
// Columns
//   dataset: the dataset's name
//   year: the year, where known
//   papers: papers of the year that name it
//   evaluated: those that evaluate on it
//   id: the dataset
// Example
//   paperatlas query dataset-years

MATCH (d:Dataset)<-[m:MENTIONS]-(p:Paper)
RETURN d.name AS dataset, p.year AS year, count(DISTINCT p.id) AS papers,
       sum(CASE WHEN m.role IN ['evaluates_on', 'introduces'] THEN 1 ELSE 0 END) AS evaluated, d.id AS id
ORDER BY dataset, year, id
LIMIT $limit
