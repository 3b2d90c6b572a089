const player = new Player();

/** The puzzle that is shown, as the server is asked about it. */
let asked;
/** Ends what is being asked about the jumps made; undefined while nothing is. */
let asking;
/** The puzzle as shown now, named as the visitor names holes. */
const about = () => ({ ...asked, notation: player.scheme });

async function solvePuzzle() {
  const message = await compute("api/solve", { puzzle: about() }, "fault");
  if (!message) return;
  const { answer, data } = message;
  const by = answer.evidence.map((one) => one.by).join(", ");
  const why = answer.evidence.flatMap((one) => one.stopped || []).join(", ");
  byId("progress").textContent = `${by}, ${answer.seconds < 0.1 ? "less than 0.1" : answer.seconds.toFixed(1)} s${why ? ` (${why})` : ""}`;
  player.load(data);
}

/** Shows a puzzle that the server has read; `link` leads to it. */
function begin(puzzle, data, link) {
  for (const own of [running, asking]) if (own) own.abort();
  asked = puzzle;
  for (const id of ["fault", "draw-fault"]) setFault(id);
  byId("progress").textContent = "";
  byId("verdict").textContent = "";
  history.replaceState(undefined, "", `#${link}`);
  player.load(data, "try");
  byId("solve").disabled = false;
  byId("copy-link").hidden = false;
  window.scrollTo({ top: 0 });
}

async function pickPuzzle(name) {
  if (shelf.games.some((game) => game.name === name)) {
    location.assign(`games#${name}`);
    return;
  }
  try {
    const { data } = await getJson(`api/puzzle/${name}`);
    byId("choose").open = false;
    begin({ name }, data, name);
  } catch (error) {
    setFault("fault", wordsOf(error));
  }
}

/** Shows a puzzle that came with the visitor; what is wrong with it is said in the place `faultId`. */
async function useOwn(puzzle, faultId) {
  try {
    const response = await send("api/read", { puzzle });
    if (!response.ok) await refuse(response);
    const { data } = await response.json();
    begin(puzzle, data, `puzzle=${encodeURIComponent(JSON.stringify(puzzle))}`);
  } catch (error) {
    setFault(faultId, wordsOf(error));
  }
}

/** Asks which jumps win, without a word while nobody knows. */
player.askOutlook = async () => {
  const jumps = player.trying.tried.slice();
  if (asking) asking.abort();
  const own = new AbortController();
  asking = own;
  try {
    const { hint } = await stream("api/hint", { puzzle: about(), jumps }, own.signal, () => {});
    if (!hint.winning || JSON.stringify(jumps) !== JSON.stringify(player.trying.tried)) return;
    player.trying.learn(jumps, hint.winning);
    if (player.trying.selected !== undefined) player.trying.select(player.trying.selected);
    else player.trying.tellLost();
  } catch {
    // Not known, then.
  } finally {
    if (asking === own) asking = undefined;
  }
};

player.onSolved = (moves) => {
  if (!asked.name) return;
  const all = solved();
  kept.set("solved", { ...all, [asked.name]: Math.min(moves, all[asked.name] ?? Infinity) });
  markSolved();
};

player.askHint = async () => {
  const jumps = player.trying.tried.slice();
  const message = await compute("api/hint", { puzzle: about(), jumps }, "fault");
  // The visitor may have gone on in the meantime.
  if (!message || JSON.stringify(jumps) !== JSON.stringify(player.trying.tried)) return;
  const { jump, text } = message.hint;
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  if (jump) player.trying.showHint(jump, sentence);
  else player.say(sentence, "bad");
};

function verdict(check) {
  if (check.error) return `Wrong at jump ${check.error.index}, ${check.error.text}: ${check.error.message}.`;
  const both = `${counted(check.jumps, "jump")} in ${counted(check.moves, "move")}`;
  if (!check.finish_reached) return `Legal, ${both}, but it misses the finish; pegs left: ${check.final.join(", ")}.`;
  if (check.fewest_moves === check.lower_bound && check.fewest_moves !== null) {
    const more = check.moves - check.fewest_moves;
    return `Right: ${both}. ${more === 0 ? "That is the fewest possible." : `The fewest is ${check.fewest_moves}.`}`;
  }
  return `Right: ${both}.`;
}

async function checkRecord() {
  byId("verdict").textContent = "";
  const message = await compute("api/check", { puzzle: about(), record: byId("record").value }, "fault");
  if (!message) return;
  const { check, data } = message;
  let lost = "";
  if (check.lost_after === 0) lost = " The puzzle has no solution from its start.";
  else if (check.lost_after) lost = ` After jump ${check.lost_after} the puzzle can no longer be solved.`;
  else if (check.lost === "unknown") lost = " Whether it can still be solved was not settled in time.";
  byId("verdict").textContent = verdict(check) + lost;
  if (check.jumps > 0) player.load(data, "watch");
}

/* ---- drawing a puzzle ---- */

/** The puzzle that is drawn. */
const drawn = { data: undefined, start: [], finish: [] };

function drawnModel() {
  if (byId("draw-model").value) return undefined;
  const triangular = byId("draw-triangular").checked;
  const rows = byId("draw-board").value;
  const isLarge = rows.split("\n").length > 9 || rows.split("\n").some((row) => row.trimEnd().length > 9);
  return `kind = "peg-solitaire"\ntitle = "Drawn"\nboard = ${JSON.stringify(rows)}\n`
    + `lattice = "${triangular ? "triangular" : "square"}"\n${isLarge ? "names = \"number\"\n" : ""}`;
}

/** A puzzle file: `start` and `finish` in TOML. */
function toToml(start, finish) {
  const lines = [
    `title = ${JSON.stringify(byId("draw-title").value)}`,
    `model = ${JSON.stringify(byId("draw-model").value || "board.toml")}`,
    `start = ${start}`,
    `finish = ${finish}`,
  ];
  if (byId("draw-diagonals").checked) lines.push("directions = \"all\"");
  if (byId("draw-building").checked) lines.push("building = true");
  return `${lines.join("\n")}\n`;
}

function drawnPuzzle() {
  const names = drawn.data.names[drawn.data.scheme];
  const list = (pegs) => JSON.stringify(pegs.flatMap((isPeg, hole) => (isPeg ? [names[hole]] : [])));
  const finish = byId("draw-any").checked ? `{ pegs = ${Number(byId("draw-pegs").value) || 0} }` : list(drawn.finish);
  return { text: toToml(list(drawn.start), finish), model: drawnModel() };
}

function drawBoards() {
  const { data } = drawn;
  const names = data.names[data.scheme];
  for (const which of ["start", "finish"]) {
    const pegs = drawn[which];
    const show = (view) => {
      view.show(pegs);
      view.open(true, (hole) => `${which} ${names[hole]}, ${pegs[hole] ? "peg" : "empty"}`);
    };
    const view = new BoardView(byId(`draw-${which}`), data, {
      pick: (hole) => {
        pegs[hole] = !pegs[hole];
        show(view);
      },
    });
    byId(`draw-${which}`).setAttribute("aria-label", `${which} of the drawn puzzle`);
    show(view);
  }
}

/** Asks the server for the board that is chosen, with every hole filled. */
async function showDrawnBoard() {
  const isOwn = byId("draw-model").value === "";
  byId("draw-own").hidden = !isOwn;
  const text = `model = ${JSON.stringify(byId("draw-model").value || "board.toml")}\nstart = "full"\nfinish = { pegs = 1 }\n`;
  try {
    const response = await send("api/read", { puzzle: { text, model: drawnModel() } });
    if (!response.ok) await refuse(response);
    drawn.data = (await response.json()).data;
    drawn.start = drawn.data.points.map(() => false);
    drawn.finish = drawn.data.points.map(() => false);
    setFault("draw-fault");
    drawBoards();
  } catch (error) {
    setFault("draw-fault", wordsOf(error));
  }
}

async function useDrawn() {
  if (drawn.data) await useOwn(drawnPuzzle(), "draw-fault");
}

function saveDrawn() {
  if (!drawn.data) return;
  const { text, model } = drawnPuzzle();
  const file = (part) => new Blob([part], { type: "application/toml" });
  download("puzzle.toml", file(text));
  if (model) download("board.toml", file(model));
}

/* ---- the page ---- */

async function openPage() {
  const { models, ...listed } = await getJson("api/list");
  Object.assign(shelf, listed);
  byId("draw-model").replaceChildren(...models.map(({ name, title }) => new Option(title, name)), new Option("A board of my own", ""));
  byId("draw-model").value = "english";
  await follow();
}

/** Shows what the address names: a puzzle that ships, or one that is in the address. */
async function follow() {
  const wanted = decodeURIComponent(location.hash.slice(1));
  if (wanted.startsWith("puzzle=")) {
    try {
      await useOwn(JSON.parse(wanted.slice("puzzle=".length)), "fault");
    } catch {
      setFault("fault", "The address names no puzzle: a part of it is missing.");
    }
    return;
  }
  const isKnown = [...shelf.puzzles, ...shelf.games].some(({ name }) => name === wanted);
  await pickPuzzle(isKnown ? wanted : "gardner/latin-cross");
}

for (const [id, act] of [
  ["solve", solvePuzzle], ["cancel", () => running && running.abort()], ["check-record", checkRecord],
  ["draw-use", useDrawn], ["draw-save", saveDrawn], ["draw-board-use", showDrawnBoard],
  ["draw-full", () => { drawn.start.fill(true); drawBoards(); }],
  ["draw-empty", () => { drawn.start.fill(false); drawn.finish.fill(false); drawBoards(); }],
]) byId(id).addEventListener("click", act);
window.addEventListener("hashchange", follow);
byId("search").addEventListener("input", search);
byId("choose").addEventListener("toggle", () => byId("choose").open && fillShelf(pickPuzzle));
byId("open-file").addEventListener("change", async () => {
  if (byId("open-file").files.length > 0) await useOwn(await readFiles(byId("open-file").files), "fault");
});
byId("copy-link").addEventListener("click", async () => {
  await copyText(location.href);
  player.say("The link is copied.");
});
byId("draw-model").addEventListener("change", showDrawnBoard);
byId("draw-any").addEventListener("change", () => { byId("draw-finish-figure").hidden = byId("draw-any").checked; });
byId("draw").addEventListener("toggle", () => { if (byId("draw").open && !drawn.data) showDrawnBoard(); });
openPage().catch((error) => setFault("fault", wordsOf(error)));
