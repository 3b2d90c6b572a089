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
  byId("progress").textContent = proversOf(answer);
  player.load({ ...data, name: asked.name });
  player.trying.compare();
}

/** Shows a puzzle that the server has read; `link` leads to it. */
function begin(puzzle, data, link) {
  for (const own of [running, asking]) if (own) own.abort();
  asked = puzzle;
  setFault("fault");
  setNowhere(false);
  byId("progress").textContent = "";
  byId("verdict").textContent = "";
  byId("show-checked").hidden = true;
  // Moves that the address has too stay there.
  if (decodeURIComponent(sharedMoves().before) !== decodeURIComponent(link)) history.replaceState(undefined, "", `#${link}`);
  player.load({ ...data, name: puzzle.name }, "try");
  player.sharing.receive();
  byId("solve").disabled = false;
  window.scrollTo({ top: 0 });
}

/** Whether the address leads to no puzzle: then there is nothing to play, only a way home. */
function setNowhere(isNowhere) {
  byId("nowhere").hidden = !isNowhere;
  for (const id of ["ask", "check", "open"]) byId(id).hidden = isNowhere;
  if (!isNowhere) return;
  byId("main").classList.remove("table");
  for (const id of ["stage", "panel", "aside", "aim-row", "claim"]) byId(id).hidden = true;
  byId("title").textContent = "Soliter";
  document.title = "No such puzzle · Soliter";
}

async function pickPuzzle(name) {
  try {
    const { data } = await getJson(`api/puzzle/${name}`);
    // A name with dots may lead elsewhere.
    if (!data) throw new Refused("There is no such puzzle.");
    begin({ name }, data, name);
  } catch (error) {
    setFault("fault", wordsOf(error));
    setNowhere(error instanceof Refused);
  }
}

/** Shows a puzzle that came with the visitor. */
async function useOwn(puzzle) {
  try {
    const response = await send("api/read", { puzzle });
    if (!response.ok) await refuse(response);
    const { data } = await response.json();
    begin(puzzle, data, `puzzle=${encodeURIComponent(JSON.stringify(puzzle))}`);
  } catch (error) {
    setFault("fault", wordsOf(error));
    setNowhere(error instanceof Refused && !player.data);
  }
}

/** Weights by which lost positions are explained are asked for once a puzzle. */
const asksHint = (jumps) => ({ puzzle: about(), jumps, reasons: player.data.pagodas === undefined });

/** Asks which jumps win, without a word while nobody knows. */
player.askOutlook = async () => {
  const jumps = player.trying.tried.slice();
  if (asking) asking.abort();
  const own = new AbortController();
  asking = own;
  try {
    const { hint } = await stream("api/hint", asksHint(jumps), own.signal, () => {});
    player.data.pagodas ??= hint.pagodas;
    if (!hint.winning || JSON.stringify(jumps) !== JSON.stringify(player.trying.tried)) return;
    player.trying.learn(jumps, hint.winning);
    if (player.trying.selected !== undefined) player.trying.select(player.trying.selected);
    else player.trying.warnLost();
  } catch {
    // Not known, then.
  } finally {
    if (asking === own) asking = undefined;
  }
};

player.askHint = async () => {
  const jumps = player.trying.tried.slice();
  const message = await compute("api/hint", asksHint(jumps), "fault");
  // The visitor may have gone on in the meantime.
  if (!message || JSON.stringify(jumps) !== JSON.stringify(player.trying.tried)) return;
  const { jump, text, pagodas } = message.hint;
  player.data.pagodas ??= pagodas;
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  if (jump) return player.trying.hints.give(jump, sentence);
  const why = whyLost(player.data, player.trying.now);
  player.say(why ? `${sentence} ${why.text}` : sentence, "bad");
  player.weigh(why && why.weights);
  return undefined;
};

function verdict(check) {
  if (check.error) return `Wrong at jump ${check.error.index}, ${check.error.text}: ${check.error.message}.`;
  const both = `${counted(check.jumps, "jump")} in ${counted(check.moves, "move")}`;
  if (!check.finish_reached) return `Legal, ${both}, but it misses the finish; pegs left: ${check.final.join(", ")}.`;
  if (check.fewest_moves === check.lower_bound && check.fewest_moves !== null) {
    const more = check.moves - check.fewest_moves;
    return `Correct: ${both}. ${more === 0 ? "That is the fewest possible." : `The fewest is ${check.fewest_moves}.`}`;
  }
  return `Correct: ${both}.`;
}

/** The legal moves of the solution that was checked last. */
let checked;

async function checkRecord() {
  byId("verdict").textContent = "";
  byId("show-checked").hidden = true;
  const message = await compute("api/check", { puzzle: about(), solution: byId("record").value }, "fault");
  if (!message) return;
  const { check, data } = message;
  let lost = "";
  if (check.lost_after === 0) lost = " The puzzle has no solution from its start.";
  else if (check.lost_after) lost = ` After jump ${check.lost_after} the puzzle can no longer be solved.`;
  else if (check.lost === "unknown") lost = " Whether it can still be solved was not settled in time.";
  byId("verdict").textContent = verdict(check) + lost;
  [checked] = data.lines;
  byId("show-checked").hidden = check.jumps === 0;
}

/* ---- the page ---- */

/** The puzzle of files: one of them is the puzzle, another may be its board. */
async function readFiles(files) {
  const texts = await Promise.all([...files].map((file) => file.text()));
  const isModel = (text) => /^\s*kind\s*=/m.test(text);
  return { text: texts.find((text) => !isModel(text)) ?? texts[0], model: texts.find(isModel) };
}

/** Shows what the address names: a puzzle that ships, or one that is in the address. */
async function follow() {
  try {
    const wanted = decodeURIComponent(sharedMoves().before);
    if (!wanted.startsWith("puzzle=")) return await pickPuzzle(wanted || "gardner/latin-cross");
    return await useOwn(JSON.parse(wanted.slice("puzzle=".length)));
  } catch {
    setNowhere(true);
    return setFault("fault", "The address names no puzzle: a part of it is missing.");
  }
}

for (const [id, act] of [
  ["solve", solvePuzzle], ["cancel", () => running && running.abort()], ["check-record", checkRecord],
  ["show-checked", () => player.watch(checked)],
]) byId(id).addEventListener("click", act);
window.addEventListener("hashchange", follow);
byId("open-file").addEventListener("change", async () => {
  if (byId("open-file").files.length > 0) await useOwn(await readFiles(byId("open-file").files));
});
player.isLinked = true;
player.askWhy = solvePuzzle;
follow();
