// Communities of entities, and the core of each: its members with most ties among themselves.
//
// Group
//   Network
// Parameters
//   limit (int, default 100): rows at most
// Columns
//   community: the community's number
//   name: its name, after its most central members
//   members: entities in it
//   member: a member of its core
//   core: ties to the core that each of these has at least
//   papers: papers that mention the member
//   id: the member
// Example
//   paperatlas query communities

MATCH (e:Method|Dataset|Concept)
WHERE e.community IS NOT NULL
WITH e.community AS community, max(e.core) AS deepest, count(*) AS members
MATCH (e:Method|Dataset|Concept)
WHERE e.community = community AND e.core = deepest
RETURN community, e.community_name AS name, members, e.name AS member, e.core AS core, e.papers AS papers, e.id AS id
ORDER BY community, papers DESC, id
LIMIT $limit
