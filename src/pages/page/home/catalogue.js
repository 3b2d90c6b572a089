/** The number of cards shown at first, and added by each press of the button. */
const FIRST = 24;
const MORE = 48;

const wordsOf = ({ name, title, board }) => `${name} ${title} ${SHELF.boards[board].title}`.toLowerCase();

function isWanted(puzzle) {
  const chosen = (id) => byId(id).value;
  return byId("search").value.toLowerCase().split(/\s+/).every((word) => wordsOf(puzzle).includes(word))
    && (!chosen("collection") || collectionOf(puzzle) === chosen("collection"))
    && (!chosen("board-wanted") || SHELF.boards[puzzle.board].title === SHELF.boards[chosen("board-wanted")].title)
    && (!chosen("pegs-wanted") || puzzle.start.length === Number(chosen("pegs-wanted")))
    && (!chosen("difficulty") || (!isImpossible(puzzle) && puzzle.grade === Number(chosen("difficulty"))))
    && (!byId("only-unsolved").checked || solved()[puzzle.name] === undefined);
}

/** How well a puzzle matches a text: its title equals the text, begins with it, has a word that begins with it, or less. */
function rank({ name, title }, text) {
  const lower = title.toLowerCase();
  if (lower === text || name === text) return 0;
  if (lower.startsWith(text)) return 1;
  return ` ${lower}`.includes(` ${text}`) ? 2 : 3;
}

let found = [];
/** The cards of the search results, by puzzle name. */
const foundCards = new Map();

/** Shows the first matching puzzles. */
function filter() {
  const text = byId("search").value.trim().toLowerCase();
  found = puzzles.filter(isWanted);
  if (text) found.sort((a, b) => rank(a, text) - rank(b, text) || a.title.length - b.title.length);
  byId("cards").replaceChildren();
  showFound(FIRST);
  const count = puzzles.filter(({ name }) => solved()[name] !== undefined).length;
  const advice = /\S\s+\S/.test(text) ? "use fewer words" : text ? "check the spelling" : "choose less";
  byId("shown-count").textContent = `${found.length} of ${counted(puzzles.length, "puzzle")}${found.length > 0 ? "" : `: ${advice}, or Clear`}`;
  byId("solved-count").textContent = `You have solved ${count} of ${counted(puzzles.length, "puzzle")}.`;
  byId("random").disabled = found.length === 0;
}

function showFound(number) {
  const at = byId("cards").childElementCount;
  byId("cards").append(...found.slice(at, at + number).map((puzzle) => {
    if (!foundCards.has(puzzle.name)) foundCards.set(puzzle.name, newCard(puzzle));
    return foundCards.get(puzzle.name);
  }));
  byId("more").hidden = byId("cards").childElementCount === found.length;
}

/** Updates everything that may have changed on another page. */
function refresh() {
  for (const card of drawn) card.tell();
  filter();
}

/** Saves all stored data as a file. */
function exportKept() {
  const entries = Object.keys(localStorage).filter((key) => key.startsWith("soliter "));
  const all = { soliter: 1, kept: Object.fromEntries(entries.map((key) => [key, localStorage.getItem(key)])) };
  download("soliter-solved.json", new Blob([JSON.stringify(all, undefined, 1)], { type: "application/json" }));
}

/** Imports such a file. If there are two results for a puzzle, the better one is kept. */
async function importKept(file) {
  let read;
  try {
    read = JSON.parse(await file.text());
  } catch {
    read = undefined;
  }
  const entries = read && read.soliter === 1 ? Object.entries(read.kept || {}) : [];
  const isRight = ([key, value]) => {
    if (!key.startsWith("soliter ") || typeof value !== "string") return false;
    try {
      return JSON.parse(value) !== null;
    } catch {
      return false;
    }
  };
  if (entries.length === 0 || !entries.every(isRight)) {
    byId("kept-told").textContent = `${file.name} is not a file that this page has saved; nothing was changed.`;
    return;
  }
  const better = { "soliter solved": keepSolved, "soliter stars": keepStars };
  for (const [key, value] of entries) {
    if (!better[key]) kept.set(key.slice("soliter ".length), JSON.parse(value));
    else for (const [name, result] of Object.entries(JSON.parse(value))) if (Number.isInteger(result) && result > 0) better[key](name, result);
  }
  refresh();
  byId("kept-told").textContent = `Loaded from ${file.name}.`;
}

settings.bind();
// Several boards can have the same title, such as a board with and without diagonal jumps.
const titles = new Map(Object.entries(SHELF.boards).reverse().map(([name, { title }]) => [title, name]));
byId("board-wanted").append(...[...titles].sort(([a], [b]) => a.localeCompare(b)).map(([title, name]) => new Option(title, name)));
byId("collection").append(...collections().map(([id, title]) => new Option(title, id)));
byId("difficulty").append(...GRADES.map((word, i) => new Option(word, String(i + 1))));
refresh();

byId("filters").addEventListener("input", filter);
byId("filters").addEventListener("submit", (event) => event.preventDefault());
byId("filters").addEventListener("reset", () => setTimeout(filter));
byId("more").addEventListener("click", () => showFound(MORE));
byId("random").addEventListener("click", () => location.assign(addressOf(found[Math.floor(Math.random() * found.length)].name)));
byId("export").addEventListener("click", exportKept);
byId("import").addEventListener("change", () => byId("import").files[0] && importKept(byId("import").files[0]));
// The visitor may come back after solving a puzzle on its own page.
window.addEventListener("pageshow", refresh);
