// Entities that hold the network together: the most between others.
//
// Group
//   Network
// Parameters
//   limit (int, default 25): rows at most
// Columns
//   name: the entity's name
//   betweenness: the share of shortest ways between others that lead over it
//   degree: entities that it is tied to
//   community: the name of its community
//   papers: papers that mention it
//   id: the entity
// Example
//   paperatlas query hubs -p limit=10

MATCH (e:Method|Dataset|Concept)
WHERE e.betweenness > 0
RETURN e.name AS name, e.betweenness AS betweenness, e.degree AS degree, e.community_name AS community,
       e.papers AS papers, e.id AS id
ORDER BY betweenness DESC, id
LIMIT $limit
