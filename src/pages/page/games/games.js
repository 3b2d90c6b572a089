/** The game that is played: its name, the moves made, the answer about its position, and whether a link brought it, so that the
 * visitor's own game is kept until a move is made in this one. */
const game = { name: undefined, moves: [], shown: undefined, values: new Map(), isSent: false };

/** The game as requests name it. */
function request(more) {
  return { puzzle: { name: game.name }, moves: game.moves, side: Number(byId("side").value) || 1, ...more };
}

const places = new Places(byId("table"), { choose: touched, carry: ([move]) => peek(move), drop: dropped, miss: missed, leave: () => (leave(), say(turnText())) });

const isOver = () => game.shown.player === null;

/** The board in words. */
const labelOf = (shown) => `${titleOf(game.name)} board. ${capital(shown.status)}. ${shown.told}`;

/** A move in words, if it is one of the legal moves of a position. */
const inWords = (shown, move) => shown.legal.find((one) => one.move === move)?.words ?? move;

/** A legal move as a button or a sentence begins with it. */
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

/** Keeps the game for the next visit. */
function keepGame() {
  const side = Number(byId("side").value);
  if (!side || game.isSent) return;
  const { name, moves } = game;
  kept.set(`game ${name}`, moves.length > 0 ? { moves, side } : undefined);
  keepBegun("game", name, moves.length > 0 && !isOver() ? titleOf(name) : undefined);
}

/** Whether the visitor may move; nobody may in a position that he looks back on. */
const isMine = () => !review.isBack && (isAlone() || game.shown.player === Number(byId("side").value));

function say(text) {
  byId("said-game").textContent = text;
}

/** What the value of a move says. */
const valueOf = (move) => String(game.values.get(move) ?? "?");

/** Whose turn it is, or how the game has ended. */
const turnText = () => (isOver() ? outcome() : `${capital(game.shown.status)}${isMine() && !isAlone() ? " (you)" : ""}.`);

/** Draws the position; the parts of it that stand for moves can be clicked. */
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
  // A friend has no use for the address of a file on this machine.
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

/** Shows the position after the first moves of the game. */
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

/** Moves that were touched and are not made yet: nothing, or one to look at. */
function leave() {
  game.previewed = undefined;
  game.open = undefined;
  game.peeked = undefined;
  // The row keeps its place, so that no other button comes under a finger.
  byId("confirm").hidden = byId("kinds").hidden;
  byId("confirm").classList.remove("asked");
  places.overlay();
  places.mark(undefined);
  places.choosing();
  // What has no place on the board, as ending a turn.
  offer(isMine() ? game.shown.legal.filter(({ area }) => !area).map(({ move }) => move) : []);
}

/** Moves as buttons below the board. */
function offer(moves) {
  byId("choices").replaceChildren(...moves.map(moveButton));
  byId("choices").hidden = moves.length === 0;
}

/** Takes what was touched; a finger sees a wall before it lays it by touching it again. Where a part of the board stands for
 * several moves, a second part may say which is meant; the same part again lets go. */
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

/** Says why a touch did nothing, where a finger first chooses between moving and laying. */
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

/** Makes the move of a part that was dragged, or asks which of several. */
function dropped(moves) {
  leave();
  if (moves.length === 1) play(moves[0]);
  else if (moves.length > 1) choose(moves);
}

/** Shows a wall, which is not laid yet. */
function preview(place) {
  leave();
  [game.previewed] = place.moves;
  places.mark(place);
  byId("confirm").classList.add("asked");
  say(`${capital(place.name)}? Touch it again to lay it.`);
}

/** A legal move as an item of a list. */
function moveButton(move) {
  const button = newButton(() => play(move), shownMove(move));
  button.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && peek(move));
  button.addEventListener("pointerleave", () => peek(undefined));
  return newElement("li", {}, button);
}

/** Shows what a move would do while a mouse is over its button or a part is dragged, and the position again for undefined. */
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
  // The mouse may have gone on in the meantime, or a move may have been made.
  if (game.peeked !== move || game.moves !== before || running || review.isBack) return;
  places.overlay(picture);
}

/** Lists the legal moves as buttons, by their values where these are known. */
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

/** Makes a game that a link brought the visitor's own. */
function ownGame() {
  if (game.isSent) history.replaceState(undefined, "", `#${game.name}`);
  game.isSent = false;
}

/** The address that shows the game as far as it was played. */
const gameLink = () => `${location.href.replace(/#.*$/, "")}#${game.name}&moves=${game.moves.map(encodeURIComponent).join(",")}`;

/** Makes a move of the visitor, and lets the engine answer. */
async function play(move) {
  if (running || isOver()) return;
  ownGame();
  const moves = [...game.moves, move];
  await look(moves);
  await answer();
}

/** Shows the position after some moves. */
async function look(moves, said) {
  const before = game.moves;
  game.moves = moves;
  try {
    const { game: shown } = await answerTo("api/game/position", request());
    // The visitor may have gone on in the meantime.
    if (game.moves !== moves) return;
    setFault("fault");
    byId("progress").textContent = "";
    // A turn in which nothing else is legal was ended.
    game.moves = shown.written;
    if (moves.length > before.length) settings.knock();
    show(shown, said);
  } catch (error) {
    if (game.moves === moves) game.moves = before;
    setFault("fault", wordsOf(error));
  }
}

/** Asks for the engine's moves while it is its turn. */
async function answer() {
  if (!game.shown || isOver() || isMine()) return;
  const asked = game.moves;
  const seed = 1 + asked.length;
  const message = await compute("api/game/reply", request({ opponent: byId("opponent").value, seed }), "fault");
  // The visitor may have begun anew in the meantime.
  if (!message || asked !== game.moves) return;
  game.moves = message.game.written;
  const how = message.reply.proved === false ? " (not proved best within the time)" : "";
  show(message.game, `The engine plays ${message.game.played.slice(asked.length).join(", then ")}${how}. `);
}

/** Takes back the visitor's last move and what the engine answered. */
async function takeBack() {
  ownGame();
  if (running) running.abort();
  // An end of a turn that is taken back may come again by itself, so the moves get fewer here, not there.
  let { moves } = game;
  const made = moves.length;
  do {
    moves = moves.slice(0, -1);
    await look(moves);
  } while (moves.length > 0 && (!isMine() || game.moves.length === made));
  await answer();
}

/** What best play leads to, for the player to move. */
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

/** Begins again for the other side. */
async function rematch() {
  const sides = byId("side").options.length;
  byId("side").value = String((Number(byId("side").value) % sides) + 1);
  await newGame();
}

/** The moves and the side of a game that the browser has kept; a file from elsewhere may have put anything there. */
function keptGame(name) {
  const { moves, side } = Object(kept.get(`game ${name}`));
  const isRight = Array.isArray(moves) && moves.every((move) => typeof move === "string");
  return { moves: isRight ? moves : [], side };
}

/** The title of a game: its kind and size, or what the position to study is about. */
const titleOf = (name) => [...byId("pick").options].find(({ value }) => value === name).textContent;

/** Shows a game, as far as it was played before, or after moves that a link brings. */
async function pick(name, sent) {
  if (running) running.abort();
  const before = sent ? { moves: sent } : keptGame(name);
  game.isSent = sent !== undefined;
  game.name = name;
  byId("pick").value = name;
  byId("side").replaceChildren();
  await look(before.moves);
  if (game.name !== name) return;
  // Moves that were kept may not be legal.
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

/** Shows the list of games, and what is wrong with the address, if anything is. */
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

/** Shows what the address names: a game, the usual size of a kind of game, or the list. */
async function follow() {
  const [address, moves] = location.hash.slice(1).split("&moves=");
  let [wanted, sent] = [address];
  try {
    wanted = decodeURIComponent(address);
    sent = moves?.split(",").filter(Boolean).map(decodeURIComponent);
  } catch {
    // It names nothing, then.
  }
  const kind = [...document.querySelectorAll("#games [data-kind]")].find((card) => card.dataset.kind === wanted);
  if (kind) location.replace(kind.querySelector("a.main").hash);
  else if ([...byId("pick").options].some(({ value }) => value && value === wanted)) await pick(wanted, sent);
  else showList(wanted && `There is no game called ${wanted}.`);
}

/** Says how the chosen opponent plays. */
function tellLevel() {
  byId("level").textContent = byId("opponent").selectedOptions[0].dataset.told;
}

/** What the settings of a puzzle's page have and a game does not. */
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
    // A game that is over stays as it was; the choice is for the next one.
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
