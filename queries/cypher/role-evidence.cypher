// Evidence for what papers do with an entity: the sentence behind each role.
//
// Group
//   Evidence
// Parameters
//   name (string, required): an entity's name, alias or id
//   limit (int, default 100): rows at most
// Columns
//   relationship: what the paper does with the entity, as the type of the edge
//   paper: the paper's title or display name
//   sentence: the sentence that says so
//   confidence: how sure this is, from 0 to 1
//   paper_id: the paper
//   id: the entity
// Example
//   paperatlas query role-evidence -p name=Cora

WITH toLower($name) AS wanted
MATCH (p:Paper)
  -[r:PROPOSES|EXTENDS|USES|COMPARES_WITH|INTRODUCES|EVALUATES_ON|ADDRESSES|MEASURES]->
  (e:Method|Dataset|Concept)
WHERE e.id = $name OR toLower(e.name) = wanted OR any(alias IN e.aliases WHERE toLower(alias) = wanted)
RETURN type(r) AS relationship, p.display_name AS paper, r.evidence AS sentence, r.confidence AS confidence,
       p.id AS paper_id, e.id AS id
ORDER BY relationship, paper_id, id
LIMIT $limit
