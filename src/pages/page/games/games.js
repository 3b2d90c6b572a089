/** The game being played: its name, the moves made, the answer about its position, and whether it came from a link; in that case
 * the visitor's own game stays stored until a move is made in this one. */
const game = { name: undefined, moves: [], shown: undefined, values: new Map(), isSent: false };

/** The game in the form used in requests. */
function request(more) {
  return { puzzle: { name: game.name }, moves: game.moves, side: Number(byId("side").value) || 1, ...more };
}

const places = new Places(byId("table"), { choose: touched, carry: ([move]) => peek(move), drop: dropped, miss: missed, leave: () => (leave(), say(turnText())) });

const isOver = () => game.shown.player === null;

/** The board in words. */
const labelOf = (shown) => `${titleOf(game.name)} board. ${capital(shown.status)}. ${shown.told}`;

/** A move in words, if it is one of the legal moves of a position. */
const inWords = (shown, move) => shown.legal.find((one) => one.move === move)?.words ?? move;

/** A legal move with a capital, for the start of a button or sentence. */
function shownMove(move) {
  const words = inWords(game.shown, move);
  return words === move ? move : capital(words);
}

/** Who won, in a sentence. */
function outcome() {
  const { winner, scores, kind, players } = game.shown;
  const own = Number(byId("side").value);
  let who = "a draw";
  if (winner !== null && !isAlone() && winner === own) who = "you won";
  else if (winner !== null) who = isAlone() || players > 2 ? `player ${winner} won` : "the engine won";
  const [first, second] = winner === 2 ? [scores[1], scores[0]] : scores;
  let points = "";
  if (!RESULT_GAMES.includes(kind)) points = players > 2 ? `, ${scores.join(" : ")}` : `${winner === null ? "," : ""} ${first} to ${second}`;
  return `The game is over: ${who}${points}.`;
}

/** Stores the game for the next visit. */
function keepGame() {
  const side = Number(byId("side").value);
  if (!side || game.isSent) return;
  const { name, moves } = game;
  kept.set(`game ${name}`, moves.length > 0 ? { moves, side } : undefined);
  keepBegun("game", name, moves.length > 0 && !isOver() ? titleOf(name) : undefined);
}

/** Whether the visitor may move; not while an earlier position is shown. */
const isMine = () => !review.isBack && (isAlone() || game.shown.player === Number(byId("side").value));

function say(text) {
  byId("said-game").textContent = text;
}

/** The meaning of a move's value, in words. */
const valueOf = (move) => String(game.values.get(move) ?? "?");

/** A sentence that says whose turn it is, or how the game ended. */
const turnText = () => (isOver() ? outcome() : `${capital(game.shown.status)}${isMine() && !isAlone() ? " (you)" : ""}.`);

/** Draws the position; the parts that stand for moves can be clicked. */
function show(shown, before) {
  game.shown = shown;
  game.values = new Map();
  review.isBack = false;
  if (review.moves === game.moves) offerBack();
  else forgetReview();
  showStage("game", "game-panel");
  places.take(shown.legal, isMine());
  places.paint(shown.picture, labelOf(shown));
  leave();
  byId("game-record").value = shown.record;
  byId("position").textContent = shown.position;
  byId("take-back").disabled = game.moves.length === 0;
  byId("values").disabled = isOver();
  byId("finished").hidden = !isOver() || isAlone();
  byId("how").hidden = isOver();
  listMoves();
  listMade();
  keepGame();
  say(`${before || ""}${turnText()}`);
}

/** Lists the moves made; each button shows the position after its move. */
function listMade() {
  const { largest, proved = [] } = review.found ?? {};
  // The address of a file on this machine would be of no use to anyone else.
  byId("copy-game").hidden = game.moves.length === 0 || location.protocol === "file:";
  byId("made").replaceChildren(...game.shown.played.map((words, i) => {
    const isLargest = i + 1 === largest?.ply;
    const isMistake = proved.includes(i + 1);
    const button = numbered(i + 1, `${words}${isLargest ? " ??" : isMistake ? " ?" : ""}`, () => lookAt(i + 1));
    if (isMistake) button.setAttribute("aria-label", `${i + 1}. ${words}, ${isLargest ? "the largest" : "a"} mistake`);
    button.classList.toggle("mistake", isMistake);
    return newElement("li", {}, button);
  }));
}

/** Shows the position after the first N moves of the game. */
async function lookAt(number) {
  const { moves } = game;
  if (running) return;
  try {
    const { game: earlier } = await answerTo("api/game/position", { ...request(), moves: moves.slice(0, number) });
    if (game.moves !== moves || running) return;
    showBack(earlier, [], `After move ${number}, ${game.shown.played[number - 1]}: ${earlier.status}.`);
  } catch (error) {
    setFault("fault", wordsOf(error));
  }
}

/** The move that was touched but not made yet, if any, as a preview. */
function leave() {
  game.previewed = undefined;
  game.open = undefined;
  game.peeked = undefined;
  // The row keeps its space, so that no other button moves under the visitor's finger.
  byId("confirm").hidden = byId("kinds").hidden;
  byId("confirm").classList.remove("asked");
  places.overlay();
  places.mark(undefined);
  places.choosing();
  // Moves without a place on the board, such as ending a turn.
  offer(isMine() ? game.shown.legal.filter(({ area }) => !area).map(({ move }) => move) : []);
}

/** Moves as buttons below the board. */
function offer(moves) {
  byId("choices").replaceChildren(...moves.map(moveButton));
  byId("choices").hidden = moves.length === 0;
}

/** Handles a touch. On a touch screen, the first touch previews a wall and a second one lays it. If a part of the board stands for
 * several moves, a second part can say which is meant; touching the same part again cancels. */
function touched(place, isFinger) {
  const { moves, kind } = place;
  if (running || isOver() || !isMine()) return undefined;
  const isSame = moves === game.open;
  const both = game.open && !isSame ? moves.filter((move) => game.open.includes(move)) : [];
  if (both.length === 1) return play(both[0]);
  if (moves.length > 1) {
    leave();
    if (isSame) return say(turnText());
    game.open = moves;
    places.choosing(moves);
    return choose(moves);
  }
  return isFinger && kind !== "go" && moves[0] !== game.previewed ? preview(place) : play(moves[0]);
}

/** Explains why a touch had no effect if the visitor first has to choose between moving and laying. */
function missed(kind) {
  if (running || isOver() || !isMine() || byId("kinds").hidden) return;
  say(kind === "go" ? "No move goes there; to lay a wall, choose Lay first." : "No wall can be laid there.");
}

/** Asks which of several moves is meant. */
function choose(moves) {
  const hasSecond = game.open && game.shown.legal.some(({ move, second }) => second && moves.includes(move));
  say(`Choose one of ${counted(moves.length, "move")}${hasSecond ? ", or touch the column to swap with" : ""}.`);
  offer(moves);
}

/** Makes the move of a dragged part, or asks which of several is meant. */
function dropped(moves) {
  leave();
  if (moves.length === 1) play(moves[0]);
  else if (moves.length > 1) choose(moves);
}

/** Previews a wall that is not laid yet. */
function preview(place) {
  leave();
  [game.previewed] = place.moves;
  places.mark(place);
  byId("confirm").classList.add("asked");
  say(`${capital(place.name)}? Touch it again to lay it.`);
}

/** A legal move as a list item. */
function moveButton(move) {
  const button = newButton(() => play(move), shownMove(move));
  button.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && peek(move));
  button.addEventListener("pointerleave", () => peek(undefined));
  return newElement("li", {}, button);
}

/** Previews a move while the mouse is over its button or a part is dragged; for undefined, shows the position again. */
async function peek(move) {
  if (running || review.isBack || game.previewed || game.peeked === move) return;
  const before = game.moves;
  game.peeked = move;
  let picture;
  try {
    if (move) picture = (await answerTo("api/game/position", { ...request(), moves: [...before, move] })).game.picture;
  } catch {
    return;
  }
  // In the meantime, the mouse may have moved on, or a move may have been made.
  if (game.peeked !== move || game.moves !== before || running || review.isBack) return;
  places.overlay(picture);
}

/** Lists the legal moves as buttons, sorted by value if the values are known. */
function listMoves() {
  const legal = isMine() ? game.shown.legal.map(({ move }) => move) : [];
  const rank = (move) => game.values.get(move) ?? -Infinity;
  if (game.values.size > 0) legal.sort((a, b) => rank(b) - rank(a) || 0);
  const best = Math.max(...[...game.values.values()].filter((value) => value !== null));
  byId("legal").replaceChildren(...legal.map((move) => {
    const item = moveButton(move);
    const className = game.values.get(move) === best ? "value best" : "value";
    if (game.values.has(move)) item.firstChild.append(newElement("b", { className }, valueOf(move)));
    return item;
  }));
  byId("legal-count").textContent = `All ${counted(legal.length, "move")}`;
  byId("all-moves").hidden = legal.length === 0;
}

/** Makes a game from a link the visitor's own. */
function ownGame() {
  if (game.isSent) history.replaceState(undefined, "", `#${game.name}`);
  game.isSent = false;
}

/** The address that shows the game up to its current position. */
const gameLink = () => `${location.href.replace(/#.*$/, "")}#${game.name}&moves=${game.moves.map(encodeURIComponent).join(",")}`;

/** Makes the visitor's move, and lets the engine reply. */
async function play(move) {
  if (running || isOver()) return;
  ownGame();
  const moves = [...game.moves, move];
  await look(moves);
  await answer();
}

/** Shows the position after the given moves. */
async function look(moves, said) {
  const before = game.moves;
  game.moves = moves;
  try {
    const { game: shown } = await answerTo("api/game/position", request());
    // The visitor may have moved on in the meantime.
    if (game.moves !== moves) return;
    setFault("fault");
    byId("progress").textContent = "";
    // If nothing else was legal, the turn was ended automatically.
    game.moves = shown.written;
    if (moves.length > before.length) settings.knock();
    show(shown, said);
  } catch (error) {
    if (game.moves === moves) game.moves = before;
    setFault("fault", wordsOf(error));
  }
}

/** Requests the engine's moves while it is its turn. */
async function answer() {
  if (!game.shown || isOver() || isMine()) return;
  const asked = game.moves;
  const seed = 1 + asked.length;
  const message = await compute("api/game/reply", request({ opponent: byId("opponent").value, seed }), "fault");
  // The visitor may have started over in the meantime.
  if (!message || asked !== game.moves) return;
  game.moves = message.game.written;
  const how = message.reply.proved === false ? " (not proved best within the time)" : "";
  show(message.game, `The engine plays ${message.game.played.slice(asked.length).join(", then ")}${how}. `);
}

/** Takes back the visitor's last move and the engine's reply. */
async function takeBack() {
  ownGame();
  if (running) running.abort();
  // An automatic end of turn may be made again at once, so the list of moves is shortened here and not there.
  let { moves } = game;
  const made = moves.length;
  do {
    moves = moves.slice(0, -1);
    await look(moves);
  } while (moves.length > 0 && (!isMine() || game.moves.length === made));
  await answer();
}

/** The result of best play for the player to move. */
function resultOf(value) {
  const { kind, player } = game.shown;
  if (!RESULT_GAMES.includes(kind)) return `The value is ${value} for player ${player}.`;
  return `With best play, player ${player} ${["loses", "draws", "wins"][value + 1]}.`;
}

/** The best moves in a sentence. */
function bestInWords(bests) {
  if (bests.length === game.values.size && bests.length > 1) return "All moves are equally good.";
  const named = bests.slice(0, 3).map((move) => inWords(game.shown, move)).join(", or ");
  return `Best: ${named}${bests.length > 3 ? `, or ${bests.length - 3} others` : ""}.`;
}

async function showValues() {
  const asked = game.moves;
  const message = await compute("api/game/values", request(), "fault");
  if (!message || asked !== game.moves) return;
  const { value, moves, stopped, seconds, at_least: least, at_most: most, best } = message.values;
  game.values = new Map(moves.map((one) => [one.move, one.value]));
  listMoves();
  byId("all-moves").open = true;
  const bounds = [least === null ? "" : `at least ${least}`, most === null ? "" : `at most ${most}`].filter(Boolean).join(" and ");
  const top = Math.max(...[...game.values.values()].filter((one) => one !== null));
  const bests = [...game.values.keys()].filter((move) => game.values.get(move) === top);
  places.showBest(bests);
  const open = `The value is ${bounds ? `proved to be ${bounds}` : "not proved"} (${stopped || "not solved"}); best move found: ${inWords(game.shown, best[0])}.`;
  const found = value === null ? open : `${resultOf(value)} ${bestInWords(bests)}`;
  byId("progress").textContent = `${found} ${seconds < 0.1 ? "Less than 0.1" : seconds.toFixed(1)} s.`;
}

async function newGame() {
  if (running) running.abort();
  ownGame();
  await look([]);
  await answer();
}

/** Starts over with the sides swapped. */
async function rematch() {
  const sides = byId("side").options.length;
  byId("side").value = String((Number(byId("side").value) % sides) + 1);
  await newGame();
}

/** The stored moves and side of a game. They are untrusted, since an imported file may contain anything. */
function keptGame(name) {
  const { moves, side } = Object(kept.get(`game ${name}`));
  const isRight = Array.isArray(moves) && moves.every((move) => typeof move === "string");
  return { moves: isRight ? moves : [], side };
}

/** The title of a game: its kind and size, or the theme of a study position. */
const titleOf = (name) => [...byId("pick").options].find(({ value }) => value === name).textContent;

/** Shows a game as it was left, or after the moves in a link. */
async function pick(name, sent) {
  if (running) running.abort();
  const before = sent ? { moves: sent } : keptGame(name);
  game.isSent = sent !== undefined;
  game.name = name;
  byId("pick").value = name;
  byId("side").replaceChildren();
  await look(before.moves);
  if (game.name !== name) return;
  // Stored moves may be illegal.
  if (game.shown?.name !== name) await look([]);
  if (game.shown?.name !== name) return;
  const { source, players, player, legend, kind, how } = game.shown;
  const title = titleOf(name);
  if (!byId("list").hidden) window.scrollTo(0, 0);
  byId("list").hidden = true;
  byId("game-bench").hidden = false;
  byId("lesson").href = `${pageAt("rules")}#${kind}`;
  byId("legend").textContent = legend;
  byId("how").textContent = how;
  document.title = title;
  byId("title").textContent = title;
  byId("source").textContent = source || "";
  byId("source").hidden = !source;
  byId("side").replaceChildren(...Array.from({ length: players }, (_, i) => new Option(`player ${i + 1}`, String(i + 1))));
  const isSide = Number.isInteger(before.side) && before.side >= 1 && before.side <= players;
  byId("side").value = String(isSide ? before.side : player || 1);
  show(game.shown);
  await answer();
}

/** Shows the list of games, and the error in the address, if there is one. */
function showList(fault) {
  if (running) running.abort();
  game.name = undefined;
  byId("main").classList.remove("table");
  for (const id of ["game", "game-panel", "game-bench", "source"]) byId(id).hidden = true;
  byId("list").hidden = false;
  document.title = "Board games · Soliter";
  byId("title").textContent = "Board games";
  setFault("no-game", fault);
}

/** Shows the page for the address: a game, a kind of game at its usual size, or the list. */
async function follow() {
  const [address, moves] = location.hash.slice(1).split("&moves=");
  let [wanted, sent] = [address];
  try {
    wanted = decodeURIComponent(address);
    sent = moves?.split(",").filter(Boolean).map(decodeURIComponent);
  } catch {
    // Then it names no game.
  }
  const kind = [...document.querySelectorAll("#games [data-kind]")].find((card) => card.dataset.kind === wanted);
  if (kind) location.replace(kind.querySelector("a.main").hash);
  else if ([...byId("pick").options].some(({ value }) => value && value === wanted)) await pick(wanted, sent);
  else showList(wanted && `There is no game called ${wanted}.`);
}

/** Describes how the chosen opponent plays. */
function tellLevel() {
  byId("level").textContent = byId("opponent").selectedOptions[0].dataset.told;
}

/** Settings that apply to puzzles but not to games. */
const NO_SETTINGS = ["moves-card", "speed-choice", "notation-choice", "show-names-choice", "show-finish-choice", "show-outlook-choice",
  "warn-choice", "watch-keys", "save-svg", "save-png", "print"];

async function openPage() {
  for (const id of NO_SETTINGS) byId(id).hidden = true;
  settings.bind();
  const level = kept.get("opponent");
  if ([...byId("opponent").options].some(({ value }) => value === level)) byId("opponent").value = level;
  tellLevel();
  await follow();
}

for (const [id, act] of [
  ["new-game", newGame], ["take-back", takeBack], ["values", showValues], ["mistakes", askMistakes], ["look-back", lookBack],
  ["rematch", rematch],
  ["copy-game", async () => {
    await copyText(gameLink());
    say("The link to this game is copied.");
  }],
  ["cancel", () => running && running.abort()],
]) byId(id).addEventListener("click", act);
byId("pick").addEventListener("change", () => { location.hash = byId("pick").value; });
window.addEventListener("hashchange", () => follow().catch((error) => setFault("fault", wordsOf(error))));
for (const id of ["side", "opponent"]) {
  byId(id).addEventListener("change", async () => {
    if (running) running.abort();
    // A finished game stays as it is; the choice applies to the next one.
    if (isOver()) return id === "side" ? newGame() : undefined;
    forgetReview();
    await look(game.moves);
    return answer();
  });
}
byId("opponent").addEventListener("change", () => {
  kept.set("opponent", byId("opponent").value);
  tellLevel();
});
byId("play-it").addEventListener("click", () => play(game.previewed));
byId("leave-it").addEventListener("click", () => {
  leave();
  say(turnText());
});
for (const kind of Object.keys(KINDS)) byId(`kind-${kind}`).addEventListener("change", () => { places.kind = kind; });
openPage().catch((error) => setFault("fault", wordsOf(error)));
