/** Tables of problems, one per board, in which the visitor chooses a problem to play. */
const tables = JSON.parse(byId("data").textContent);
const problems = tables.flatMap(({ common, problems }) => problems.map((own) => ({ ...common, ...own })));
const player = new Player();
const words = { optimal: "moves", infeasible: "impossible", feasible: "moves found" };
const tiles = problems.map((problem, number) => {
  const { status, moves } = problem.claim;
  const known = words[status];
  const figure = moves ? `${problem.figure} ${known}` : known || "open";
  const isProved = status === "optimal" || status === "infeasible";
  const proof = isProved && !problem.sha256 ? ", by the search alone" : "";
  const name = tables.length > 1 ? problem.title : problem.title.split(", ").pop();
  const tile = newButton(() => choose(number), `${name}: ${figure}${proof}`);
  byId("problems").append(newElement("li", {}, tile));
  return tile;
});

function choose(number) {
  const { sha256 } = problems[number];
  tiles.forEach((tile, at) => tile.setAttribute("aria-pressed", String(at === number)));
  player.load(problems[number]);
  byId("proof").textContent = sha256 ? `SHA-256 of its certificate: ${sha256}` : "It has no certificate.";
}

choose(0);
