// Authors by a method: who proposes, extends, uses or compares it.
//
// Group
//   People and venues
// Parameters
//   method (string, required): the method's name, alias or id
//   limit (int, default 50): rows at most
// Columns
//   author: the author's name
//   papers: the author's papers that name the method
//   proposing: those that propose or extend it
//   last_year: the last such year, where known
//   id: the author
// Example
//   paperatlas query authors-of -p method="graph weaving network"

WITH toLower($method) AS wanted
MATCH (e:Method)<-[m:MENTIONS]-(p:Paper)-[:WRITTEN_BY]->(a:Author)
WHERE e.id = $method OR toLower(e.name) = wanted OR any(alias IN e.aliases WHERE toLower(alias) = wanted)
RETURN a.name AS author, count(DISTINCT p.id) AS papers,
       sum(CASE WHEN m.role IN ['proposes', 'extends'] THEN 1 ELSE 0 END) AS proposing, max(p.year) AS last_year,
       a.id AS id
ORDER BY papers DESC, proposing DESC, id
LIMIT $limit
