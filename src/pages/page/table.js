/** A table of problems: the chosen one is played. */
const table = JSON.parse(byId("data").textContent);
const player = new Player();
const words = { optimal: "moves", infeasible: "impossible", feasible: "moves found" };
const tiles = table.problems.map((problem, number) => {
  const tile = document.createElement("button");
  tile.type = "button";
  const known = words[problem.claim.status];
  const figure = problem.claim.moves ? `${problem.figure} ${known}` : known || "open";
  const proof = problem.sha256 ? "" : ", by the search alone";
  tile.textContent = `${problem.title.split(", ").pop()}: ${figure}${proof}`;
  tile.addEventListener("click", () => choose(number));
  const item = document.createElement("li");
  item.append(tile);
  byId("problems").append(item);
  return tile;
});

function choose(number) {
  const problem = table.problems[number];
  tiles.forEach((tile, at) => tile.setAttribute("aria-pressed", String(at === number)));
  player.load({ ...table.common, ...problem });
  if (problem.sha256) {
    byId("proof").textContent = `SHA-256 of its certificate: ${problem.sha256}`;
  } else {
    byId("proof").textContent = "It has no certificate.";
  }
}

choose(0);
