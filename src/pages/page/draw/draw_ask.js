const HEADING = "Draw a puzzle";
/** The delay in milliseconds after the last key before typed text is read. */
const PAUSE_MS = 250;

/* ---- questions ---- */

/** Sends a question about the puzzle. Meanwhile the focus is on the cancel button. */
async function ask(button, path, more) {
  const asked = compute(path, { puzzle: drawn.puzzle, ...more }, "fault");
  byId("cancel").focus();
  const message = await asked;
  if ([document.body, byId("cancel")].includes(document.activeElement)) byId(button).focus();
  return message;
}

/** Shows the solution, or why there is none, and its text. */
function showAnswer(data) {
  player.load(data, "watch");
  document.title = HEADING;
  byId("title").textContent = HEADING;
  // Make it known to the page on which the puzzle is played.
  kept.set(`claim ${drawn.link}`, data.claim);
  const claim = player.claim();
  byId("answer").textContent = `${data.title}: ${claim.charAt(0).toLowerCase()}${claim.slice(1)}.`;
  byId("draw-play").textContent = player.isImpossible ? "Play it, though it is proved impossible" : "Play it";
  const [line] = data.lines;
  if (line) player.seeSolution();
  byId("panel").hidden = !line;
  byId("moves-card").hidden = !line;
  byId("draw-record").hidden = !line;
  byId("moves-text").value = line ? line.map((chain) => player.chain(chain)).join(", ") : "";
}

async function solvePuzzle() {
  const message = await ask("solve", "api/solve");
  if (!message) return;
  const { answer, data } = message;
  showAnswer(data);
  byId("progress").textContent = timeOf(answer);
}

/** The certificate being shown. */
let certificate;

async function provePuzzle() {
  byId("proof").hidden = true;
  const message = await ask("prove", "api/certify");
  if (!message) return;
  showAnswer(message.data);
  certificate = message.file;
  const { sentence, sha256, positions, bytes } = message.certificate;
  byId("proof").hidden = false;
  byId("proved").textContent = `Proved, and the certificate checked: ${sentence}.`;
  const layers = positions > 0 ? `layers of ${inThrees(positions)} positions up to symmetry` : "what is drawn on the board below";
  byId("proof-more").textContent = `By ${layers}. SHA-256 of the file, ${counted(bytes, "byte")}: ${sha256}. `
    + "Check it yourself: soliter verify FILE.layers puzzle.toml";
}

/** Digits in groups of three. */
const inThrees = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

const COUNTED = {
  solutions: "Counted were sequences of jumps from the start to the finish. The same jumps in another order are another solution, and so is a mirror image. The levels have the positions on solutions.",
  shortest: "Counted were sequences of jumps that make a solution of the fewest moves. The same jumps in another order are another solution, and so is a mirror image. The levels have the positions on such solutions.",
  positions: "Counted were the positions that jumps lead to from the start, the start among them, whether or not the finish can be reached from there. Mirror images are counted one by one.",
  games: "Counted were sequences of jumps from the start until no jump is left, whether or not they end in the finish.",
};
const COLUMNS = { jumps: "jumps", pegs: "pegs", positions: "positions", classes: "up to symmetry", dead: "without a jump", sequences: "jump sequences", ending: "games that end" };

async function countPuzzle() {
  byId("counted").hidden = true;
  const message = await ask("count", "api/count", { what: byId("what").value });
  if (!message) return;
  const { sentence, count } = message;
  byId("counted").hidden = false;
  byId("number").textContent = `${count.title}: ${sentence}.`;
  byId("counted-what").textContent = COUNTED[count.what];
  const columns = Object.keys(COLUMNS).filter((key) => count.levels.some((level) => level[key] !== undefined));
  const row = (cell, texts) => newElement("tr", {}, ...texts.map((text) => newElement(cell, {}, text)));
  const rows = count.levels.map((level) => row("td", columns.map((key) => inThrees(level[key] ?? ""))));
  byId("levels").replaceChildren(row("th", columns.map((key) => COLUMNS[key])), ...rows);
}

/* ---- saving and sharing ---- */

const title = () => byId("draw-title").value;
const saveText = (name, text) => download(name, new Blob([text], { type: "text/plain" }));

function savePuzzle() {
  saveText("puzzle.toml", drawn.puzzle.text);
  if (drawn.puzzle.model) saveText("board.toml", drawn.puzzle.model);
}

async function copied(text, what) {
  await copyText(text);
  byId("taken").textContent = `The ${what} is copied.`;
}

/* ---- the page ---- */

async function openPage() {
  // The answer is shown between the questions and the buttons for saving.
  byId("take").before(byId("stage"), byId("panel"), byId("aside"));
  document.title = HEADING;
  byId("title").textContent = HEADING;
  await follow();
}

/** Calls a function shortly after the last key. */
function later(act) {
  let typing;
  return () => {
    clearTimeout(typing);
    withdraw();
    typing = setTimeout(act, PAUSE_MS);
  };
}
const checkIt = () => drawn.data && check();
const board = () => byId("draw-start");

for (const [id, act] of [
  ["solve", solvePuzzle], ["prove", provePuzzle], ["count", countPuzzle], ["cancel", () => running && running.abort()],
  ["start-full", () => setEnd("start", () => true)], ["start-empty", () => setEnd("start", () => false)],
  ["start-turned", () => setEnd("start", (hole) => !drawn.start[hole])],
  ["finish-full", () => setEnd("finish", () => true)], ["finish-empty", () => setEnd("finish", () => false)],
  ["finish-turned", () => setEnd("finish", (hole) => !drawn.start[hole])],
  ["draw-save", savePuzzle], ["draw-link", () => copied(byId("draw-play").href, "link")],
  ["start-svg", () => saveSvg(board(), title())], ["start-png", () => savePng(board(), title())],
  ["record-copy", () => copied(byId("moves-text").value, "record")],
  ["record-save", () => saveText(fileName(title(), "txt"), `${byId("moves-text").value}\n`)],
  ["save-certificate", () => saveText(fileName(title(), "layers"), certificate)],
]) byId(id).addEventListener("click", act);
for (const [id, act] of [
  ["draw-model", changeModel], ["draw-reverse", checkIt], ["draw-rows", resizeGrid], ["draw-columns", resizeGrid],
  ["draw-diagonals", () => readBoard()],
  ["draw-triangular", () => { drawn.names = undefined; showGrid(); readBoard(); }],
  ["draw-names", () => { drawn.names = byId("draw-names").value; readBoard(); }],
  ["draw-any", () => { showAny(); checkIt(); }],
]) byId(id).addEventListener("change", act);
for (const [id, act] of [["draw-title", checkIt], ["draw-pegs", checkIt], ["draw-board", changeText]]) byId(id).addEventListener("input", later(act));
window.addEventListener("hashchange", follow);
openPage().catch((error) => setFault("fault", wordsOf(error)));
