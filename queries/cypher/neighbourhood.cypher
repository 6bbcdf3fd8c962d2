// An entity's neighbourhood: what it is part of, kinds of, used for, evaluated on or compared with.
//
// Group
//   Network
// Parameters
//   name (string, required): an entity's name, alias or id
//   limit (int, default 100): rows at most
// Columns
//   relationship: the type of the edge
//   direction: out where the edge leads away from the entity, in where it leads to it, both where it has no direction
//   neighbour: the other entity's name
//   papers: papers behind the edge
//   id: the other entity
// Example
//   paperatlas query neighbourhood -p name="graph weaving network"

WITH toLower($name) AS wanted
MATCH (e:Method|Dataset|Concept)
WHERE e.id = $name OR toLower(e.name) = wanted OR any(alias IN e.aliases WHERE toLower(alias) = wanted)
UNWIND ['out', 'in'] AS way
MATCH (tail:Method|Dataset|Concept)-[r:SUBCLASS_OF|EVALUATED_ON|USED_FOR|COMPARED_WITH|PART_OF]->(head:Method|Dataset|Concept)
WHERE (way = 'out' AND tail.id = e.id) OR (way = 'in' AND head.id = e.id)
RETURN type(r) AS relationship,
       CASE WHEN type(r) = 'COMPARED_WITH' THEN 'both' ELSE way END AS direction,
       CASE WHEN way = 'out' THEN head.name ELSE tail.name END AS neighbour, r.papers AS papers,
       CASE WHEN way = 'out' THEN head.id ELSE tail.id END AS id
ORDER BY relationship, direction DESC, papers DESC, id
LIMIT $limit
