/* A page's requests about its puzzle, to the server or the engine. */

/** The puzzle being shown, in the form used in requests. */
let asked;
/** Cancels the current request about the jumps made; undefined if there is none. */
let asking;
/** The puzzle in the notation chosen by the visitor. The board's own names are not a notation in requests. */
const about = () => ({ ...asked, ...(player.scheme === "own" ? {} : { notation: player.scheme }) });

/** Whether a claim is final. */
const isSettled = (claim) => ["optimal", "infeasible"].includes(claim?.status);

async function solvePuzzle() {
  const message = await compute("api/solve", { puzzle: about() }, "fault");
  if (!message) return;
  const { answer, data } = message;
  byId("solved-by").textContent = timeOf(answer);
  if (data.lines.length > 0) player.seeSolution();
  const { name, lines, claim } = player.data;
  // If the page already knows more than was found within the limits, keep that.
  const known = isSettled(claim) && !isSettled(data.claim) ? { lines, claim } : {};
  const all = { ...player.data, ...data, ...known, name };
  player.load(all, all.lines.length > 0 ? "watch" : "try");
  window.scrollTo(0, 0);
  player.trying.compare();
}

/** The weights that explain lost positions are requested once per puzzle. */
const asksHint = (jumps) => ({ puzzle: about(), jumps: jumps.map(toRequest), reasons: player.data.pagodas === undefined });

/** In requests and answers, the hole jumped over stands between the ends of a jump. */
const toRequest = ([from, to, over]) => (over === undefined ? [from, to] : [from, over, to]);
const fromAnswer = (holes) => (holes.length === 3 ? [holes[0], holes[2], holes[1]] : holes);

/** Stores an answer about the position after the given jumps, and returns it with jumps in the page's form. */
function takeHint(jumps, answer) {
  const { jump, winning } = answer;
  const hint = { ...answer, jump: jump && fromAnswer(jump), winning: winning?.map(fromAnswer) };
  player.data.pagodas ??= hint.pagodas;
  player.trying.learn(jumps, hint);
  return hint;
}

/** The message shown while a hint is being computed, instead of the search's own progress. When the position changes, the request
 * is cancelled. */
const thinking = (jumps) => ({ seconds }) => {
  if (!player.trying.isAt(jumps)) running?.abort();
  return seconds < 2 ? "Thinking …" : "I don't know yet; still thinking …";
};

/** Requests whether the puzzle is solved, or which jumps win; shows nothing until the answer is there. */
async function askOutlook() {
  const jumps = player.trying.tried.slice();
  if (asking) asking.abort();
  const own = new AbortController();
  asking = own;
  const isShown = () => player.trying.isAt(jumps);
  try {
    const answer = await answerTo("api/hint", asksHint(jumps), own.signal, () => isShown() || own.abort());
    if (!isShown()) return;
    const hint = takeHint(jumps, answer.hint);
    if (hint.solved) player.trying.confirm(jumps);
    else if (hint.winning) player.trying.showOutlook();
  } catch (error) {
    // A jump may break a condition on marked pegs. In any other case, the answer remains unknown.
    if (error.reason === "illegal-jump" && isShown()) player.say(`${error.message}. Take some jumps back.`, "bad");
  } finally {
    if (asking === own) asking = undefined;
  }
}

/** Requests, while the visitor waits, which jump wins, or why all lose. */
async function askAdvice() {
  const jumps = player.trying.tried.slice();
  const message = await compute("api/hint", asksHint(jumps), "fault", thinking(jumps));
  return message && takeHint(jumps, message.hint);
}

async function askHint() {
  const { trying } = player;
  const jumps = trying.tried.slice();
  const hint = await askAdvice();
  // The visitor may have moved on in the meantime.
  if (!hint || !trying.isAt(jumps)) return undefined;
  const { jump, text, solved } = hint;
  if (solved) return trying.confirm(jumps);
  const sentence = jump && !player.isNamed ? "The jump of the arrow keeps the finish within reach." : `${capital(text)}.`;
  if (jump) return trying.hints.give(jump, sentence);
  if (trying.hope(jumps) === false) return trying.hints.give(undefined);
  if (!trying.explainLost()) player.say(sentence, "bad");
  return undefined;
}

/** The verdict on a solution in words; `errors` are the places where it cannot be read. */
function verdict(check, errors) {
  const both = `${counted(check.jumps, "jump")} in ${counted(check.moves, "move")}`;
  if (check.verdict === "unreadable") {
    const { line, column, message, help } = errors[0] ?? check.error ?? { message: "it has several meanings, or no jump" };
    const place = line === undefined ? "" : ` at line ${line}, column ${column}`;
    return `Unreadable${place}: ${message}.${help ? ` ${capital(help)}.` : ""}`;
  }
  if (check.verdict === "illegal") return `Illegal at jump ${check.error.index}, ${check.error.text}: ${check.error.message}.`;
  if (check.verdict === "incomplete") return `Incomplete: legal, ${both}, but it misses the finish, with ${counted(check.final.length, "peg")} left.`;
  if (check.fewest_moves === check.lower_bound && check.fewest_moves !== null) {
    const more = check.moves - check.fewest_moves;
    return `Correct: ${both}. ${more === 0 ? "That is the fewest possible." : `The fewest is ${check.fewest_moves}.`}`;
  }
  return `Correct: ${both}.`;
}

/** The legal moves of the solution that was checked last. */
let checked;

/** The length limit for a text sent as a solution, in bytes. */
const LONGEST_SOLUTION = 200000;

/** Shows the verdict as soon as it arrives. Whether the puzzle can still be solved, or in fewer moves, is computed afterwards. */
async function checkSolution() {
  byId("verdict").textContent = "";
  byId("show-checked").hidden = true;
  const solution = byId("record").value;
  if (new Blob([solution]).size > LONGEST_SOLUTION) {
    byId("verdict").textContent = "This text is too long for a solution.";
    return;
  }
  const request = { puzzle: about(), solution };
  const message = await compute("api/check", { ...request, verdict_only: true }, "fault");
  if (!message) return;
  byId("verdict").textContent = verdict(message.check, message.errors);
  [checked] = message.data.lines;
  byId("show-checked").hidden = message.check.jumps === 0;
  if (message.check.verdict === "unreadable") return;
  const more = await compute("api/check", request, "fault", () => "Looking whether it can be solved, or in fewer moves …");
  if (!more) return;
  const { check, errors } = more;
  let lost = "";
  if (check.lost_after === 0) lost = " The puzzle has no solution from its start.";
  else if (check.lost_after) lost = ` After jump ${check.lost_after} the puzzle can no longer be solved.`;
  else if (check.lost === "unknown" && check.verdict !== "unreadable") lost = " Whether it can still be solved was not settled in time.";
  byId("verdict").textContent = verdict(check, errors) + lost;
}

/** Connects the buttons found on every puzzle page whose requests are answered. */
function bindAsking() {
  for (const [id, act] of [
    ["solve", solvePuzzle], ["cancel", () => running && running.abort()], ["check-record", checkSolution],
    ["show-checked", () => player.watch(checked)],
  ]) byId(id).addEventListener("click", act);
  Object.assign(player, { askOutlook, askHint, askReason: askAdvice, askWhy: solvePuzzle });
}
