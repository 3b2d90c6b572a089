const player = new Player();

/** Shows a puzzle that has been read; `link` is its address. */
function begin(puzzle, data, link) {
  for (const own of [running, asking]) if (own) own.abort();
  asked = puzzle;
  setFault("fault");
  setNowhere(false);
  for (const id of ["progress", "solved-by"]) byId(id).textContent = "";
  byId("verdict").textContent = "";
  byId("show-checked").hidden = true;
  // If the address also has moves, they stay there.
  if (decodeURIComponent(sharedMoves().before) !== decodeURIComponent(link)) history.replaceState(undefined, "", `#${link}`);
  player.load({ ...data, claim: data.claim ?? kept.get(`claim ${link}`), name: puzzle.name }, "try");
  player.sharing.receive();
  byId("solve").disabled = false;
  window.scrollTo({ top: 0 });
}

/** Why a puzzle cannot be shown, by the reason for its rejection. */
const NOT_SHOWN = {
  "open-finish": "This puzzle cannot be played here",
  "a-game": "This is a board game",
  "bad-puzzle": "This puzzle has errors",
};

/** Whether the page has nothing to play, only a link home; `reason` is that of the rejection, if there was one. */
function setNowhere(isNowhere, reason) {
  const heading = NOT_SHOWN[reason] ?? "No puzzle to show";
  byId("nowhere").hidden = !isNowhere;
  byId("nowhere-title").textContent = heading;
  byId("to-games").hidden = reason !== "a-game";
  if (!isNowhere) return;
  byId("main").classList.remove("table");
  for (const id of ["stage", "panel", "aside", "aim-row", "claim"]) byId(id).hidden = true;
  byId("title").textContent = "Soliter";
  document.title = `${heading} · Soliter`;
}

async function pickPuzzle(name) {
  try {
    const { data } = await answerTo(`api/puzzle/${name}`);
    // A name with dots may lead elsewhere.
    if (!data) throw new Refused({ message: "There is no such puzzle." });
    begin({ name }, data, name);
  } catch (error) {
    // Board games have a different page.
    if (error.reason === "a-game") return location.replace(`${pageAt("games")}#${name}`);
    setFault("fault", wordsOf(error));
    setNowhere(error instanceof Refused, error.reason);
  }
  return undefined;
}

/** Shows a puzzle supplied by the visitor. */
async function useOwn(puzzle) {
  try {
    const { data, link } = await answerTo("api/read", { puzzle });
    begin(puzzle, data, linkTo(puzzle, link));
  } catch (error) {
    setFault("fault", wordsOf(error));
    setNowhere(error instanceof Refused && !player.data, error.reason);
  }
}

/* ---- the page ---- */

/** The puzzle in the given files: one of them is the puzzle, another may be its board. */
async function readFiles(files) {
  const texts = await Promise.all([...files].map((file) => file.text()));
  const isModel = (text) => /^\s*kind\s*=/m.test(text);
  return { text: texts.find((text) => !isModel(text)) ?? texts[0], model: texts.find(isModel) };
}

/** Shows the puzzle in the address: a built-in one by name, or one contained in the address itself. */
async function follow() {
  const wanted = sharedMoves().before;
  const own = puzzleOf(wanted);
  if (own) return useOwn(own);
  // If an address has one of these, part of its moves or of its puzzle is left.
  if (!/[&=%]/.test(wanted)) return pickPuzzle(wanted || "gardner/latin-cross");
  setNowhere(true);
  return setFault("fault", DAMAGED);
}

bindAsking();
window.addEventListener("hashchange", follow);
byId("open-file").addEventListener("change", async () => {
  if (byId("open-file").files.length > 0) await useOwn(await readFiles(byId("open-file").files));
});
player.isLinked = true;
follow();
