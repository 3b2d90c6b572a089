/** Short ones first. */
const cards = SHELF.puzzles.map((puzzle) => new Card(puzzle)).sort((a, b) => a.puzzle.jumps - b.puzzle.jumps);
const byName = new Map(cards.map((card) => [card.puzzle.name, card]));

/* ---- the first jump ---- */

/** Three holes in a row: a peg jumps over the middle one. */
const ROW = { width: 3.9, height: 1.9, points: [[0.95, 0.95], [1.95, 0.95], [2.95, 0.95]], neighbours: [[0, 1], [1, 2]], jumps: [[0, 1, 2]], reverse: false };

function showJump() {
  demo.show([true, true, false]);
  demo.trail([0, 2], [1]);
  setTimeout(() => demo.show([false, false, true], [0, 2]), 900);
}

/* ---- the puzzle of the day ---- */

/** Days since 1970 of the visitor's own date. */
const today = () => Math.floor((Date.now() - new Date().getTimezoneOffset() * 60000) / 86400000);

/** The same for everyone on the same date: figures take turns, in an order that looks like chance. */
function puzzleOfTheDay() {
  const figures = cards.filter(({ puzzle }) => /^(figures|gardner)\//.test(puzzle.name) && puzzle.jumps <= 12);
  const pool = figures.length > 0 ? figures : cards;
  // A prime that is no divisor of the number of figures goes through all of them before one comes again.
  return pool[(today() * 7919) % pool.length];
}

/* ---- choosing ---- */

function wanted({ puzzle, words }) {
  const chosen = (id) => byId(id).value;
  return byId("search").value.toLowerCase().split(/\s+/).every((word) => words.includes(word))
    && (!chosen("board-wanted") || puzzle.board === chosen("board-wanted"))
    && (!chosen("pegs-wanted") || puzzle.start.length === Number(chosen("pegs-wanted")))
    && (!chosen("difficulty") || difficulty(puzzle) === chosen("difficulty"))
    && (!byId("only-figures").checked || isFigure(puzzle))
    && (!byId("only-unsolved").checked || solved()[puzzle.name] === undefined)
    && (!byId("only-choice").checked || puzzle.winning_first_jumps === 1);
}

let shown = [];

function filter() {
  shown = cards.filter((card) => {
    const isWanted = wanted(card);
    card.item.hidden = !isWanted;
    return isWanted;
  });
  const count = cards.filter(({ puzzle }) => solved()[puzzle.name] !== undefined).length;
  const left = byId("only-choice").checked ? queue.length : 0;
  byId("shown-count").textContent = `${shown.length} of ${counted(cards.length, "puzzle")}${left > 0 ? `; ${left} have still to be looked at` : ""}`;
  byId("solved-count").textContent = `You have solved ${count} of ${cards.length}.`;
  byId("random").disabled = shown.length === 0;
}

function open(list) {
  location.assign(addressOf(list[Math.floor(Math.random() * list.length)].puzzle.name));
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
  for (const card of cards) card.tell();
  filter();
  byId("kept-told").textContent = `Loaded from ${file.name}.`;
}

/* ---- the page ---- */

const demo = new BoardView(byId("demo"), ROW);
demo.open(false);
byId("demo").setAttribute("role", "img");
settings.bind();
showJump();
byId("demo-again").addEventListener("click", showJump);

const daily = puzzleOfTheDay();
byId("today").href = addressOf(daily.puzzle.name);
byId("today-told").textContent = `${daily.puzzle.title}: ${counted(daily.puzzle.start.length, "peg")}, ${difficulty(daily.puzzle)}.`;

const titles = Object.entries(SHELF.boards).sort(([, a], [, b]) => a.title.localeCompare(b.title));
byId("board-wanted").append(...titles.map(([name, { title }]) => new Option(title, name)));
byId("cards").append(...cards.map(({ item }) => item));

/** Cards near the window are drawn; what the server can settle of them it is asked. */
const near = new IntersectionObserver((seen) => {
  for (const { target } of seen.filter(({ isIntersecting }) => isIntersecting)) {
    near.unobserve(target);
    const card = byName.get(target.dataset.name);
    card.draw();
    if (!SHELF.folder && !card.puzzle.claim) askClaim(card);
  }
}, { rootMargin: "300px" });
for (const { item } of cards) near.observe(item);
filter();

byId("filters").addEventListener("input", filter);
byId("only-choice").addEventListener("change", () => {
  // Whether there is one is known of a card when it has been seen; the others are asked for now.
  const open = cards.filter(({ puzzle }) => !SHELF.folder && puzzle.claim === undefined && puzzle.jumps <= 16);
  if (byId("only-choice").checked) open.forEach(askClaim);
});
byId("filters").addEventListener("submit", (event) => event.preventDefault());
byId("filters").addEventListener("reset", () => setTimeout(filter));
byId("random").addEventListener("click", () => open(shown));
byId("surprise").addEventListener("click", () => open(cards.filter(({ puzzle }) => solved()[puzzle.name] === undefined && puzzle.jumps <= 16)));
byId("export").addEventListener("click", exportKept);
byId("import").addEventListener("change", () => byId("import").files[0] && importKept(byId("import").files[0]));
// A puzzle that was solved on its own page, and back again.
window.addEventListener("pageshow", () => { for (const card of cards) card.tell(); filter(); });
