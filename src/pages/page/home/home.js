/** All puzzles, easy ones first. */
const puzzles = [...SHELF.puzzles].sort((a, b) => a.grade - b.grade || a.jumps - b.jumps);
/** So many cards of a list are shown, and so many more by each press of its button. */
const FIRST = 8;
const MORE = 24;
/** The cards that are shown, also twice where two lists have a puzzle. */
const drawn = [];

/** The card of a puzzle, drawn. */
function newCard(puzzle, label) {
  const card = new Card(puzzle);
  card.draw(label);
  drawn.push(card);
  return card.item;
}

const possible = puzzles.filter((puzzle) => !isImpossible(puzzle));

/* ---- what to play now ---- */

/** An easy, a medium and a hard puzzle, those first that the visitor has not solved. */
function choicesOfTheDay() {
  return [["Easy", [1, 2]], ["Medium", [3]], ["Hard", [4, 5]]].flatMap(([label, grades]) => {
    const all = possible.filter(({ grade }) => grades.includes(grade));
    const open = all.filter(({ name }) => solved()[name] === undefined);
    const list = open.length > 0 ? open : all;
    return list.length > 0 ? [[label, ofDay(list, today())]] : [];
  });
}

/** Links to what was begun. */
function showBegun() {
  const links = begun().filter(({ kind }) => kind === "puzzle" || HAS_ANSWERS).map(({ kind, name, title }) => {
    const link = document.createElement("a");
    link.className = "button";
    link.href = kind === "game" ? `${pageAt("games")}#${name}` : addressOf(name);
    link.textContent = title;
    return link;
  });
  byId("begun").replaceChildren(...links);
  byId("continue").hidden = links.length === 0;
}

/* ---- collections ---- */

function showCollection([id, title]) {
  const list = inCollection(id);
  if (list.length === 0) return [];
  const section = document.createElement("section");
  section.dataset.collection = id;
  const heading = document.createElement("h2");
  heading.id = `collection-${id}`;
  heading.textContent = title;
  section.setAttribute("aria-labelledby", heading.id);
  const cards = document.createElement("ul");
  cards.className = "cards shelf";
  const more = document.createElement("button");
  more.type = "button";
  const show = (number) => {
    const at = cards.childElementCount;
    cards.append(...list.slice(at, at + number).map((puzzle) => newCard(puzzle)));
    more.textContent = `More: ${list.length - cards.childElementCount}`;
    more.setAttribute("aria-label", `More of ${title}`);
    more.hidden = cards.childElementCount === list.length;
  };
  more.addEventListener("click", () => {
    const at = cards.childElementCount;
    show(MORE);
    cards.children[at].querySelector("a").focus();
  });
  show(FIRST);
  section.append(heading, cards, more);
  return [section];
}

/* ---- choosing ---- */

const wordsOf = ({ name, title, board }) => `${name} ${title} ${SHELF.boards[board].title}`.toLowerCase();

function isWanted(puzzle) {
  const chosen = (id) => byId(id).value;
  return byId("search").value.toLowerCase().split(/\s+/).every((word) => wordsOf(puzzle).includes(word))
    && (!chosen("board-wanted") || SHELF.boards[puzzle.board].title === SHELF.boards[chosen("board-wanted")].title)
    && (!chosen("pegs-wanted") || puzzle.start.length === Number(chosen("pegs-wanted")))
    && (!chosen("difficulty") || (!isImpossible(puzzle) && puzzle.grade === Number(chosen("difficulty"))))
    && (!byId("only-figures").checked || isFigure(puzzle))
    && (!byId("only-unsolved").checked || solved()[puzzle.name] === undefined);
}

let found = [];
/** The cards of what was found, by the names of their puzzles. */
const foundCards = new Map();

/** Shows the first puzzles that are wanted. */
function filter() {
  found = puzzles.filter(isWanted);
  byId("cards").replaceChildren();
  showFound(FIRST);
  const count = puzzles.filter(({ name }) => solved()[name] !== undefined).length;
  byId("shown-count").textContent = `${found.length} of ${counted(puzzles.length, "puzzle")}`;
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

function open(list) {
  location.assign(addressOf(list[Math.floor(Math.random() * list.length)].name));
}

/** Shows what may have changed on another page. */
function refresh() {
  for (const card of drawn) card.tell();
  filter();
  showBegun();
  showDays();
}

/* ---- what is kept ---- */

/** All that this page keeps, as a file. */
function exportKept() {
  const entries = Object.keys(localStorage).filter((key) => key.startsWith("soliter "));
  const all = { soliter: 1, kept: Object.fromEntries(entries.map((key) => [key, localStorage.getItem(key)])) };
  download("soliter-solved.json", new Blob([JSON.stringify(all, undefined, 1)], { type: "application/json" }));
}

/** Takes what such a file has; of two solutions of a puzzle the shorter is kept. */
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
  for (const [key, value] of entries) {
    if (key !== "soliter solved") {
      kept.set(key.slice("soliter ".length), JSON.parse(value));
      continue;
    }
    for (const [name, moves] of Object.entries(JSON.parse(value))) {
      if (Number.isInteger(moves) && moves > 0) keepSolved(name, moves);
    }
  }
  refresh();
  byId("kept-told").textContent = `Loaded from ${file.name}.`;
}

/* ---- the page ---- */

settings.bind();
const daily = new Today();
playDay(0);
byId("choices").append(...choicesOfTheDay().map(([label, puzzle]) => newCard(puzzle, label)));
// Own collections come first, impossible puzzles last.
const isLast = ([id]) => Number(id === COLLECTIONS[0][0]);
byId("collections").append(...collections().sort((a, b) => isLast(a) - isLast(b)).flatMap(showCollection));

// Several boards may have one title, as a board with and without diagonal jumps.
const titles = new Map(Object.entries(SHELF.boards).reverse().map(([name, { title }]) => [title, name]));
byId("board-wanted").append(...[...titles].sort(([a], [b]) => a.localeCompare(b)).map(([title, name]) => new Option(title, name)));
byId("difficulty").append(...GRADES.map((word, i) => new Option(word, String(i + 1))));
refresh();

byId("filters").addEventListener("input", filter);
byId("filters").addEventListener("submit", (event) => event.preventDefault());
byId("filters").addEventListener("reset", () => setTimeout(filter));
byId("more").addEventListener("click", () => showFound(MORE));
byId("random").addEventListener("click", () => open(found));
byId("surprise").addEventListener("click", () => {
  const open16 = possible.filter(({ name, jumps }) => solved()[name] === undefined && jumps <= 16);
  open(open16.length > 0 ? open16 : puzzles);
});
byId("export").addEventListener("click", exportKept);
byId("import").addEventListener("change", () => byId("import").files[0] && importKept(byId("import").files[0]));
// A puzzle that was solved on its own page, and back again.
window.addEventListener("pageshow", refresh);
