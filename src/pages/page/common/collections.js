/** Collections of puzzles, each with a condition on a puzzle's name and claim. A puzzle belongs to the first one it fits. */
const isImpossible = ({ claim }) => claim?.status === "infeasible";

const COLLECTIONS = [
  ["impossible", "Impossible ones to understand", isImpossible],
  ["gardner", "Gardner", ({ name }) => /^(gardner|leibniz|marked)\//.test(name)],
  ["classics", "Classics on the English board", ({ name }) => /^(english|boards\/english)/.test(name)],
  ["puzzle-peg", "Puzzle-Peg", ({ name }) => name.startsWith("puzzle-peg/")],
  ["figures", "Figures", ({ name }) => name.startsWith("figures/")],
  ["french", "French board", ({ name }) => name.startsWith("french/")],
  ["triangles", "Triangles", ({ name }) => /^(boards\/)?triangle/.test(name)],
  ["graphs", "Graphs", ({ name }) => name.startsWith("graphs/")],
  ["boards", "Squares, hexagons and large boards", () => true],
];

/** The fewest moves known for a puzzle; undefined if no solution is known. */
const bestOf = ({ claim }) => claim?.moves ?? undefined;

/** The address of a puzzle's page; `up` is the relative path to the folder of the list. */
const addressOf = (name, up = "") => (SHELF.folder ? `${up}${SHELF.folder}${name}.html` : `${pageAt("play")}#${name}`);

/** The visitor's own collections, which contain all of their puzzles, and the built-in ones. */
const collections = () => [...SHELF.own.map(({ id, title }) => [`own-${id}`, title, ({ shelf }) => shelf === id]), ...COLLECTIONS];

/** The name of the collection to which a puzzle on the shelf belongs. */
const collectionOf = (puzzle) => collections().find(([, , takes]) => takes(puzzle))[0];

/** A sorted copy of a list of puzzles, easy ones first. */
const easyFirst = (list) => [...list].sort((a, b) => a.grade - b.grade || a.jumps - b.jumps);

/** The puzzles of a collection, easy ones first. */
const inCollection = (collection) => easyFirst(SHELF.puzzles.filter((puzzle) => collectionOf(puzzle) === collection));

/** The next unsolved puzzle of the same collection, searching on from a puzzle and then from the start. */
function nextUnsolved(name) {
  const own = SHELF.puzzles.find((puzzle) => puzzle.name === name);
  if (!own) return undefined;
  const list = inCollection(collectionOf(own));
  const at = list.indexOf(own);
  return [...list.slice(at + 1), ...list.slice(0, at)].find((puzzle) => solved()[puzzle.name] === undefined && !isImpossible(puzzle));
}

/** Stars for a solution: three for the best moves known, one fewer for each extra move and each hint, but at least one. */
const starsFor = (moves, best, hints = 0) => Math.max(1, Math.min(3, 3 - (moves - best)) - hints);

/** The number may come from a file or from storage that has been tampered with. */
const starsText = (stars) => "★★★".slice(0, stars) + "☆☆☆".slice(stars);

function hintsInWords(hints) {
  if (hints === 0) return "no hints";
  return hints >= SOLUTION_SEEN ? "after seeing the solution" : `with ${counted(hints, "hint")}`;
}

/** Explains missing stars; without a best solution, there are no stars. */
const hintsCost = (hints, best) => (hints > 0 && best !== undefined ? " Hints cost stars." : "");

/** Shows stars, one by one if they are new; without a number, none. */
function showStars(id, stars, isNew) {
  const row = byId(id);
  row.hidden = stars === undefined;
  row.classList.toggle("new", Boolean(isNew));
  row.replaceChildren(...[...starsText(stars ?? 0)].map((star) => newElement("span", {}, star)));
  row.setAttribute("aria-label", `${stars ?? 0} of 3 stars`);
}

/** Shares a result through the device's share dialog if there is one, otherwise copies it. Returns whether it was copied. */
async function shareResult(text) {
  // If the visitor closes the dialog, do nothing.
  if (navigator.share) return navigator.share({ text }).then(() => false, () => false);
  await copyText(text);
  return true;
}
