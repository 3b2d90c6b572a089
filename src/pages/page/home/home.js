/** Three ladders: their titles and their puzzles, the easiest first. */
function ladders() {
  const byLength = [...possible].sort((a, b) => a.jumps - b.jumps);
  const boards = new Set();
  const isNewBoard = ({ board }) => !boards.has(board) && boards.add(board);
  return [
    ["start", "Start here", byLength.filter(({ grade, ordinary, jumps }) => ordinary && grade <= 2 && jumps >= 2)],
    ["classics", "Classics", byLength.filter(({ name }) => name.startsWith("gardner/"))],
    ["hard", "Hard", byLength.filter((puzzle) => puzzle.grade >= 4 && isNewBoard(puzzle))],
  ].filter(([, , steps]) => steps.length > 0);
}

/** The number of puzzles in a ladder. */
const STEPS = 8;

function ladder([id, title, steps]) {
  const heading = newElement("h2", { id: `ladder-${id}` }, title);
  const cards = newElement("ul", { className: "cards shelf" }, ...steps.slice(0, STEPS).map(newCard));
  const section = newElement("section", {}, heading, cards);
  section.setAttribute("aria-labelledby", heading.id);
  return section;
}

/** Links to unfinished puzzles and games. */
function showBegun() {
  const links = begun().filter(({ kind }) => kind === "puzzle" || HAS_ANSWERS).map(({ kind, name, title }) => {
    const href = kind === "game" ? `${pageAt("games")}#${name}` : addressOf(name);
    return newElement("a", { className: "button", href }, title);
  });
  byId("begun").replaceChildren(...links);
  byId("continue").hidden = links.length === 0;
}

function showCentral() {
  const central = puzzles.find(({ name }) => name === "gardner/central-game");
  byId("central").hidden = !central;
  if (!central) return;
  byId("central").href = addressOf(central.name);
  drawThumbnail(byId("central-picture"), SHELF.boards[central.board], central.start);
}

/** Updates everything that may have changed on another page. */
function refresh() {
  for (const card of drawn) card.tell();
  showBegun();
  showDays();
}

/** The ladders, below the board, are added once the board can be played, one at a time so that the page stays responsive. */
function showLadders([first, ...others]) {
  if (!first) return;
  byId("ladders").append(ladder(first));
  setTimeout(showLadders, 0, others);
}

settings.bind();
const daily = new Today();
playDay(0);
showCentral();
showBegun();
byId("all").textContent = `All ${counted(puzzles.length, "puzzle")}`;
byId("calendar").addEventListener("toggle", ({ target }) => (showDays(), target.open && target.scrollIntoView({ block: "nearest" })));
document.addEventListener("DOMContentLoaded", () => requestAnimationFrame(() => setTimeout(showLadders, 0, ladders())));
// The visitor may come back after solving a puzzle on its own page.
window.addEventListener("pageshow", ({ persisted }) => persisted && refresh());
