/** What the list of puzzles shows: those that ship, with small pictures. */
const shelf = { puzzles: [], games: [], boards: {} };

/** The names of the puzzles that the visitor has solved, with the fewest moves that took. */
const solved = () => kept.get("solved") || {};

/** A puzzle's start as a small picture: holes and pegs are dots of two lines. */
function thumbnail({ start, board }) {
  const { width, height, points } = shelf.boards[board];
  const svg = svgElement(undefined, "svg", { class: "thumbnail", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  const dots = (holes) => holes.map((hole) => `M${points[hole]}h0`).join("");
  svgElement(svg, "path", { class: "dots", d: dots([...points.keys()]) });
  svgElement(svg, "path", { class: "dots pegs", d: dots(start) });
  return svg;
}

/** An item of the list; `pick(name)` chooses a puzzle. */
function shelfItem(puzzle, pick) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.name = puzzle.name;
  const title = document.createElement("span");
  title.textContent = puzzle.title;
  if (puzzle.start) button.append(thumbnail(puzzle));
  button.append(title);
  button.addEventListener("click", () => pick(puzzle.name));
  item.append(button);
  return item;
}

/** Fills the list once; games come last, without a picture. */
function fillShelf(pick) {
  if (byId("gallery").childNodes.length > 0) return;
  byId("gallery").replaceChildren(...[...shelf.puzzles, ...shelf.games].map((puzzle) => shelfItem(puzzle, pick)));
  markSolved();
  search();
}

function markSolved() {
  const all = solved();
  for (const button of byId("gallery").querySelectorAll("button")) {
    const moves = all[button.dataset.name];
    button.classList.toggle("solved", moves !== undefined);
    if (moves !== undefined) button.title = `solved in ${counted(moves, "move")}`;
  }
  const count = shelf.puzzles.filter(({ name }) => all[name] !== undefined).length;
  byId("solved-count").textContent = `${count} of ${counted(shelf.puzzles.length, "puzzle")} solved`;
}

/** Shows the puzzles whose name or title has all words that are written. */
function search() {
  const words = byId("search").value.toLowerCase().split(/\s+/);
  for (const button of byId("gallery").querySelectorAll("button")) {
    const text = `${button.dataset.name} ${button.textContent}`.toLowerCase();
    button.parentElement.hidden = !words.every((word) => text.includes(word));
  }
}

/** The puzzle of files: one of them is the puzzle, another may be its board. */
async function readFiles(files) {
  const texts = await Promise.all([...files].map((file) => file.text()));
  const isModel = (text) => /^\s*kind\s*=/m.test(text);
  return { text: texts.find((text) => !isModel(text)) ?? texts[0], model: texts.find(isModel) };
}

/** Puts a text where the visitor can paste it from; a page without TLS may not ask for that. */
async function copyText(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
  return undefined;
}
