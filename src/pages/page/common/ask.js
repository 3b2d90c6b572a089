/** An error with the message of the server or engine and a stable `reason`. A faulty puzzle also has a list of `errors`. */
class Refused extends Error {
  constructor({ reason, message, errors }) {
    super(message);
    this.reason = reason;
    this.errors = errors;
  }
}

/** Cancels the current computation; undefined if there is none. */
let running;

/** Sends a request, with or without a body, to the server or the page's engine, and returns the answer. `onProgress` gets
 * progress messages; aborting `signal` cancels the request. */
const answerTo = (path, body, signal, onProgress = () => {}) => ANSWERS.ask(path, body, signal, onProgress);

function setFault(id, text) {
  // A puzzle's page waits until the board is drawn, so that nothing moves under the visitor's finger.
  if (text) document.querySelector(".waiting")?.classList.remove("waiting");
  byId(id).textContent = text || "";
  byId(id).hidden = !text;
}

/** An error as text; empty if the visitor cancelled. */
function wordsOf(error) {
  if (error.name === "AbortError") return "";
  return error instanceof Refused ? error.message : ANSWERS.unreachable;
}

/** The error message for an address whose puzzle or moves cannot be read. */
const DAMAGED = "This link is damaged: a part of it is missing, or it was changed.";

/** The puzzle contained in an address, in the form used in requests; undefined if it is damaged. */
function puzzleOf(address) {
  const [, kind, rest] = /^(drawn|puzzle)=(.*)$/s.exec(address) ?? [];
  if (kind === "drawn") return { link: rest };
  try {
    return kind && Object(JSON.parse(decodeURIComponent(rest)));
  } catch {
    return undefined;
  }
}

/** The part of an address that contains a puzzle. A puzzle with more than pegs and holes has no `short` link. */
const linkTo = (puzzle, short) => (short ? `drawn=${short}` : `puzzle=${encodeURIComponent(JSON.stringify(puzzle))}`);

/** How long an answer took, and whether a limit stopped the search. */
function timeOf({ evidence, seconds }) {
  const took = `${seconds < 0.1 ? "less than 0.1" : seconds.toFixed(1)} s`;
  return evidence.some(({ stopped }) => stopped?.length > 0) ? `A limit stopped the search after ${took}.` : `This took ${took}.`;
}

/** Shows or hides the buttons that start a computation. */
function setIdle(isIdle) {
  document.querySelectorAll(".idle").forEach((button) => { button.hidden = !isIdle; });
}

/** The message shown during a computation. It changes only every ten seconds, since screen readers announce each change. */
function waiting({ seconds }) {
  const tens = 10 * Math.floor(seconds / 10);
  return tens === 0 ? "Thinking …" : `Still thinking, after ${tens} s …`;
}

/** Runs one computation at a time, and shows its progress in `words`. */
async function compute(path, body, faultId, words = waiting) {
  if (running) running.abort();
  const own = new AbortController();
  running = own;
  setFault("fault");
  if (faultId !== "fault") setFault(faultId);
  byId("cancel").hidden = false;
  setIdle(false);
  const show = (progress) => {
    const text = words(progress);
    if (running === own && byId("progress").textContent !== text) byId("progress").textContent = text;
  };
  show({ seconds: 0 });
  try {
    const message = await answerTo(path, body, own.signal, show);
    byId("progress").textContent = "";
    return message;
  } catch (error) {
    byId("progress").textContent = error.name === "AbortError" ? "Cancelled." : "";
    setFault(faultId, wordsOf(error));
    return undefined;
  } finally {
    if (running === own) {
      running = undefined;
      byId("cancel").hidden = true;
      setIdle(true);
    }
  }
}
