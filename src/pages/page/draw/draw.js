const player = new Player();
player.hasOwnNames = true;
/** The drawing: `data` describes the board (undefined while the board is invalid), start and finish are lists with a boolean for
 * each hole, `puzzle` is the puzzle if the server has accepted it, otherwise undefined, and `link` is its form in addresses. */
const drawn = { data: undefined, start: [], finish: [], names: undefined, puzzle: undefined, link: undefined };
const grid = new Grid(() => changeCells());
/** Counts changes, so that answers about an earlier state are ignored. */
let turn = 0;

const isOwn = () => byId("draw-model").value === "";
const isTriangular = () => (isOwn() ? byId("draw-triangular").checked : drawn.data?.lattice === "triangular");

/* ---- the drawing as files ---- */

/** The lines of the model, if the board is the visitor's own. */
function ownModel() {
  return isOwn() ? modelLines(byId("draw-board").value, isTriangular(), byId("draw-diagonals").checked) : undefined;
}

/** The lines of a puzzle on the board; `ends` are the lines for its start and finish. */
function puzzleLines(...ends) {
  const title = byId("draw-title").value.trim();
  return [
    // Unlike JSON, TOML requires this character to be escaped.
    ...(title ? [["title", JSON.stringify(title).replaceAll("\u007f", "\\u007f")]] : []),
    ["model", JSON.stringify(byId("draw-model").value || "board.toml")],
    ...(byId("draw-diagonals").checked && !isOwn() ? [["directions", "\"all\""]] : []),
    ...(drawn.names ? [["notation", JSON.stringify(drawn.names)]] : []),
    ...(byId("draw-reverse").checked ? [["reverse", "true"]] : []),
    ...ends,
  ];
}

function endLines() {
  const names = drawn.data.names[drawn.data.scheme];
  const list = (pegs) => `[${names.filter((_, hole) => pegs[hole]).map((name) => JSON.stringify(name)).join(", ")}]`;
  const isAny = byId("draw-any").checked;
  const finish = isAny ? `{ pegs = ${Number(byId("draw-pegs").value) || 0} }` : list(drawn.finish);
  return [["start", list(drawn.start)], ["finish", finish]];
}

/* ---- errors in it ---- */

const PLACES = ["board", "title", "start", "finish", "rest"];
const KEYS = { board: ["model", "board"], title: ["title"], start: ["start"], finish: ["finish"] };
/** The message for a start or finish without pegs. The server's message would speak of files. */
const NO_PEG = { start: "Put at least one peg on the board: tap holes", finish: "Put at least one peg on the board: tap holes, or tick \"any\"" };

/** Shows each error next to its field. */
function tellFaults(faults, lines, modelOf) {
  const told = Object.fromEntries(PLACES.map((place) => [place, []]));
  for (const { file, line, message, help } of faults) {
    const isBoard = file === "board.toml";
    const row = isBoard && modelOf ? line - modelOf.length : 0;
    const key = isBoard ? "model" : lines[line - 1]?.[0];
    const place = PLACES.find((one) => KEYS[one]?.includes(key)) ?? "rest";
    if (key === "model" && !isBoard && faults.length > 1) continue;
    const own = message.endsWith("has no peg") && NO_PEG[place];
    told[place].push(own ? `${own}.` : `${row > 0 ? `Row ${row}: ` : ""}${message}${help ? `; ${help}` : ""}.`);
  }
  for (const place of PLACES) setFault(`fault-${place}`, told[place].join("\n"));
}

/** The puzzle as read by the server, or its errors; undefined if something has changed in the meantime. */
async function readBy(puzzle) {
  turn += 1;
  const own = turn;
  setFault("fault");
  try {
    const read = await answerTo("api/read", { puzzle });
    return own === turn ? read : undefined;
  } catch (error) {
    if (own !== turn) return undefined;
    if (error instanceof Refused) return { faults: error.errors ?? [{ message: error.message }] };
    setFault("fault", wordsOf(error));
    return undefined;
  }
}

/** Clears the messages about the puzzle before it changed. */
function withdraw() {
  if (running) running.abort();
  drawn.puzzle = undefined;
  for (const id of ["aim-row", "claim", "stage", "panel", "aside", "proof", "counted", "take", "draw-record"]) byId(id).hidden = true;
  byId("draw-play").textContent = "Play it";
  for (const id of ["answer", "progress", "taken"]) byId(id).textContent = "";
  for (const button of document.querySelectorAll(".needs")) button.disabled = true;
  setFault("fault");
}

/** Sends the puzzle to the server; if it is valid, enables the questions about it. */
async function check() {
  withdraw();
  const lines = puzzleLines(...endLines());
  const model = ownModel();
  const puzzle = { text: tomlFile(lines), model: model && tomlFile(model) };
  const read = await readBy(puzzle);
  if (!read) return;
  tellFaults(read.faults ?? [], lines, model);
  if (read.faults) return;
  drawn.puzzle = puzzle;
  const { points, most_holes: most } = read.data;
  const isLarge = points.length > most;
  for (const button of document.querySelectorAll(".needs")) button.disabled = isLarge && button.id !== "solve";
  byId("too-large").textContent = isLarge ? `Prove and Count take boards of at most ${most} holes; this one has ${points.length}.` : "";
  byId("take").hidden = false;
  drawn.link = linkTo(puzzle, read.link);
  byId("draw-play").href = `${pageAt("play")}#${drawn.link}`;
  history.replaceState(undefined, "", `#${drawn.link}`);
}

/** A problem of a board that would be valid in a file but is not intended here. `isOfGrid`: the text comes from the grid. */
function wrongShape(data, isOfGrid) {
  const wrong = (message, help) => [{ file: "board.toml", message, help }];
  const [top, left] = [0, 1].map((axis) => Math.min(...grid.places.map((place) => place[axis])));
  // If no two marks touch, the text is read as if all marks were separated by spaces.
  if (isOfGrid && String(placesOf(data)) !== String(grid.places.map(([row, column]) => [row - top, column - left]))) {
    return wrong("no two holes of the board lie side by side in a row", "draw holes between them");
  }
  const parts = partsOf(data);
  return parts > 1 ? wrong(`the board has ${parts} parts, and no jump goes from one to another`, "draw holes between them, or take all but one away") : [];
}

/** Sends the board to the server, and then the puzzle. `arrange(data)` places the pegs on a new board. */
async function readBoard(arrange) {
  withdraw();
  drawn.data = undefined;
  const model = ownModel();
  const lines = puzzleLines(["start", "\"full\""], ["finish", "{ pegs = 1 }"]).filter(([key]) => !["title", "reverse"].includes(key));
  const read = await readBy({ text: tomlFile(lines), model: model && tomlFile(model) });
  if (!read) return undefined;
  const faults = read.faults ?? [];
  if (!read.faults) faults.push(...wrongShape(read.data, isOwn() && !arrange));
  // The start and finish here are not the visitor's, so any errors in them are caused by the board.
  tellFaults(faults, lines.map(([key, value]) => [["start", "finish"].includes(key) ? "board" : key, value]), model);
  byId("draw-ends").hidden = faults.length > 0;
  if (faults.length > 0) return undefined;
  drawn.data = read.data;
  if (arrange) arrange(read.data);
  drawEnds();
  return check();
}

/* ---- the board ---- */

/** Keeps the pegs in place when the holes change. */
function movePegs(before, after) {
  const keys = before.map(String);
  for (const end of ["start", "finish"]) {
    const pegs = new Set(keys.filter((_, hole) => drawn[end][hole]));
    drawn[end] = after.map((place) => pegs.has(String(place)));
  }
  heldPlaces = after;
}
/** The places of the holes to which the pegs of `drawn` belong. */
let heldPlaces = [];

function showGrid() {
  byId("draw-rows").value = grid.rows;
  byId("draw-columns").value = grid.columns;
  grid.draw(isTriangular());
}

/** Called when a cell of the grid has changed. */
function changeCells() {
  movePegs(heldPlaces, grid.places);
  byId("draw-board").value = grid.text;
  drawn.names = undefined;
  readBoard();
}

/** Called when the board's text has changed. The grid follows as soon as the text is valid. */
function changeText() {
  drawn.names = undefined;
  readBoard((data) => {
    const places = placesOf(data);
    movePegs(heldPlaces, places);
    grid.resize(1, 1, places);
    showGrid();
  });
}

function resizeGrid() {
  const asked = (id) => Math.min(GRID, Math.max(1, Math.round(Number(byId(id).value)) || 1));
  grid.resize(asked("draw-rows"), asked("draw-columns"), grid.places);
  byId("draw-board").value = grid.text;
  const isKept = grid.rows > asked("draw-rows") || grid.columns > asked("draw-columns");
  setFault("fault-board", isKept ? "Rows and columns that have holes stay; take the holes away first." : undefined);
  showGrid();
}

/** Switches to another board: a built-in one, or the current one as a copy to edit. */
function changeModel() {
  byId("draw-own").hidden = !isOwn();
  drawn.names = undefined;
  if (!isOwn()) {
    byId("draw-diagonals").checked = false;
    return readBoard(beginPuzzle);
  }
  if (drawn.data) {
    byId("draw-triangular").checked = drawn.data.lattice === "triangular";
    takeCells(drawn.data);
  }
  return readBoard();
}

/** Copies the holes of a board to the grid. */
function takeCells(data) {
  heldPlaces = placesOf(data);
  grid.resize(1, 1, heldPlaces);
  byId("draw-board").value = grid.text;
  showGrid();
}

/** A puzzle to begin with: every hole filled except the middle one, where the last peg must end. */
function beginPuzzle({ points, width, height }) {
  const far = points.map(([x, y]) => Math.hypot(x - width / 2, y - height / 2));
  const middle = far.indexOf(Math.min(...far));
  drawn.start = points.map((_, hole) => hole !== middle);
  drawn.finish = points.map((_, hole) => hole === middle);
}

/* ---- start and finish ---- */

const views = {};

function showEnd(end) {
  const names = drawn.data.names[drawn.data.scheme];
  views[end].show(drawn[end]);
  views[end].open(true, (hole) => `${end} ${names[hole]}, ${drawn[end][hole] ? "peg" : "empty"}`);
}

function drawEnds() {
  const { data } = drawn;
  for (const end of ["start", "finish"]) {
    views[end] = new BoardView(byId(`draw-${end}`), data, {
      pick: (hole) => {
        if (drawn.data !== data) return;
        drawn[end][hole] = !drawn[end][hole];
        showEnd(end);
        check();
      },
    });
    byId(`draw-${end}`).style.minWidth = `${Math.ceil(data.width * FINGER)}px`;
    showEnd(end);
  }
  byId("draw-diagonals").disabled = isTriangular();
  player.fillSelect("draw-names", Object.keys(data.names).map((name) => [name, name]), data.scheme);
}

/** Places pegs in the holes for which `isPeg(hole)` is true. */
function setEnd(end, isPeg) {
  if (!drawn.data) return;
  drawn[end] = drawn.data.points.map((_, hole) => isPeg(hole));
  showEnd(end);
  check();
}

function showAny() {
  byId("draw-finish").toggleAttribute("hidden", byId("draw-any").checked);
  byId("finish-buttons").hidden = byId("draw-any").checked;
}

/* ---- the puzzle in the address ---- */

/** Opens a puzzle for editing; `data` is the server's description of it. */
function openPuzzle(data) {
  const isBuiltIn = [...byId("draw-model").options].some(({ value }) => value && value === data.model);
  byId("draw-model").value = isBuiltIn ? data.model : "";
  byId("draw-own").hidden = isBuiltIn;
  byId("draw-title").value = data.title;
  byId("draw-diagonals").checked = data.directions === "all";
  byId("draw-reverse").checked = data.reverse;
  byId("draw-triangular").checked = data.lattice === "triangular";
  byId("draw-any").checked = data.finish.pegs !== undefined;
  byId("draw-pegs").value = data.finish.pegs ?? 1;
  const pegs = (holes = []) => data.points.map((_, hole) => holes.includes(hole));
  [drawn.start, drawn.finish] = [pegs(data.start), pegs(data.finish.holes)];
  drawn.names = data.scheme;
  showAny();
  if (!isBuiltIn) takeCells(data);
  return readBoard();
}

/** Opens the puzzle in the address, or a puzzle to begin with. */
async function follow() {
  withdraw();
  const wanted = location.hash.slice(1);
  if (!wanted) return readBoard(beginPuzzle);
  const puzzle = puzzleOf(wanted);
  const read = puzzle && await readBy(puzzle);
  if (puzzle && !read) return undefined;
  if (!read || read.faults) {
    await readBoard(beginPuzzle);
    return setFault("fault-board", read ? `The puzzle of the address is wrong: ${read.faults.map(({ message }) => message).join("; ")}.` : DAMAGED);
  }
  await openPuzzle(read.data);
  if (Object.keys(read.data.marked).length > 0) setFault("fault", "Marked pegs cannot be drawn here: what the puzzle asks of them is left out.");
  return undefined;
}
